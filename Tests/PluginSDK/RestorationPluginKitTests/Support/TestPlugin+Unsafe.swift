import CRestorationPlugin
import Foundation
import RestorationCore

/// A plugin loaded for one test, from a copy of its library. The copy shares no state with other
/// tests. All calls belong to the thread that loads it.
@safe struct TestPlugin {
    struct LoadingFailure: Error {
        let message: String
    }

    let host: TestHost
    /// Null if the entry point refused.
    private let descriptor: UnsafePointer<restoration_plugin>?
    private let entry: Entry

    private typealias Entry =
        @convention(c) (
            UnsafePointer<restoration_host>?
        ) -> UnsafePointer<restoration_plugin>?

    init(_ product: String = "RestorationSwiftSample", host: TestHost = TestHost()) throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).so")
        try FileManager.default.copyItem(at: Self.library(product), to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let image = unsafe dlopen(copy.path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard let image = unsafe image else {
            throw LoadingFailure(message: unsafe String(cString: dlerror()))
        }
        guard let symbol = unsafe dlsym(image, "restoration_plugin_entry") else {
            throw LoadingFailure(message: "\(product) has no entry point")
        }
        self.host = host
        // Invariant: restoration/plugin.h declares the function of this name.
        unsafe entry = unsafeBitCast(symbol, to: Entry.self)
        unsafe descriptor = entry(host.table)
    }

    /// The built library, which is beside the tests.
    static func library(_ product: String) throws -> URL {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program).deletingLastPathComponent().appending(
            path: "lib\(product).so"
        )
    }

    /// Calls the entry point again and checks that it returns the same descriptor.
    func enterAgain(_ host: TestHost) -> Bool {
        unsafe entry(host.table) == descriptor
    }

    /// The contents of a descriptor.
    struct Facts {
        var identifier: String
        var version: String
        var abi: ABIVersion
        var schemaVersions: [String: UInt32]
    }

    /// The contents of the descriptor; `nil` if the entry point refused.
    var facts: Facts? {
        guard let descriptor = unsafe descriptor?.pointee else { return nil }
        let tables = unsafe tables.map { unsafe ($0.pointee.id.text, $0.pointee.schema_version) }
        return unsafe Facts(
            identifier: descriptor.id.text,
            version: descriptor.version.text,
            abi: ABIVersion(packed: descriptor.abi_version),
            schemaVersions: Dictionary(uniqueKeysWithValues: tables)
        )
    }

    private var tables: [UnsafePointer<restoration_class>] {
        guard let descriptor = unsafe descriptor?.pointee else { return unsafe [] }
        // Invariant: `classes` contains `class_count` pointers.
        return unsafe (0..<Int(unsafe descriptor.class_count)).map {
            unsafe descriptor.classes[$0]!
        }
    }

    fileprivate func table(_ id: String) throws -> UnsafePointer<restoration_class> {
        guard let table = unsafe tables.first(where: { unsafe $0.pointee.id.text == id }) else {
            throw LoadingFailure(message: "no class \(id)")
        }
        return unsafe table
    }
}

/// The failure of a call to a plugin.
struct CallFailure: Error, Equatable {
    let status: Int32
    var messages: [String] = []

    /// RESTORATION_FAILED with one message.
    static func because(_ message: String) -> CallFailure {
        CallFailure(status: 8, messages: [message])
    }
}

/// An object of a plugin, from the host's side.
@safe struct TestObject {
    let plugin: TestPlugin
    let pointer: UnsafeMutableRawPointer
    let table: UnsafePointer<restoration_class>

    func encode(
        into coder: TestCoder = TestCoder(isWriting: true),
        structSize: UInt32? = nil
    ) throws -> [String: RestorationValue] {
        let lent = LentCoder(coder, structSize: structSize)
        defer { coder.isLent = false }
        try plugin.check(unsafe table.pointee.encode(pointer, lent.table))
        return Dictionary(coder.fields.map { ($0.key, $0.value) }) { $1 }
    }

    func decode(_ fields: [TestCoder.Field]) throws {
        try decode(TestCoder(fields, isWriting: false))
    }

    /// - Parameter structSize: the size of the host's `restoration_coder`; `nil` for all fields.
    func decode(_ coder: TestCoder, structSize: UInt32? = nil) throws {
        let lent = LentCoder(coder, structSize: structSize)
        defer { coder.isLent = false }
        try plugin.check(unsafe table.pointee.decode(pointer, lent.table))
    }

    func finish() { unsafe table.pointee.finished(pointer) }

    func destroy() { unsafe table.pointee.destroy(pointer) }

    func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.withRestorationString { unsafe table.pointee.interface(pointer, $0) }
    }
}

extension TestPlugin {
    /// Whether the class migrates older state.
    func migrates(_ id: String) throws -> Bool { unsafe try table(id).pointee.migrate != nil }

    /// Migrates state of an older version with a class.
    func migrate(
        _ id: String,
        from version: UInt32,
        _ fields: [TestCoder.Field]
    ) throws -> [String: RestorationValue] {
        let old = TestCoder(fields, isWriting: false)
        old.isEarly = true
        let new = TestCoder(isWriting: true)
        defer { (old.isLent, new.isLent) = (false, false) }
        let (source, target) = (LentCoder(old), LentCoder(new))
        let table = unsafe try table(id)
        try check(unsafe table.pointee.migrate(table, version, source.table, target.table))
        return Dictionary(new.fields.map { ($0.key, $0.value) }) { $1 }
    }

    /// An object that the plugin created itself and the host adopted.
    func adopted(_ handle: UInt64) throws -> TestObject {
        guard let own = host.withObjects({ $0.own[handle] }),
            let pointer = unsafe UnsafeMutableRawPointer(bitPattern: own.pointer),
            let table = unsafe UnsafePointer<restoration_class>(bitPattern: own.table)
        else { throw LoadingFailure(message: "no object \(handle)") }
        return unsafe TestObject(plugin: self, pointer: pointer, table: table)
    }

    /// The contents of a request to create an object.
    struct Request {
        var path = ["Root", "Object"]
        var reason: UInt32 = 0
        var handle: UInt64 = 7
        var parameters: [TestCoder.Field]?
        var captures: [TestCoder.Field]?
        var state: TestCoder?
        /// The size of the host's request.
        var structSize: UInt32 = 64
    }

    func create(_ id: String, _ request: Request = Request()) throws -> TestObject {
        let table = unsafe try table(id)
        let parameters = request.parameters.map { LentCoder(TestCoder($0, isWriting: false)) }
        let captures = request.captures.map { LentCoder(TestCoder($0, isWriting: false)) }
        let state = request.state.map { LentCoder($0) }
        defer { request.state?.isLent = false }
        var object: UnsafeMutableRawPointer?
        let path = unsafe request.path.map { unsafe $0.copiedRestorationString() }
        defer { for index in unsafe path.indices { unsafe path[index].bytes?.deallocate() } }
        let status = unsafe path.withUnsafeBufferPointer { path in
            var lent = unsafe restoration_creation_request(
                struct_size: request.structSize,
                reason: request.reason,
                path: path.baseAddress,
                path_count: UInt64(path.count),
                object: request.handle,
                parameters: parameters?.table,
                captures: captures?.table,
                state: state?.table,
                object_class: table
            )
            return unsafe table.pointee.create(&lent, &object)
        }
        try check(status)
        guard let object = unsafe object else { throw CallFailure(status: -1) }
        let own = TestObjects.Own(pointer: UInt(bitPattern: object))
        host.withObjects { $0.own[request.handle] = own }
        return unsafe TestObject(plugin: self, pointer: object, table: table)
    }

    fileprivate func check(_ status: Int32) throws {
        guard status != 0 else { return }
        throw CallFailure(status: status, messages: host.takeFailures())
    }
}

extension String {
    func withRestorationString<Result>(_ body: (restoration_string) -> Result) -> Result {
        let copy = unsafe copiedRestorationString()
        defer { unsafe copy.bytes.deallocate() }
        return unsafe body(copy)
    }

    fileprivate func copiedRestorationString() -> restoration_string {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
        for (index, byte) in utf8.enumerated() {
            unsafe memory[index] = CChar(truncatingIfNeeded: byte)
        }
        return unsafe restoration_string(bytes: memory, count: UInt64(utf8.count))
    }
}

extension TestPlugin {
    /// The status of a call; 0 on success.
    func status(_ call: () throws -> Void) -> Int32? {
        do {
            try call()
            return 0
        } catch {
            return (error as? CallFailure)?.status
        }
    }
}
