/// Bytes of a flat format, read in place.
///
/// Nothing outside of them is ever touched, whatever they claim: a number beyond the end reads as
/// 0, a text as empty. Numbers are little-endian.
@safe struct FlatBytes: Sendable {
    let bytes: [UInt8]
    /// Where offsets count from. Several formats may share one array.
    private let start: Int

    init(_ bytes: [UInt8], startingAt start: Int = 0) {
        self.bytes = bytes
        self.start = min(max(start, 0), bytes.count)
    }

    var count: Int { bytes.count - start }

    /// The bytes from an offset on, without a copy.
    func suffix(from offset: Int) -> FlatBytes {
        FlatBytes(bytes, startingAt: start + min(max(offset, 0), count))
    }

    @inline(__always)
    func byte(at offset: Int) -> UInt8 { number(at: offset) }

    @inline(__always)
    func uint32(at offset: Int) -> UInt32 { number(at: offset) }

    @inline(__always)
    func uint64(at offset: Int) -> UInt64 { number(at: offset) }

    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return 0 }
        // Invariant: the whole number lies within the array, as was just checked.
        let raw = unsafe bytes.withUnsafeBytes { buffer in
            unsafe buffer.loadUnaligned(fromByteOffset: start + offset, as: Number.self)
        }
        return Number(littleEndian: raw)
    }

    /// The bytes of a text; empty if they do not lie within.
    func slice(at offset: Int, count length: Int) -> ArraySlice<UInt8> {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return [] }
        return bytes[(start + offset)..<(start + offset + length)]
    }

    /// A text, or `nil` if it does not lie within or is not UTF-8.
    func text(at offset: Int, count length: Int) -> String? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            return nil
        }
        let text = bytes.span.extracting((start + offset)..<(start + offset + length))
        do {
            return String(copying: try UTF8Span(validating: text))
        } catch {
            return nil
        }
    }

    /// Lends a text to the system, or returns `nil` unless it lies within and a NUL follows it.
    @inline(__always)
    func withCString<Result>(
        at offset: Int,
        count length: Int,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result? {
        guard offset >= 0, length >= 0, offset < count, length < count - offset,
            bytes[start + offset + length] == 0
        else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer in
            // Invariant: `offset` lies within, and a NUL ends the text before the array does. The
            // pointer is not kept beyond the call.
            let address = unsafe buffer.baseAddress! + start + offset
            return unsafe body(address.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Whether the text there is `other`.
    @inline(__always)
    func isEqual(at offset: Int, count length: Int, to other: Span<UInt8>) -> Bool {
        guard length == other.count, offset >= 0, offset <= count - length else { return false }
        let own = bytes.span
        for index in 0..<length where own[start + offset + index] != other[index] { return false }
        return true
    }

    /// A number that differs for any two contents that differ in one place, however small.
    ///
    /// Four lanes take eight bytes each, so that the processor can work on all of them at once;
    /// each step can be undone, so that no single difference is lost on the way.
    func checksum(from offset: Int) -> UInt64 {
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        let end = count
        var position = offset
        unsafe bytes.withUnsafeBytes { buffer in
            while position <= end - 32 {
                // Invariant: 32 bytes from `position` on lie within, as the loop has just checked.
                let word = { (index: Int) in
                    unsafe UInt64(
                        littleEndian: buffer.loadUnaligned(
                            fromByteOffset: start &+ position &+ index,
                            as: UInt64.self
                        )
                    )
                }
                lanes.0 = Self.mix(lanes.0, word(0))
                lanes.1 = Self.mix(lanes.1, word(8))
                lanes.2 = Self.mix(lanes.2, word(16))
                lanes.3 = Self.mix(lanes.3, word(24))
                position &+= 32
            }
        }
        var sum = UInt64(truncatingIfNeeded: end)
        sum = Self.mix(Self.mix(sum, lanes.0), lanes.1)
        sum = Self.mix(Self.mix(sum, lanes.2), lanes.3)
        for byte in slice(at: position, count: end - position) { sum = Self.mix(sum, UInt64(byte)) }
        return sum ^ sum >> 32
    }

    @inline(__always)
    private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let both = sum ^ word
        return (both << 31 | both >> 33) &* 0x9E37_79B9_7F4A_7C15
    }
}

extension [UInt8] {
    // Little-endian numbers; the caller has checked that they are there.
    func uint16(at offset: Int) -> UInt16 { number(at: offset) }
    func uint32(at offset: Int) -> UInt32 { number(at: offset) }
    func uint64(at offset: Int) -> UInt64 { number(at: offset) }

    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // Invariant: the whole number lies within the array, as was just checked.
        return unsafe withUnsafeBytes { buffer in
            unsafe Number(
                littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Number.self)
            )
        }
    }
}

/// Collects a table of 64-bit words: many small parts cost less so than with ``FlatWriter``.
struct FlatTable {
    fileprivate var words: [UInt64] = []

    init(wordCount: Int) { words.reserveCapacity(wordCount) }

    @inline(__always)
    mutating func append(_ word: UInt64) { words.append(word.littleEndian) }

    /// Appends two numbers of 32 bits each.
    @inline(__always)
    mutating func append(_ first: Int, _ second: Int) {
        append(
            UInt64(UInt32(truncatingIfNeeded: first))
                | UInt64(UInt32(truncatingIfNeeded: second)) << 32
        )
    }
}

/// Collects the bytes of a flat format.
struct FlatWriter {
    private(set) var bytes: [UInt8]

    /// Goes on behind what has been collected before.
    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    @inline(__always)
    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        // Invariant: a number is as many bytes as it has.
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    mutating func append(words: some Sequence<Int>) {
        for word in words { append(UInt32(truncatingIfNeeded: word)) }
    }

    @inline(__always)
    mutating func append(contentsOf new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

    mutating func append(_ table: FlatTable) {
        // Invariant: numbers are as many bytes as they have, without gaps.
        unsafe table.words.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    mutating func append(zeroes count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    /// Adds zeroes up to a multiple of 8.
    mutating func align() { append(zeroes: (8 - bytes.count % 8) % 8) }

    mutating func set(_ number: UInt32, at offset: Int) {
        for index in 0..<4 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
    }

    mutating func set(_ number: UInt64, at offset: Int) {
        set(UInt32(truncatingIfNeeded: number), at: offset)
        set(UInt32(truncatingIfNeeded: number >> 32), at: offset + 4)
    }
}
