import RestorationPluginKit

/// Calls its host: log, interfaces in both directions, change notifications.
final class Talker: RestorableObject {
    private var greetings: Int32 = 0

    init(_ request: CreationRequest) throws {
        // Too early: the object is not registered yet.
        invalidateRestorableState()
    }

    deinit {
        invalidateRestorableState()
        PluginHost.log("Talker ended", level: .debug)
    }

    func restorationDidFinish() {
        PluginHost.log("finished in \(PluginHost.application)", level: .warning)
        // Invariant: the host's table for this id is one 32-bit number.
        let number = unsafe PluginHost.interface("org.example.app.number/1")?.load(as: Int32.self)
        PluginHost.log("number \(number ?? -1)")
        unsafe PluginHost.log("\(PluginHost.interface("org.example.app.none/1") == nil)")
    }

    fileprivate func greet() -> Int32 {
        greetings += 1
        invalidateRestorableState()
        return greetings
    }
}

extension Talker: InterfaceProviding {
    /// A table of one function, which receives the object's pointer.
    typealias Greet = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    // Invariant: allocated once, never changed, never freed.
    nonisolated(unsafe) private static let table: UnsafeMutablePointer<Greet> = {
        let table = UnsafeMutablePointer<Greet>.allocate(capacity: 1)
        unsafe table.initialize { pointer in
            unsafe Talker.object(at: pointer)?.greet() ?? -1
        }
        return unsafe table
    }()

    func interface(_ id: String) -> UnsafeRawPointer? {
        id == "org.example.sample.greeting/1" ? unsafe UnsafeRawPointer(Self.table) : nil
    }
}
