/// A view of a part of an array's bytes, with indices from 0.
struct ByteWindow {
    private let bytes: [UInt8]
    private let range: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        self.range = range
    }

    init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    var count: Int { range.count }
    var slice: ArraySlice<UInt8> { bytes[range] }

    func slice(_ part: Range<Int>) -> ArraySlice<UInt8> {
        precondition(part.lowerBound >= 0 && part.upperBound <= count)
        return bytes[range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound]
    }

    // Little-endian numbers. The caller checks the bounds.
    func uint16(at offset: Int) -> UInt16 { bytes.uint16(at: place(offset, 2)) }
    func uint32(at offset: Int) -> UInt32 { bytes.uint32(at: place(offset, 4)) }
    func uint64(at offset: Int) -> UInt64 { bytes.uint64(at: place(offset, 8)) }

    private func place(_ offset: Int, _ size: Int) -> Int {
        precondition(offset >= 0 && offset <= count - size)
        return range.lowerBound + offset
    }
}
