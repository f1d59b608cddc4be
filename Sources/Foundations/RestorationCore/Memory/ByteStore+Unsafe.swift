/// A growing byte buffer.
///
/// An encoder's mutable state is in such structs behind one pointer. Stored properties of a class
/// would need an exclusivity check for every byte.
@safe struct ByteStore: ~Copyable {
    // Invariant: `base` points to `capacity` bytes from malloc, of which the first `count` are
    // initialised. No other owner holds the pointer beyond a call.
    private(set) var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private(set) var count = 0
    private var expected = 0
    /// The maximum `count` after growing.
    private var limit = Int.max
    /// Whether growth exceeded the limit. Later bytes are discarded.
    private(set) var hasOverflowed = false
    // Invariant: if present, it points to `scrapSize` bytes from malloc, which are never read.
    private var scrap: UnsafeMutableRawPointer?
    private var scrapSize = 0

    init(capacity: Int = 4096) {
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
    }

    deinit {
        unsafe base.deallocate()
        unsafe scrap?.deallocate()
    }

    mutating func removeAll() { count = 0 }

    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "Cannot truncate beyond the end")
        count = newCount
    }

    /// Limits the growth to `additional` bytes; `nil` removes the limit. The limit applies when the
    /// buffer grows, so existing capacity stays usable.
    @inline(__always)
    mutating func limit(to additional: Int?) {
        limit = additional.map { count + $0 } ?? .max
        if hasOverflowed { clearOverflow() }
    }

    private mutating func clearOverflow() {
        hasOverflowed = false
        unsafe scrap?.deallocate()
        unsafe scrap = nil
        scrapSize = 0
    }

    /// Grows the buffer, or returns `false` beyond the limit.
    @inline(never)
    private mutating func grow(by extra: Int) -> Bool {
        guard count + extra <= limit else {
            discard(extra)
            return false
        }
        let newCapacity = max(min(capacity * 2, limit), count + extra)
        let new = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
        // Invariant: both blocks hold at least `count` bytes and do not overlap.
        unsafe new.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = new
        capacity = newCapacity
        return true
    }

    /// Redirects further writes to scrap memory.
    private mutating func discard(_ extra: Int) {
        hasOverflowed = true
        guard extra > scrapSize else { return }
        unsafe scrap?.deallocate()
        unsafe scrap = .allocate(byteCount: extra, alignment: 16)
        scrapSize = extra
    }

    /// Reserves `extra` bytes and returns their address. The caller must initialise all of them.
    @inline(__always)
    mutating func extend(by extra: Int) -> UnsafeMutableRawPointer {
        if count &+ extra > capacity, !grow(by: extra) { return unsafe scrap! }
        // Invariant: `count + extra <= capacity` after the line above; otherwise `scrap` has
        // `extra` bytes.
        let start = unsafe base + count
        count &+= extra
        return unsafe start
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe extend(by: 1).storeBytes(of: byte, as: UInt8.self)
    }

    /// Appends in the archive's byte order, little-endian.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(fixed value: Number) {
        unsafe extend(by: MemoryLayout<Number>.size)
            .storeBytes(of: value.littleEndian, as: Number.self)
    }

    @inline(__always)
    mutating func append<let count: Int>(words: [count of UInt32]) {
        let start = unsafe extend(by: count &* 4)
        for index in 0..<count {
            // Invariant: `extend` reserved all words.
            unsafe start.storeBytes(
                of: words[index].littleEndian,
                toByteOffset: index &* 4,
                as: UInt32.self
            )
        }
    }

    /// Appends 7 bits per byte, least significant first. The high bit marks continuation.
    @inline(__always)
    mutating func append(variable value: UInt64) {
        if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
        appendLong(variable: value)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8, variable value: UInt64) {
        guard value < 0x80 else {
            append(byte)
            return appendLong(variable: value)
        }
        let start = unsafe extend(by: 2)
        // Invariant: `extend` reserved both bytes.
        unsafe start.storeBytes(of: byte, as: UInt8.self)
        unsafe start.storeBytes(
            of: UInt8(truncatingIfNeeded: value),
            toByteOffset: 1,
            as: UInt8.self
        )
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
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        // Invariant: the buffer is readable for its count, which `extend` reserved.
        unsafe extend(by: bytes.count).copyMemory(from: start, byteCount: bytes.count)
    }

    mutating func overwrite(fixed value: UInt64, at offset: Int) {
        precondition(
            offset >= 0 && offset + 8 <= count,
            "Overwriting bytes that were never written"
        )
        unsafe (base + offset).storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Removing past the end")
        // Invariant: both ends are within the initialised bytes; memmove allows overlap.
        unsafe (base + range.lowerBound).copyMemory(
            from: base + range.upperBound,
            byteCount: count - range.upperBound
        )
        count -= range.count
    }

    func withBytes<Result>(
        _ range: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Reading past the end")
        return unsafe try body(
            UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
        )
    }

    /// Transfers the memory to an image. The next image is expected to need as much.
    mutating func release(to pool: BufferPool) -> ArchiveImage {
        let image = unsafe ArchiveImage(base: base, count: count, capacity: capacity, pool: pool)
        expected = count
        let next = unsafe pool.take() ?? (.allocate(byteCount: 4096, alignment: 16), 4096)
        unsafe adopt(next.base, next.capacity)
        return image
    }

    /// Empties the store and allocates as much memory as the last image needed.
    mutating func removeAll(from pool: BufferPool) {
        count = 0
        guard capacity < expected else { return }
        unsafe base.deallocate()
        // The previous image is usually on disk by now, and its memory free.
        if let spare = unsafe pool.take() {
            unsafe adopt(spare.base, spare.capacity)
        } else {
            let size = expected + expected / 8
            unsafe adopt(.allocate(byteCount: size, alignment: 16), size)
        }
    }

    private mutating func adopt(_ base: UnsafeMutableRawPointer, _ capacity: Int) {
        unsafe self.base = base
        self.capacity = capacity
        count = 0
    }
}
