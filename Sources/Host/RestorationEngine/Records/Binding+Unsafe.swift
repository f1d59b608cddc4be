import CRestorationSystem
import RestorationCore

/// A weak binding to a record's object. Stored apart from the record, which is copied more often.
///
/// A weak reference of Swift would slow the program down. The first one to an object moves the
/// object's reference counts into separate memory, which slows down every later retain and release.
@safe struct Binding {
    // Invariant: the layout of `(any Restorable)?`, whose first word is the address, 0 for nil.
    private let words: (address: UInt, witnesses: UInt)
    /// Keeps the object's memory, so that no other object gets its address.
    private unowned let pin: AnyObject?

    init(_ object: (any Restorable)?) {
        unsafe words = unsafeBitCast(object, to: (UInt, UInt).self)
        pin = object
    }

    // A mutating getter, since a nonmutating one would copy the binding with its unowned reference.

    /// `nil` once the object's deallocation has begun.
    var object: (any Restorable)? {
        mutating get {
            // Invariant: `pin` keeps the memory at that address, with its counts, while the binding
            // lives. The runtime takes a strong reference only to an object that is alive.
            guard let memory = unsafe UnsafeRawPointer(bitPattern: words.address),
                unsafe restoration_try_retain(memory) != nil
            else { return nil }
            // The reference just taken becomes that of the result, so it is moved, not copied.
            var words = words
            return unsafe withUnsafeMutableBytes(of: &words) {
                unsafe $0.assumingMemoryBound(to: (any Restorable)?.self).moveElement(from: 0)
            }
        }
    }

    /// Whether the object's deallocation has not begun.
    var isLive: Bool {
        mutating get {
            guard let memory = unsafe UnsafeRawPointer(bitPattern: words.address) else {
                return false
            }
            // Invariant: as above.
            return unsafe restoration_is_live(memory)
        }
    }

    /// The object's address, even after its deallocation; 0 without an object.
    var address: UInt { mutating get { words.address } }
}
