/// An array in memory of its own, for tables that are written once per object.
///
/// Unlike `Array` it is never shared, so that changing it asks nobody whether it must copy first,
/// and its elements are changed and looked at in place.
@safe package struct FlatArray<Element>: ~Copyable {
    // Invariant: `base` points to `capacity` elements from malloc, the first `used` are
    // initialised, and nobody else holds the pointer beyond a call.
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    package init(capacity: Int = 16) {
        unsafe base = .allocate(capacity: max(capacity, 1))
        self.capacity = max(capacity, 1)
    }

    package init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        append(repeating: element, count: count)
    }

    deinit {
        unsafe base.deinitialize(count: used)
        unsafe base.deallocate()
    }

    @inlinable package var count: Int { used }
    @inlinable package var isEmpty: Bool { used == 0 }

    // Addresses: to look at one property of an element that a coroutine yields copies all of it.
    @inlinable package subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            check(index)
            // Invariant: the first `used` elements are initialised, and stay where they are as long
            // as the array is only looked at.
            return unsafe UnsafePointer(base + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            check(index)
            // Invariant: as above; whoever changes an element has the array for itself.
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
    package mutating func append(_ element: consuming Element) {
        if used == capacity { grow(to: used &+ 1) }
        // Invariant: `used < capacity` after the line above.
        unsafe (base + used).initialize(to: element)
        used &+= 1
    }

    mutating func append(repeating element: Element, count: Int) {
        reserve(used + count)
        // Invariant: as in `append(_:)`.
        unsafe (base + used).initialize(repeating: element, count: count)
        used += count
    }

    /// Makes room for `count` elements in all.
    mutating func reserve(_ count: Int) {
        if count > capacity { grow(to: count) }
    }

    /// Ends the elements from `newCount` on; memory is kept.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= used, "Cannot truncate beyond the end")
        // Invariant: the first `used` elements are initialised.
        unsafe (base + newCount).deinitialize(count: used - newCount)
        used = newCount
    }

    /// Sets every element.
    package mutating func fill(with element: Element) {
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
