/// An array for tables that are written once per object.
///
/// Unlike `Array`, it is never shared, so changes need no uniqueness check and elements are
/// accessed in place.
@_spi(Memory)
@safe public struct FlatArray<Element>: ~Copyable {
    // Invariant: `base` points to `capacity` elements from malloc, of which the first `used` are
    // initialised. No other owner holds the pointer beyond a call.
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    public init(capacity: Int = 16) {
        unsafe base = .allocate(capacity: max(capacity, 1))
        self.capacity = max(capacity, 1)
    }

    public init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        append(repeating: element, count: count)
    }

    deinit {
        unsafe base.deinitialize(count: used)
        unsafe base.deallocate()
    }

    @inlinable public var count: Int { used }
    @inlinable public var isEmpty: Bool { used == 0 }

    // Address accessors: a coroutine would copy the element to read one property.
    @inlinable public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            check(index)
            // Invariant: the first `used` elements are initialised and do not move while the array
            // is only read.
            return unsafe UnsafePointer(base + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            check(index)
            // Invariant: as above; a mutation has exclusive access.
            return unsafe base + index
        }
    }

    @inlinable
    @inline(__always)
    func check(_ index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: used), "Index out of range")
    }

    @inlinable
    @inline(__always)
    public mutating func append(_ element: consuming Element) {
        if used == capacity { grow(to: used &+ 1) }
        // Invariant: `used < capacity` after the line above.
        unsafe (base + used).initialize(to: element)
        used &+= 1
    }

    public mutating func append(repeating element: Element, count: Int) {
        reserve(used + count)
        // Invariant: as in `append(_:)`.
        unsafe (base + used).initialize(repeating: element, count: count)
        used += count
    }

    public mutating func reserve(_ count: Int) {
        if count > capacity { grow(to: count) }
    }

    /// Removes the elements from `newCount` on. The memory stays allocated.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= used, "Cannot truncate beyond the end")
        // Invariant: the first `used` elements are initialised.
        unsafe (base + newCount).deinitialize(count: used - newCount)
        used = newCount
    }

    public mutating func fill(with element: Element) {
        // Invariant: as above.
        unsafe base.update(repeating: element, count: used)
    }

    @usableFromInline
    @inline(never)
    mutating func grow(to needed: Int) {
        let newCapacity = max(capacity * 2, needed)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        // Invariant: both blocks hold at least `used` elements and do not overlap.
        unsafe new.moveInitialize(from: base, count: used)
        unsafe base.deallocate()
        unsafe base = new
        capacity = newCapacity
    }
}
