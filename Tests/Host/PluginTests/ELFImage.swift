/// The bytes of a shared library that contains only program headers and notes.
///
/// Every field can have a value that no linker would write.
struct ELFImage {
    var fileClass: UInt8 = 2
    var byteOrder: UInt8 = 1
    var type: UInt16 = 3
    var machine: UInt16 = ELFImage.hostMachine
    var programHeaderOffset: UInt64 = 64
    var segments: [Segment] = []

    struct Segment {
        var type: UInt32 = 4
        /// Read-only.
        var flags: UInt32 = 4
        var alignment: UInt64 = 4
        var content: [UInt8] = []
        /// A false offset in the header.
        var claimedOffset: UInt64?
        var claimedSize: UInt64?
    }

    #if arch(x86_64)
    static let hostMachine: UInt16 = 62
    static let otherMachine: UInt16 = 183
    #else
    static let hostMachine: UInt16 = 183
    static let otherMachine: UInt16 = 62
    #endif

    init(manifest: String) {
        segments = [Segment(content: Self.note(manifest: manifest))]
    }

    init() {}

    /// A library with one manifest that exports a plugin's entry point, without code.
    static func plugin(manifest: String) -> ELFImage {
        let note = note(manifest: manifest)
        let start = 64 + 4 * 56 + note.count
        let name = "restoration_plugin_entry"
        let names = padded([0] + Array(name.utf8) + [0], to: 8)
        // One hash bucket that starts with symbol 1, the only one.
        let hashes = padded([1, 2, 1, 0, 0].flatMap { bytes($0 as UInt32) }, to: 8)
        let symbol = bytes(1 as UInt32) + [0x12, 0] + bytes(1 as UInt16)
        let symbols = Array(repeating: 0, count: 24) + symbol + Array(repeating: 0, count: 16)
        let parts = [names, hashes, symbols]
        let places = parts.indices.map { start + parts[..<$0].joined().count }
        // DT_STRTAB, DT_HASH, DT_SYMTAB, DT_STRSZ, DT_NULL
        let entries = [5, places[0], 4, places[1], 6, places[2], 10, names.count, 0, 0]
        let table = entries.flatMap { bytes(UInt64($0)) }
        let content = Array(parts.joined())
        var image = ELFImage()
        // The whole file is loaded, since the dynamic loader reads the table in memory.
        let size = UInt64(start + content.count + table.count)
        image.segments = [
            Segment(content: note),
            Segment(type: 1, content: content, claimedOffset: 0, claimedSize: size),
            Segment(type: 2, content: table), Segment(type: 0x6474_E551, flags: 6),
        ]
        return image
    }

    static func note(manifest: String, alignment: Int = 4) -> [UInt8] {
        note(owner: "Restoration", type: 0x5253_5401, Array(manifest.utf8), alignment: alignment)
    }

    static func note(
        owner: String,
        type: UInt32,
        _ content: [UInt8],
        claimedSize: UInt32? = nil,
        alignment: Int = 4
    ) -> [UInt8] {
        let owner = Array(owner.utf8) + [0]
        var note = bytes(UInt32(owner.count)) + bytes(claimedSize ?? UInt32(content.count))
        note += bytes(type) + owner
        note = padded(note, to: alignment) + content
        return padded(note, to: alignment)
    }

    static func padded(_ bytes: [UInt8], to alignment: Int) -> [UInt8] {
        bytes + Array(repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
    }

    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    var bytes: [UInt8] {
        var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, fileClass, byteOrder, 1]
        header += Array(repeating: 0, count: 9)
        header += Self.bytes(type) + Self.bytes(machine) + Self.bytes(1 as UInt32)
        header += Self.bytes(0 as UInt64) + Self.bytes(programHeaderOffset)
        header += Self.bytes(0 as UInt64) + Self.bytes(0 as UInt32) + Self.bytes(64 as UInt16)
        header += Self.bytes(56 as UInt16)
        header += Self.bytes(UInt16(segments.count))
        header += Array(repeating: 0, count: 6)

        var table: [UInt8] = []
        var contents: [UInt8] = []
        for segment in segments {
            let offset = UInt64(64 + segments.count * 56 + contents.count)
            let size = UInt64(segment.content.count)
            table += Self.bytes(segment.type) + Self.bytes(segment.flags)
            // The offset in the file, two addresses, then the sizes in the file and in memory.
            for _ in 0..<3 { table += Self.bytes(segment.claimedOffset ?? offset) }
            for _ in 0..<2 { table += Self.bytes(segment.claimedSize ?? size) }
            table += Self.bytes(segment.alignment)
            contents += segment.content
        }
        return header + table + contents
    }
}
