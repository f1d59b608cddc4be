/// The bytes of a compiled library, for changes that no linker would make.
struct CompiledLibrary {
    var bytes: [UInt8]

    /// The offsets of the program headers of a type.
    func headers(ofType type: UInt32) -> [Int] {
        headers.filter { number(at: $0, size: 4) == UInt64(type) }
    }

    /// The offsets of all program headers.
    var headers: [Int] {
        let start = Int(number(at: 32, size: 8))
        return (0..<Int(number(at: 56, size: 2))).map { start + $0 * 56 }
    }

    /// The offsets of the dynamic table's entries before DT_NULL.
    var dynamicEntries: [Int] {
        let header = headers(ofType: 2)[0]
        let start = Int(number(at: header + 8, size: 8))
        let end = start + Int(number(at: header + 32, size: 8))
        return stride(from: start, to: end, by: 16).filter { number(at: $0, size: 8) != 0 }
    }

    /// The offset of a dynamic entry.
    func dynamicEntry(_ tag: UInt64) -> Int? {
        dynamicEntries.first { number(at: $0, size: 8) == tag }
    }

    func number(at offset: Int, size: Int) -> UInt64 {
        bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func set<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        bytes.replaceSubrange(offset..<offset + Number.bitWidth / 8, with: ELFImage.bytes(number))
    }

    /// Writes the low `size` bytes of a number.
    mutating func set(_ number: UInt64, size: Int, at offset: Int) {
        bytes.replaceSubrange(offset..<offset + size, with: ELFImage.bytes(number).prefix(size))
    }
}
