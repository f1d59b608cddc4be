internal import RestorationCore

/// The plugin objects of a session by handle. A handle keeps no object alive.
@safe final class LivePluginObjects: Sendable {
    // Invariant: each object removes itself in its deinit, before its memory is freed. Guarded,
    // because that happens on the thread that drops the last reference.
    private let objects: Locked<HandleTable<ObjectPlace>>

    init(of mailbox: PluginMailbox) { objects = Locked(HandleTable(of: mailbox)) }

    subscript(handle: UInt64) -> PluginObject? { objects.withLock { $0[handle]?.pluginObject } }

    var all: [PluginObject] { objects.withLock { $0.values.compactMap(\.pluginObject) } }

    func add(_ object: PluginObject) {
        objects.withLock { $0[object.handle] = ObjectPlace(of: object) }
    }

    /// Removes an object. Any thread.
    func remove(_ handle: UInt64) { objects.withLock { $0[handle] = nil } }
}

extension ObjectPlace {
    fileprivate var pluginObject: PluginObject? {
        // Invariant: `add` makes all places.
        object.map { unsafe unsafeDowncast($0, to: PluginObject.self) }
    }
}
