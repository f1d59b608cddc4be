import CRestorationPlugin
import RestorationCore
import Synchronization

/// The plugin's objects, from `create` to `destroy`, by the pointers that the host holds, and what
/// stands for the objects of others.
///
/// A pointer from the host is looked up here and never followed, so that one that is stale or was
/// destroyed twice is an error and no crash.
final class LiveObjects: Sendable {
    private struct Reference {
        let key: String
        let object: any Restorable
    }

    // Invariant of all that is not guarded here: used on the session's thread alone; every call
    // from the host checks that.
    nonisolated(unsafe) private var objects: [UInt: any RestorableObject] = [:]
    /// References that an object was given as nil because of their type, by the object's address.
    nonisolated(unsafe) private var passedOver: [ObjectIdentifier: [Reference]] = [:]
    /// What the host calls the objects.
    ///
    /// Guarded, because any thread may invalidate.
    private let handles = Mutex<[ObjectIdentifier: restoration_handle]>([:])

    /// Objects that the host has let go of, as long as others refer to them: what it keeps for one
    /// goes by its handle still.
    nonisolated(unsafe) private var former: [ObjectIdentifier: FormerObject] = [:]
    /// How many make it worth looking for those that have ended: twice those alive the last time.
    nonisolated(unsafe) private var formerLimit = 64

    private struct FormerObject {
        weak var object: (any RestorableObject)?
        let handle: restoration_handle
    }

    /// One for each handle while somebody keeps it.
    ///
    /// Guarded, because whoever keeps one last may let go of it anywhere.
    private let standIns = Mutex<[restoration_handle: WeakStandIn]>([:])

    private struct WeakStandIn: @unchecked Sendable {
        // Invariant: turned into the object on the session's thread alone.
        weak var object: ForeignObject?

        struct Kept: @unchecked Sendable {
            let object: ForeignObject?
        }
    }

    /// Keeps an object alive and returns the pointer that stands for it.
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

    /// The object that a pointer stands for.
    @safe func object(at pointer: UnsafeRawPointer?) -> (any RestorableObject)? {
        unsafe objects[UInt(bitPattern: pointer)]
    }

    /// Lets an object go; `false` if there is none at that pointer.
    @safe func remove(at pointer: UnsafeRawPointer?) -> Bool {
        let key = UInt(bitPattern: pointer)
        // The object's end may come back here, so it must not happen inside the access.
        guard let object = unsafe objects.removeValue(forKey: key) else { return false }
        let handle = handles.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
        if let handle { noteFormer(FormerObject(object: object, handle: handle)) }
        let references = unsafe passedOver.removeValue(forKey: ObjectIdentifier(object))
        return withExtendedLifetime((object, references)) { true }
    }

    /// What the host calls an object; `nil` if it does not know it.
    ///
    /// Any thread.
    func handle(of object: AnyObject) -> restoration_handle? {
        (object as? ForeignObject)?.handle
            ?? handles.withLock { $0[ObjectIdentifier(object)] }
    }

    /// What the host called an object that it has let go of.
    func formerHandle(of object: AnyObject) -> restoration_handle? {
        guard let known = unsafe former[ObjectIdentifier(object)], known.object === object else {
            return nil
        }
        return known.handle
    }

    private func noteFormer(_ known: FormerObject) {
        guard let object = known.object else { return }
        if unsafe former.count >= formerLimit {
            unsafe former = former.filter { $0.value.object != nil }
            unsafe formerLimit = max(64, former.count * 2)
        }
        unsafe former[ObjectIdentifier(object)] = known
    }

    /// What stands for an object of somebody else.
    func standIn(for handle: restoration_handle) -> ForeignObject {
        let known = standIns.withLock { WeakStandIn.Kept(object: $0[handle]?.object) }
        if let known = known.object { return known }
        let standIn = ForeignObject(handle)
        standIns.withLock { $0[handle] = WeakStandIn(object: standIn) }
        return standIn
    }

    /// Any thread.
    func forgetStandIn(for handle: restoration_handle) {
        // Another may have taken its place since. It must not end inside the access, so it comes
        // out.
        _ = standIns.withLock { standIns in
            let other = standIns[handle]?.object
            if other == nil { standIns[handle] = nil }
            return WeakStandIn.Kept(object: other)
        }
    }

    // MARK: References passed over

    func setPassedOver(
        _ references: [(key: String, object: any Restorable)],
        of holder: any RestorableObject
    ) {
        let kept = references.map { Reference(key: $0.key, object: $0.object) }
        unsafe passedOver[ObjectIdentifier(holder)] = kept.isEmpty ? nil : kept
    }

    /// References to be written back, unless the holder stores something of its own there.
    func passedOver(of holder: any RestorableObject) -> [(key: String, object: any Restorable)] {
        (unsafe passedOver[ObjectIdentifier(holder)] ?? []).map { ($0.key, $0.object) }
    }
}
