/// Bytes that only grow, in memory of their own.
///
/// All mutable state of an encoder lies in structs like this one behind a single pointer: a class's
/// stored properties would cost an exclusivity check for every byte written.
@safe package struct ByteStore: ~Copyable {
    // Invariant: `base` points to `capacity` bytes from malloc, the first `count` are initialised,
    // and nobody else holds the pointer beyond a call.
    private(set) var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    package private(set) var count = 0

    package init(capacity: Int = 4096) {
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
    }

    deinit { unsafe base.deallocate() }

    package mutating func removeAll() { count = 0 }

    package mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "Cannot truncate beyond the end")
        count = newCount
    }

    @inline(never)
    private mutating func grow(by extra: Int) {
        let newCapacity = max(capacity * 2, count + extra)
        let new = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
        // Invariant: both blocks hold at least `count` bytes and do not overlap.
        unsafe new.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = new
        capacity = newCapacity
    }

    /// Makes room for `extra` bytes and returns where they go. The caller fills all of them.
    @inline(__always)
    mutating func extend(by extra: Int) -> UnsafeMutableRawPointer {
        if count &+ extra > capacity { grow(by: extra) }
        // Invariant: `count + extra <= capacity` after the line above.
        let start = unsafe base + count
        count &+= extra
        return unsafe start
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        unsafe extend(by: 1).storeBytes(of: byte, as: UInt8.self)
    }

    /// Appends in the order of the archive: little-endian.
    @inline(__always)
    package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(fixed value: Number) {
        unsafe extend(by: MemoryLayout<Number>.size)
            .storeBytes(of: value.littleEndian, as: Number.self)
    }

    /// Appends 7 bits a byte, least significant first, the high bit telling that more follow.
    @inline(__always)
    package mutating func append(variable value: UInt64) {
        if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
        appendLong(variable: value)
    }

    @inline(never)
    private mutating func appendLong(variable value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        // Invariant: a buffer pointer's memory is readable for its count; `extend` made as much room.
        unsafe extend(by: bytes.count).copyMemory(from: start, byteCount: bytes.count)
    }

    package mutating func overwrite(fixed value: UInt32, at offset: Int) {
        precondition(offset >= 0 && offset + 4 <= count, "Overwriting what was never written")
        unsafe (base + offset).storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    /// Takes out `range` and closes the gap.
    package mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Removing past the end")
        // Invariant: both ends lie within the initialised bytes; memmove allows overlap.
        unsafe (base + range.lowerBound).copyMemory(
            from: base + range.upperBound, byteCount: count - range.upperBound)
        count -= range.count
    }

    package func withBytes<Result>(
        _ range: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Reading past the end")
        return unsafe try body(
            UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Hands the memory over to an image and goes on with memory from `pool`, or fresh.
    mutating func release(to pool: BufferPool) -> ArchiveImage {
        let image = unsafe ArchiveImage(base: base, count: count, capacity: capacity, pool: pool)
        adoptMemory(from: pool)
        return image
    }

    private mutating func adoptMemory(from pool: BufferPool) {
        let next = unsafe pool.take() ?? (.allocate(byteCount: 4096, alignment: 16), 4096)
        unsafe base = next.base
        capacity = unsafe next.capacity
        count = 0
    }
}

/// Texts by number, each once; finding one costs a hash of its bytes.
@safe package struct TextTable: ~Copyable {
    /// All texts one after another, and where each begins.
    private var bytes = ByteStore()
    private var starts: [UInt32] = [0]
    private var hashes: [UInt32] = []
    /// Open addressing: a text's number plus one, 0 for a free slot. Its size is a power of two.
    private var slots: [UInt32]

    package init() { slots = [UInt32](repeating: 0, count: 64) }

    package var count: Int { hashes.count }
    package var sizeInBytes: Int { bytes.count }

    package mutating func removeAll() {
        bytes.removeAll()
        starts.removeLast(starts.count - 1)
        hashes.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
    }

    /// The number of `text`, new or known.
    package mutating func number(of text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { unsafe number(of: UnsafeRawBufferPointer($0)) }
    }

    package mutating func number(of text: UnsafeRawBufferPointer) -> UInt32 {
        let hash = unsafe Self.hash(text)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = Int(slots[slot] - 1)
            if hashes[found] == hash, unsafe matches(found, text) { return UInt32(found) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = UInt32(hashes.count)
        unsafe bytes.append(text)
        starts.append(UInt32(bytes.count))
        hashes.append(hash)
        slots[slot] = number + 1
        if hashes.count * 2 > slots.count { rehash() }
        return number
    }

    /// The number of `text`, if it is known.
    package func find(_ text: UnsafeRawBufferPointer) -> UInt32? {
        let hash = unsafe Self.hash(text)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = Int(slots[slot] - 1)
            if hashes[found] == hash, unsafe matches(found, text) { return UInt32(found) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    package subscript(number: UInt32) -> String {
        unsafe bytes.withBytes(range(of: Int(number))) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the table as an archive stores it: the starts, then the texts.
    package func write(to store: inout ByteStore) {
        for start in starts { store.append(fixed: start) }
        unsafe bytes.withBytes(0..<bytes.count) { unsafe store.append($0) }
    }

    private func range(of index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

    private func matches(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        let range = range(of: index)
        guard range.count == text.count else { return false }
        return unsafe bytes.withBytes(range) { unsafe $0.elementsEqual(text) }
    }

    private mutating func rehash() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }

    /// FNV-1a over eight bytes at a time, folded. Not for hostile input: the texts are those of this
    /// process or of an archive that it sealed.
    @inline(__always)
    package static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        let count = text.count
        while offset &+ 8 <= count {
            // Invariant: eight bytes from `offset` lie within the buffer.
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

/// Numbers by address, for literals and objects: finding one costs a multiplication.
@safe package struct AddressTable: ~Copyable {
    // Invariant: `slots` points to `mask + 1` initialised slots; address 0 marks a free one.
    private var slots: UnsafeMutablePointer<(address: UInt, number: UInt32)>
    private var mask: Int
    package private(set) var count = 0

    package init(capacity: Int = 64) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        mask = size - 1
        unsafe slots = .allocate(capacity: size)
        unsafe slots.initialize(repeating: (0, 0), count: size)
    }

    deinit { unsafe slots.deallocate() }

    package mutating func removeAll() {
        unsafe slots.update(repeating: (0, 0), count: mask + 1)
        count = 0
    }

    @inline(__always)
    private func home(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    }

    /// The number stored for `address`, which is not 0.
    @inline(__always)
    package subscript(address: UInt) -> UInt32? {
        var slot = home(address)
        while true {
            // Invariant: `slot` is masked, so it lies within the table, which is never full.
            let entry = unsafe slots[slot]
            if entry.address == address { return entry.number }
            if entry.address == 0 { return nil }
            slot = (slot &+ 1) & mask
        }
    }

    /// Stores `number` for an address that has none yet.
    package mutating func insert(_ number: UInt32, at address: UInt) {
        if (count + 1) * 2 > mask { grow() }
        var slot = home(address)
        while unsafe slots[slot].address != 0 { slot = (slot &+ 1) & mask }
        unsafe slots[slot] = (address, number)
        count += 1
    }

    /// Changes the number stored for an address that has one.
    package mutating func update(_ number: UInt32, at address: UInt) {
        var slot = home(address)
        while unsafe slots[slot].address != address {
            precondition(unsafe slots[slot].address != 0, "Updating an address never stored")
            slot = (slot &+ 1) & mask
        }
        unsafe slots[slot].number = number
    }

    private mutating func grow() {
        let old = unsafe slots
        let oldSize = mask + 1
        mask = oldSize * 2 - 1
        unsafe slots = .allocate(capacity: oldSize * 2)
        unsafe slots.initialize(repeating: (0, 0), count: oldSize * 2)
        count = 0
        for index in 0..<oldSize where unsafe old[index].address != 0 {
            insert(unsafe old[index].number, at: unsafe old[index].address)
        }
        unsafe old.deallocate()
    }
}
