/// A hash table from addresses of literals or objects to numbers.
@safe package struct AddressTable: ~Copyable {
    // Invariant: `slots` points to `mask + 1` initialised slots; address 0 marks a free one.
    private var slots: UnsafeMutablePointer<(address: UInt, number: UInt32)>
    private var mask: Int
    /// The usual minimum distance between addresses, as a power of two.
    private let spacing: UInt
    package private(set) var count = 0

    package init(capacity: Int = 32) { self.init(capacity: capacity, spacing: 5) }

    /// A table for the addresses of literals, which are close together.
    static var ofLiterals: AddressTable { AddressTable(capacity: 32, spacing: 2) }

    private init(capacity: Int, spacing: UInt) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        mask = size - 1
        self.spacing = spacing
        unsafe slots = .allocate(capacity: size)
        unsafe slots.initialize(repeating: (0, 0), count: size)
    }

    deinit { unsafe slots.deallocate() }

    /// Empties the table. It stays allocated unless it is much too large.
    package mutating func removeAll() {
        if count * 16 < mask, mask >= 1 << 12 {
            self = AddressTable(capacity: count * 2, spacing: spacing)
        } else {
            unsafe slots.update(repeating: (0, 0), count: mask + 1)
            count = 0
        }
    }

    /// The number stored for `address`, which must not be 0.
    @inline(__always)
    package subscript(address: UInt) -> UInt32? {
        // Invariant: `slot(of:)` is within the table.
        let entry = unsafe slots[slot(of: address)]
        return entry.address == 0 ? nil : entry.number
    }

    package mutating func set(_ number: UInt32, at address: UInt) {
        if (count + 1) * 2 > mask { grow(to: (mask + 1) * 2) }
        let slot = slot(of: address)
        // Invariant: as above.
        if unsafe slots[slot].address == 0 { count += 1 }
        unsafe slots[slot] = (address, number)
    }

    /// Stores `number` for `address`, or returns the number that is already stored.
    mutating func insert(_ number: UInt32, at address: UInt) -> UInt32? {
        if (count + 1) * 2 > mask { grow(to: (mask + 1) * 2) }
        let slot = slot(of: address)
        // Invariant: as above.
        if unsafe slots[slot].address != 0 { return unsafe slots[slot].number }
        count += 1
        unsafe slots[slot] = (address, number)
        return nil
    }

    /// The slot of `address`, or the free slot where it belongs.
    @inline(__always)
    private func slot(of address: UInt) -> Int {
        // Scatters addresses in runs of 32. Neighbours in memory, which callers usually look up in
        // turn, stay neighbours here and are prefetched. Longer runs would overlap and collide.
        let place = address &>> spacing
        let scattered = ((place &>> 5) &* 0x9E37_79B9_7F4A_7C15) &>> 32
        var slot = Int(truncatingIfNeeded: place &+ scattered) & mask
        while true {
            // Invariant: `slot` is masked, so it is within the table, which is never full.
            let found = unsafe slots[slot].address
            if found == address || found == 0 { return slot }
            slot = (slot &+ 1) & mask
        }
    }

    package mutating func reserve(_ count: Int) {
        var size = mask + 1
        while size <= count * 2 { size *= 2 }
        if size > mask + 1 { grow(to: size) }
    }

    private mutating func grow(to size: Int) {
        let old = unsafe slots
        let oldSize = mask + 1
        mask = size - 1
        unsafe slots = .allocate(capacity: size)
        unsafe slots.initialize(repeating: (0, 0), count: size)
        for index in 0..<oldSize where unsafe old[index].address != 0 {
            unsafe slots[slot(of: old[index].address)] = old[index]
        }
        unsafe old.deallocate()
    }
}
