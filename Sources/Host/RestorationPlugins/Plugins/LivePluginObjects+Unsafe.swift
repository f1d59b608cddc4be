internal import CRestorationSystem
internal import RestorationCore

/// The plugin objects of a session by handle. A handle keeps no object alive.
///
/// Not weak references of Swift: the first one to an object moves the object's counts into separate
/// memory, and every later retain and release of the object takes the slow path there.
@safe final class LivePluginObjects: Sendable {
    // Invariant: each object removes itself in its deinit, before its memory is freed. Guarded,
    // because that happens on the thread that drops the last reference.
    private let objects: Locked<HandleTable<Place>>

    init(of mailbox: PluginMailbox) { objects = Locked(HandleTable(of: mailbox)) }

    /// The place of an object that is alive or in its deinit.
    private struct Place: Sendable {
        private let address: UInt

        init(of object: PluginObject) { address = UInt(bitPattern: ObjectIdentifier(object)) }

        /// `nil` once the object's deallocation has begun.
        var object: PluginObject? {
            // Invariant: the memory is there, as said above. The runtime takes a strong reference
            // only to an object that is alive, and `takeRetainedValue` balances it.
            guard let memory = unsafe UnsafeRawPointer(bitPattern: address),
                let strong = unsafe restoration_try_retain(memory)
            else { return nil }
            return unsafe Unmanaged<PluginObject>.fromOpaque(strong).takeRetainedValue()
        }
    }

    subscript(handle: UInt64) -> PluginObject? { objects.withLock { $0[handle]?.object } }

    var all: [PluginObject] { objects.withLock { $0.values.compactMap(\.object) } }

    func add(_ object: PluginObject) {
        objects.withLock { $0[object.handle] = Place(of: object) }
    }

    /// Removes an object. Any thread.
    func remove(_ handle: UInt64) { objects.withLock { $0[handle] = nil } }
}
