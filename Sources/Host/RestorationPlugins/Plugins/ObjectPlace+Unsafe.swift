internal import CRestorationSystem

/// The place of an object, which clears it in its deinit. A lock guards clearing and reading it.
///
/// Not a weak reference of Swift: the first one to an object moves the object's counts into
/// separate memory, and every later retain and release of the object takes the slow path there.
@safe struct ObjectPlace: Sendable {
    /// 0 for none.
    private let address: UInt

    init(of object: AnyObject?) {
        address = object.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    }

    /// `nil` once the object's deallocation has begun.
    var object: AnyObject? {
        // Invariant: the object clears its place before its memory is freed. The runtime takes a
        // strong reference only to an object that is alive, and `takeRetainedValue` balances it.
        guard let memory = unsafe UnsafeRawPointer(bitPattern: address),
            let strong = unsafe restoration_try_retain(memory)
        else { return nil }
        return unsafe Unmanaged<AnyObject>.fromOpaque(strong).takeRetainedValue()
    }
}
