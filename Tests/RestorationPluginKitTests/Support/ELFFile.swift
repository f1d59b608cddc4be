import Foundation

/// What the tests need to know of a shared library's file, by the ELF specification (64 bits,
/// little-endian).
struct ELFFile {
    private let bytes: [UInt8]

    init(_ file: URL) throws {
        bytes = Array(try Data(contentsOf: file))
    }

    /// The contents of the first note of that owner and type, found through the program headers.
    func note(owner: String, type: UInt64) -> [UInt8]? {
        for header in headers(at: 32, size: 54, count: 56) where number(header, 4) == 4 {
            var offset = Int(number(header + 8, 8))
            let end = offset + Int(number(header + 32, 8))
            while offset < end {
                let (nameSize, size) = (Int(number(offset, 4)), Int(number(offset + 4, 4)))
                let name = bytes[offset + 12..<offset + 12 + nameSize]
                let start = offset + 12 + (nameSize + 3) / 4 * 4
                if number(offset + 8, 4) == type, name.elementsEqual(owner.utf8 + [0]) {
                    return Array(bytes[start..<start + size])
                }
                offset = start + (size + 3) / 4 * 4
            }
        }
        return nil
    }

    /// The symbols that other images can bind to.
    func exportedSymbols() -> [String] {
        let sections = headers(at: 40, size: 58, count: 60)
        // SHT_DYNSYM; its `sh_link` is the table of names.
        guard let table = sections.first(where: { number($0 + 4, 4) == 11 }) else { return [] }
        let names = Int(number(sections[Int(number(table + 40, 4))] + 24, 8))
        let start = Int(number(table + 24, 8))
        return stride(from: start, to: start + Int(number(table + 32, 8)), by: 24).compactMap {
            symbol in
            // Neither local nor undefined.
            guard bytes[symbol + 4] >> 4 != 0, number(symbol + 6, 2) != 0 else { return nil }
            let name = bytes[(names + Int(number(symbol, 4)))...].prefix { $0 != 0 }
            return String(decoding: name, as: UTF8.self)
        }
    }

    private func headers(at table: Int, size: Int, count: Int) -> [Int] {
        (0..<Int(number(count, 2))).map { Int(number(table, 8)) + $0 * Int(number(size, 2)) }
    }

    private func number(_ offset: Int, _ size: Int) -> UInt64 {
        bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
