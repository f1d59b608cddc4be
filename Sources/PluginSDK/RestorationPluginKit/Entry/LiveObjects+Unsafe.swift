import CRestorationPlugin
import RestorationCore
import Synchronization

/// The plugin's objects from `create` to `destroy`, by the host's pointers, and the
/// `ForeignObject`s.
///
/// A pointer from the host is looked up, never dereferenced, so a stale or doubly destroyed pointer
/// is an error instead of a crash.
final class LiveObjects: Sendable {
    private struct Reference {
        let key: String
        let object: any Restorable
    }

    // Invariant of every property without a mutex: used only on the session's thread, which every
    // call from the host checks.
    nonisolated(unsafe) private var objects: [UInt: any RestorableObject] = [:]
    /// References that an object decoded as nil because of their type, by the object's address.
    nonisolated(unsafe) private var passedOver: [ObjectIdentifier: [Reference]] = [:]
    /// The host's handles of the objects. Guarded, because any thread may invalidate.
    private let handles = Mutex<[ObjectIdentifier: restoration_handle]>([:])

    /// Objects that the host has destroyed but that other objects still reference. The host's
    /// records for them are still found by handle.
    nonisolated(unsafe) private var former: [ObjectIdentifier: FormerObject] = [:]
    /// The size at which deallocated entries are purged: twice the number alive at the last purge.
    nonisolated(unsafe) private var formerLimit = 64

    private struct FormerObject {
        weak var object: (any RestorableObject)?
        let handle: restoration_handle
    }

    /// At most one `ForeignObject` per handle. Guarded, because the last reference may be released
    /// on any thread.
    private let standIns = Mutex<[restoration_handle: WeakStandIn]>([:])

    private struct WeakStandIn: @unchecked Sendable {
        // Invariant: read only on the session's thread.
        weak var object: ForeignObject?

        struct Lookup: @unchecked Sendable {
            let object: ForeignObject?
        }
    }

    func insert(
        _ object: any RestorableObject,
        handle: restoration_handle?
    ) -> UnsafeMutableRawPointer {
        let pointer = unsafe Unmanaged.passUnretained(object as AnyObject).toOpaque()
        unsafe objects[UInt(bitPattern: pointer)] = object
        setHandle(handle, of: object)
        return unsafe pointer
    }

    func setHandle(_ handle: restoration_handle?, of object: any RestorableObject) {
        handles.withLock { $0[ObjectIdentifier(object)] = handle }
    }

    @safe func object(at pointer: UnsafeRawPointer?) -> (any RestorableObject)? {
        unsafe objects[UInt(bitPattern: pointer)]
    }

    /// Releases an object; `false` if there is none at that pointer.
    @safe func remove(at pointer: UnsafeRawPointer?) -> Bool {
        let key = UInt(bitPattern: pointer)
        // The object's deinit may call back, so release it outside this access.
        guard let object = unsafe objects.removeValue(forKey: key) else { return false }
        let handle = handles.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
        if let handle { recordFormer(FormerObject(object: object, handle: handle)) }
        let references = unsafe passedOver.removeValue(forKey: ObjectIdentifier(object))
        return withExtendedLifetime((object, references)) { true }
    }

    /// The host's handle for an object; `nil` if the host does not know it. Any thread.
    func handle(of object: AnyObject) -> restoration_handle? {
        (object as? ForeignObject)?.handle
            ?? handles.withLock { $0[ObjectIdentifier(object)] }
    }

    /// The handle of an object that the host has destroyed.
    func formerHandle(of object: AnyObject) -> restoration_handle? {
        guard let known = unsafe former[ObjectIdentifier(object)], known.object === object else {
            return nil
        }
        return known.handle
    }

    private func recordFormer(_ known: FormerObject) {
        guard let object = known.object else { return }
        if unsafe former.count >= formerLimit {
            unsafe former = former.filter { $0.value.object != nil }
            unsafe formerLimit = max(64, former.count * 2)
        }
        unsafe former[ObjectIdentifier(object)] = known
    }

    func standIn(for handle: restoration_handle) -> ForeignObject {
        let known = standIns.withLock { WeakStandIn.Lookup(object: $0[handle]?.object) }
        if let known = known.object { return known }
        let standIn = ForeignObject(handle)
        standIns.withLock { $0[handle] = WeakStandIn(object: standIn) }
        return standIn
    }

    /// Any thread.
    func forgetStandIn(for handle: restoration_handle) {
        // A new stand-in may have taken its place. It must not be released inside the access, so it
        // is returned.
        _ = standIns.withLock { standIns in
            let other = standIns[handle]?.object
            if other == nil { standIns[handle] = nil }
            return WeakStandIn.Lookup(object: other)
        }
    }

    // MARK: References passed over

    func setPassedOver(
        _ references: [(key: String, object: any Restorable)],
        of holder: any RestorableObject
    ) {
        let entries = references.map { Reference(key: $0.key, object: $0.object) }
        unsafe passedOver[ObjectIdentifier(holder)] = entries.isEmpty ? nil : entries
    }

    /// References to write again, unless the holder stores another value under the key.
    func passedOver(of holder: any RestorableObject) -> [(key: String, object: any Restorable)] {
        (unsafe passedOver[ObjectIdentifier(holder)] ?? []).map { ($0.key, $0.object) }
    }
}
