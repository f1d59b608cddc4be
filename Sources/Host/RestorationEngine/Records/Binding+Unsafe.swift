import CRestorationSystem
import RestorationCore

/// The object of a record, which it does not keep alive. Apart from the record, which is copied
/// more often.
///
/// A weak reference would do the same at a price for the program: the first one to an object moves
/// the object's counts into memory of their own, and every later retain and release of the object
/// takes the slow path there.
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

    // Mutating, since a binding that is only looked at is copied for that, unowned reference and
    // all.

    /// `nil` once the object's deallocation has begun.
    var object: (any Restorable)? {
        mutating get {
            // Invariant: `pin` keeps the memory at `place`, with its counts, for as long as the
            // binding lives; the runtime takes a strong reference only to an object that is alive.
            guard let memory = unsafe UnsafeRawPointer(bitPattern: place),
                let strong = unsafe restoration_try_retain(memory)
            else { return nil }
            // Balances the reference that was taken: the result has its own.
            defer { unsafe Unmanaged<AnyObject>.fromOpaque(strong).release() }
            return unsafe target
        }
    }

    /// Where the object is, or was: 0 without one.
    var address: UInt { mutating get { place } }
}
