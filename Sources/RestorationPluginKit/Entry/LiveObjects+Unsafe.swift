import CRestorationPlugin
import RestorationCore
import Synchronization

/// The plugin's objects, from `create` to `destroy`, by the pointers that the host holds.
///
/// A pointer from the host is looked up here and never followed, so that one that is stale or was
/// destroyed twice is an error and no crash.
final class LiveObjects: Sendable {
    // Invariant: used on the session's thread alone; every call from the host checks that.
    nonisolated(unsafe) private var objects: [UInt: any RestorableObject] = [:]
    /// What the host calls the objects.
    ///
    /// Guarded, because any thread may invalidate.
    private let handles = Mutex<[ObjectIdentifier: restoration_handle]>([:])

    /// Keeps an object alive and returns the pointer that stands for it.
    func insert(
        _ object: any RestorableObject,
        handle: restoration_handle
    ) -> UnsafeMutableRawPointer {
        let pointer = unsafe Unmanaged.passUnretained(object as AnyObject).toOpaque()
        unsafe objects[UInt(bitPattern: pointer)] = object
        handles.withLock { $0[ObjectIdentifier(object)] = handle }
        return unsafe pointer
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
        handles.withLock { $0[ObjectIdentifier(object)] = nil }
        return true
    }

    /// What the host calls an object; `nil` if it does not know it.
    ///
    /// Any thread.
    func handle(of object: AnyObject) -> restoration_handle? {
        handles.withLock { $0[ObjectIdentifier(object)] }
    }
}
