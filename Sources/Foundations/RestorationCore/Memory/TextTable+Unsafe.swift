/// Unique texts by number, found by a hash of their bytes.
@safe package struct TextTable: ~Copyable {
    /// All texts, concatenated, and their start offsets.
    private var bytes = ByteStore()
    private var starts = FlatArray<UInt32>(repeating: 0, count: 1)
    private var hashes = FlatArray<UInt32>()
    /// Open addressing: a text's number plus one, or 0 for a free slot. The size is a power of two.
    private var slots = FlatArray<UInt32>(repeating: 0, count: 64)

    package init() {}

    var count: Int { hashes.count }
    var sizeInBytes: Int { bytes.count }

    mutating func removeAll() {
        bytes.removeAll()
        starts.truncate(to: 1)
        hashes.truncate(to: 0)
        slots.fill(with: 0)
    }

    package mutating func number(of text: String) -> UInt32 {
        unsafe text.withBytes { unsafe number(of: $0) }
    }

    mutating func number(of text: UnsafeRawBufferPointer) -> UInt32 {
        let hash = unsafe Self.hash(text)
        let slot = unsafe slot(of: text, hash)
        if slots[slot] != 0 { return slots[slot] - 1 }
        let number = UInt32(hashes.count)
        unsafe bytes.append(text)
        starts.append(UInt32(bytes.count))
        hashes.append(hash)
        slots[slot] = number + 1
        if hashes.count * 2 > slots.count { rehash() }
        return number
    }

    /// A text's hash, equal in every process.
    func hash(of number: UInt32) -> UInt32 { hashes[Int(number)] }

    static func hash(_ text: String) -> UInt32 { unsafe text.withBytes { unsafe hash($0) } }

    package func find(_ text: String) -> UInt32? { unsafe text.withBytes { unsafe find($0) } }

    func find(_ text: UnsafeRawBufferPointer) -> UInt32? {
        let slot = unsafe slot(of: text, Self.hash(text))
        return slots[slot] == 0 ? nil : slots[slot] - 1
    }

    subscript(number: UInt32) -> String {
        unsafe bytes.withBytes(range(of: Int(number))) {
            unsafe String(copying: $0)
        }
    }

    /// Appends the table in the archive's format: the offsets, then the texts.
    func write(to store: inout ByteStore) {
        for index in 0..<starts.count { store.append(fixed: starts[index]) }
        unsafe bytes.withBytes(0..<bytes.count) { unsafe store.append($0) }
    }

    private func range(of index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

    /// The slot of `text`, or the free slot where it belongs.
    @inline(__always)
    private func slot(of text: UnsafeRawBufferPointer, _ hash: UInt32) -> Int {
        var slot = Int(hash) & (slots.count &- 1)
        while slots[slot] != 0 {
            let found = Int(slots[slot] &- 1)
            if hashes[found] == hash, unsafe matches(found, text) { break }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
        return slot
    }

    /// Whether the text of a number equals `text`.
    @inline(__always)
    func matches(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        let range = range(of: index)
        guard range.count == text.count else { return false }
        return unsafe bytes.withBytes(range) { unsafe Self.areEqual($0, text) }
    }

    private mutating func rehash() {
        let size = slots.count * 2
        slots = FlatArray(repeating: 0, count: size)
        for number in 0..<hashes.count {
            var slot = Int(hashes[number]) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }

    /// Compares buffers of equal size, eight bytes at a time.
    @inline(__always)
    static func areEqual(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer
    ) -> Bool {
        var offset = 0
        let count = first.count
        // Invariant, here and below: each load is within both buffers.
        while offset &+ 8 <= count {
            let left = unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let right = unsafe second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if left != right { return false }
            offset &+= 8
        }
        if count &- offset >= 4 {
            let left = unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let right = unsafe second.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            if left != right { return false }
            offset &+= 4
        }
        while offset < count {
            if unsafe first[offset] != second[offset] { return false }
            offset &+= 1
        }
        return true
    }

    /// FNV-1a over eight bytes at a time, folded. Not for hostile input: the texts come from this
    /// process or from an archive that it sealed.
    @inline(__always)
    static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        let count = text.count
        while offset &+ 8 <= count {
            // Invariant: eight bytes from `offset` are within the buffer.
            let word = unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            offset &+= 8
        }
        while offset < count {
            hash = (hash ^ UInt64(unsafe text[offset])) &* 0x0000_0100_0000_01B3
            offset &+= 1
        }
        hash ^= UInt64(count)
        hash = (hash ^ (hash >> 32)) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}
