import CRestorationPlugin
import Synchronization

/// The services of a host, which record every request of a plugin. Never freed, since a plugin is
/// never unloaded.
@safe final class TestHost: Sendable {
    struct Record: Sendable, Equatable {
        /// Levels and messages.
        var log: [String] = []
        var failures: [String] = []
        var invalidated: [UInt64] = []
    }

    private let record = Mutex(Record())
    private let objects = Mutex(TestObjects())
    // Invariant: allocated in `init`, never changed afterwards, never freed.
    nonisolated(unsafe) let table: UnsafeMutablePointer<restoration_host>

    /// - Parameter structSize: The size of the host's `restoration_host`; `nil` for all fields. A
    ///   newer host is larger than in these headers.
    init(
        application: StaticString = "org.example.app",
        abiVersion: UInt32 = 3,
        structSize: Int? = nil
    ) {
        let size = unsafe MemoryLayout<restoration_host>.size
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(structSize ?? size, size),
            alignment: 8
        )
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xAA, count: size)
        unsafe table = memory.bindMemory(to: restoration_host.self, capacity: 1)
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe table.initialize(to: restoration_host())
        unsafe table.pointee.struct_size = UInt32(structSize ?? size)
        unsafe table.pointee.abi_version = abiVersion
        unsafe table.pointee.context = context
        unsafe table.pointee.application = restoration_string(
            bytes: UnsafeRawPointer(application.utf8Start).assumingMemoryBound(to: CChar.self),
            count: UInt64(application.utf8CodeUnitCount)
        )
        unsafe table.pointee.log = { host, level, message in
            unsafe TestHost.of(host).note { unsafe $0.log.append("\(level) \(message.text)") }
        }
        unsafe table.pointee.fail = { host, message in
            unsafe TestHost.of(host).note { unsafe $0.failures.append(message.text) }
        }
        unsafe table.pointee.invalidate = { host, object in
            unsafe TestHost.of(host).note { $0.invalidated.append(object) }
        }
        unsafe table.pointee.interface = { _, id in
            unsafe id.text == "org.example.app.number/1" ? UnsafeRawPointer(number) : nil
        }
        unsafe table.pointee.arrived = { _, _ in }
        unsafe addObjects(to: &table.pointee)
    }

    /// Returns the requests since the last call.
    func takeRecord() -> Record {
        record.withLock { record in
            defer { record = Record() }
            return record
        }
    }

    /// Returns the failures of calls since the last call.
    func takeFailures() -> [String] {
        record.withLock { record in
            defer { record.failures = [] }
            return record.failures
        }
    }

    func withObjects<Result: Sendable>(_ body: (inout TestObjects) -> Result) -> Result {
        objects.withLock { body(&$0) }
    }

    /// Reads the requests without clearing them.
    func record<Result: Sendable>(_ body: @Sendable (Record) -> Result) -> Result {
        record.withLock { body($0) }
    }

    private func note(_ change: (inout Record) -> Void) {
        record.withLock { change(&$0) }
    }

    static func of(_ host: UnsafePointer<restoration_host>?) -> TestHost {
        // Invariant: the context was retained permanently in `init`.
        unsafe Unmanaged<TestHost>.fromOpaque(host!.pointee.context).takeUnretainedValue()
    }
}

/// The interface "org.example.app.number/1".
nonisolated(unsafe) let number: UnsafeMutablePointer<Int32> = {
    let number = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe number.initialize(to: 42)
    return unsafe number
}()
