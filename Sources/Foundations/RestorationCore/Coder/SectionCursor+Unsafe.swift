/// Iterates over the bytes of a section. Every step checks bounds and throws on malformed bytes.
@safe struct SectionCursor {
    // Invariant: `base` is readable up to `end`; the creator of a cursor keeps the memory alive.
    private let base: UnsafeRawPointer
    let end: Int
    var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may lack an address. Any address works, because no byte is read.
        unsafe base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        end = bytes.count
    }

    private var damage: CoderError { .damaged(offset: offset) }

    @inline(__always)
    private mutating func advance(_ count: Int) throws(CoderError) -> UnsafeRawPointer {
        guard count >= 0, count <= end &- offset else { throw damage }
        // Invariant: `offset + count <= end` after the check.
        let start = unsafe base + offset
        offset &+= count
        return unsafe start
    }

    @inline(__always)
    mutating func byte() throws(CoderError) -> UInt8 {
        unsafe try advance(1).load(as: UInt8.self)
    }

    @inline(__always)
    mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type
    ) throws(CoderError) -> Number {
        let value = unsafe try advance(MemoryLayout<Number>.size).loadUnaligned(as: Number.self)
        return Number(littleEndian: value)
    }

    @inline(__always)
    mutating func variable() throws(CoderError) -> UInt64 {
        let first = try byte()
        return first < 0x80 ? UInt64(first) : try longVariable(first)
    }

    @inline(never)
    private mutating func longVariable(_ first: UInt8) throws(CoderError) -> UInt64 {
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while true {
            let next = try byte()
            // The tenth byte holds the last bit of 64.
            guard shift < 63 || next <= 1 else { throw damage }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    @inline(__always)
    mutating func size() throws(CoderError) -> Int {
        guard let size = Int(exactly: try variable()) else { throw damage }
        return size
    }

    @inline(__always)
    mutating func tag() throws(CoderError) -> SectionTag {
        let value = try byte() &- SectionTag.null.rawValue
        guard value <= SectionTag.last.rawValue &- SectionTag.null.rawValue else {
            throw damage
        }
        // Invariant: tags are consecutive, and an enum without payloads is stored as its case's
        // index.
        return unsafe unsafeBitCast(value, to: SectionTag.self)
    }

    @inline(__always)
    func peekTag() throws(CoderError) -> SectionTag {
        var copy = self
        return try copy.tag()
    }

    /// The key of the field at `position`, if it takes one byte and its value is not null.
    @inline(__always)
    func shortKey(at position: Int) -> UInt32? {
        guard position >= 0, position < end &- 1 else { return nil }
        // Invariant: `position + 1 < end` after the guard above.
        let key = unsafe base.load(fromByteOffset: position, as: UInt8.self)
        let tag = unsafe base.load(fromByteOffset: position &+ 1, as: UInt8.self)
        guard key < 0x80, tag > SectionTag.null.rawValue, tag <= SectionTag.last.rawValue
        else { return nil }
        return UInt32(key)
    }

    /// The bytes of a text, readable as long as the section.
    @inline(__always)
    mutating func text() throws(CoderError) -> UnsafeRawBufferPointer {
        let count = try size()
        return unsafe UnsafeRawBufferPointer(start: try advance(count), count: count)
    }

    mutating func container() throws(CoderError) -> (end: Int, count: Int) {
        let size = Int(try fixed(UInt32.self))
        guard size >= 4, size <= end - offset else { throw damage }
        let containerEnd = offset + size
        let count = Int(try fixed(UInt32.self))
        // Each element takes at least one byte. Rejecting larger counts prevents huge allocations.
        guard count <= size - 4 else { throw damage }
        return (containerEnd, count)
    }

    mutating func skip() throws(CoderError) {
        switch try tag() {
        case .null, .false, .true: break
        case .integer, .unsigned, .reference: _ = try variable()
        case .float: _ = unsafe try advance(4)
        case .double: _ = unsafe try advance(8)
        case .string, .bytes: _ = unsafe try text()
        case .date:
            _ = try variable()
            _ = try variable()
        case .uuid: _ = unsafe try advance(16)
        case .array, .dictionary: offset = try container().end
        }
    }

    /// Skips one value and collects its references.
    mutating func skip(collecting references: inout [UInt64], depth: Int = 0) throws(CoderError) {
        let tag = try peekTag()
        switch tag {
        case .reference:
            _ = try self.tag()
            references.append(try variable())
        case .array, .dictionary:
            guard depth < SectionLimit.depth else { throw damage }
            _ = try self.tag()
            let (end, count) = try container()
            for _ in 0..<count {
                if tag == .dictionary { _ = unsafe try text() }
                try skip(collecting: &references, depth: depth + 1)
            }
            guard offset == end else { throw damage }
        default: try skip()
        }
    }

    /// The bytes of a skipped range, readable as long as the section.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= end, "Reading past a section")
        // Invariant: as for `base`.
        return unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Moves to the value of field `key`. Tries `guess` first, then searches from the start,
    /// because readers usually ask in writing order. O(fields) at worst.
    @inline(__always)
    mutating func seek(_ key: UInt64, from guess: Int) throws(CoderError) -> Bool {
        offset = guess
        if offset < end, try variable() == key { return true }
        return try scan(key)
    }

    @inline(never)
    private mutating func scan(_ key: UInt64) throws(CoderError) -> Bool {
        offset = 0
        while offset < end {
            if try variable() == key { return true }
            try skip()
        }
        return false
    }
}
