import CRestorationSystem
import RestorationCore

/// A weak binding to a record's object. Stored apart from the record, which is copied more often.
///
/// A weak reference of Swift would slow the program down. The first one to an object moves the
/// object's reference counts into separate memory, which slows down every later retain and release.
@safe struct Binding {
    // Invariant: read only while `strong` keeps the object alive.
    private unowned(unsafe) let target: (any Restorable)?
    /// Keeps the object's memory, so that no other object gets its address.
    private unowned let pin: AnyObject?
    private let place: UInt

    init(_ object: (any Restorable)?) {
        unsafe target = object
        pin = object
        place = object.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    }

    // A mutating getter, since a nonmutating one would copy the binding with its unowned reference.

    /// `nil` once the object's deallocation has begun.
    var object: (any Restorable)? {
        mutating get {
            // Invariant: `pin` keeps the memory at `place`, with its counts, while the binding
            // lives. The runtime takes a strong reference only to an object that is alive.
            guard let memory = unsafe UnsafeRawPointer(bitPattern: place),
                let strong = unsafe restoration_try_retain(memory)
            else { return nil }
            // Balances the retain above. The caller's reference is retained separately.
            defer { unsafe Unmanaged<AnyObject>.fromOpaque(strong).release() }
            return unsafe target
        }
    }

    /// The object's address, even after its deallocation; 0 without an object.
    var address: UInt { mutating get { place } }
}
