internal import RestorationCore

/// What all plugin objects of one session share. Belongs to the session's thread, except for its
/// mailbox.
final class PluginContext {
    let mailbox: PluginMailbox
    /// The objects by their handles, for those that report changes.
    private var objects: [UInt64: WeakObject] = [:]
    /// Coders that no call uses now.
    private var spareCoders: [PluginCoder] = []

    private struct WeakObject {
        weak var object: PluginObject?
    }

    init(services: PluginServices) {
        mailbox = PluginMailbox(services: services)
    }

    func register(_ object: PluginObject, as handle: UInt64) {
        objects[handle] = WeakObject(object: object)
    }

    func forget(_ handle: UInt64) {
        objects[handle] = nil
    }

    /// The objects that have changed, each once, in the order in which they were made.
    func takeInvalidated(_ handles: Set<UInt64>) -> [PluginObject] {
        handles.sorted().compactMap { objects[$0]?.object }
    }

    /// Lends a table for plugins while `body` runs. Calls may nest: creating an object can make
    /// the program create another one.
    func withCoder<Result>(_ body: (PluginCoder) throws -> Result) rethrows -> Result {
        let coder = spareCoders.popLast() ?? PluginCoder(thread: mailbox.thread)
        defer { spareCoders.append(coder) }
        return try body(coder)
    }
}
