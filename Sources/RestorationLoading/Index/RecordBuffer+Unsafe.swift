/// Room for a record, of whose size there is a bound before it is written.
@safe struct RecordBuffer: ~Copyable {
    // Invariant: `base` points to `capacity` bytes, the first `count` of which are initialised, and
    // nobody else holds the pointer.
    private var base: UnsafeMutableRawPointer
    private var capacity = 1024
    private var count = 0

    init() { unsafe base = .allocate(byteCount: capacity, alignment: 8) }

    /// Empties the buffer, and makes room for what a manifest of so many bytes can become.
    ///
    /// A text takes three bytes of JSON at least besides its own, with a comma, and four of a
    /// record; a class takes 22, and 24 of a record. What has neither is in the rest.
    mutating func empty(forManifestOf sizeInBytes: Int) {
        count = 0
        let needed = sizeInBytes * 2 + 64
        guard needed > capacity else { return }
        unsafe base.deallocate()
        unsafe base = .allocate(byteCount: needed, alignment: 8)
        capacity = needed
    }

    deinit { unsafe base.deallocate() }

    mutating func append(_ number: UInt32) {
        precondition(capacity - count >= 4)
        unsafe base.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt32.self)
        count += 4
    }

    /// Appends a small number; see ``FlatWriter/append(small:)``.
    mutating func append(small number: Int) {
        precondition(capacity - count >= FlatWriter.smallSize)
        FlatWriter.forEachGroup(of: number) { group in
            unsafe base.storeBytes(of: group, toByteOffset: count, as: UInt8.self)
            count += 1
        }
    }

    /// Appends a text.
    mutating func append(text: Range<Int>, of bytes: [UInt8]) {
        append(small: text.count + 1)
        precondition(text.lowerBound >= 0 && text.upperBound <= bytes.count)
        precondition(capacity - count >= text.count)
        unsafe bytes.withUnsafeBytes { source in
            let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: text.count)
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[text]))
        }
        count += text.count
    }

    /// Appends all that another buffer holds.
    mutating func append(_ other: borrowing RecordBuffer) {
        precondition(capacity - count >= other.count)
        unsafe (base + count).copyMemory(from: other.base, byteCount: other.count)
        count += other.count
    }

    var bytes: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: count)) }
}
