/// The entries of a dynamic table, by kind.
///
/// Semantic source: the System V ABI, "Dynamic Section"; glibc's dynamic loader, which uses the
/// last entry of a kind and ignores unknown kinds.
struct DynamicEntries {
    enum Tag: UInt64 {
        case pltRelocationsSize = 2
        case pltGOT = 3
        case hashes = 4
        case strings = 5
        case symbols = 6
        case relocations = 7
        case relocationTableSize = 8
        case relocationEntrySize = 9
        case stringsSize = 10
        case initialiser = 12
        case finaliser = 13
        case name = 14
        case runPathBefore = 15
        case relTable = 17
        case pltRelocationType = 20
        case textRelocations = 22
        case pltRelocations = 23
        case initialisers = 25
        case finalisers = 26
        case initialisersSize = 27
        case finalisersSize = 28
        case runPath = 29
        case flags = 30
        case relativeRelocationsSize = 35
        case relativeRelocations = 36
        case gnuHash = 0x6FFF_FEF5
        case versions = 0x6FFF_FFF0
        case moreFlags = 0x6FFF_FFFB
        case definedVersions = 0x6FFF_FFFC
        case neededVersions = 0x6FFF_FFFE
    }

    private var values = [128 of UInt64](repeating: 0)
    private var present: (UInt64, UInt64) = (0, 0)
    private var libraries: [UInt64] = []
    private var auxiliaries: [UInt64] = []
    private var filters: [UInt64] = []
    /// A kind with two entries, if there is one.
    private(set) var repeated: UInt64?
    /// Whether the terminating entry is present; the dynamic loader relies on it.
    private(set) var hasEnd = false

    /// An empty table.
    init() { hasEnd = true }

    init(_ table: ByteWindow) {
        for offset in stride(from: 0, through: table.count - 16, by: 16) {
            let tag = table.uint64(at: offset)
            guard tag != 0 else {
                hasEnd = true
                return
            }
            add(tag, table.uint64(at: offset + 8))
        }
    }

    private mutating func add(_ tag: UInt64, _ value: UInt64) {
        switch tag {
        case 1: libraries.append(value)
        case 0x7FFF_FFFD: auxiliaries.append(value)
        case 0x7FFF_FFFF: filters.append(value)
        default:
            guard let place = Self.place(of: tag) else { return }
            if has(place) { repeated = tag }
            values[place] = value
            if place < 64 {
                present.0 |= 1 << UInt64(place)
            } else {
                present.1 |= 1 << UInt64(place - 64)
            }
        }
    }

    private func has(_ place: Int) -> Bool {
        (place < 64 ? present.0 >> UInt64(place) : present.1 >> UInt64(place - 64)) & 1 == 1
    }

    /// The index of a kind's value: the kinds of the System V ABI come first, then the last 16 of
    /// each 256 of GNU's. For no other kinds does the dynamic loader use the last entry.
    private static func place(of tag: UInt64) -> Int? {
        if tag < 64 { return Int(tag) }
        guard tag >> 10 == 0x6FFF_FC00 >> 10, tag & 0xF0 == 0xF0 else { return nil }
        return 64 + Int(tag >> 4 & 0x30 | tag & 0xF)
    }

    subscript(tag: Tag) -> UInt64? {
        guard let place = Self.place(of: tag.rawValue), has(place) else { return nil }
        return values[place]
    }

    /// The string offsets of all libraries to load, by the kinds of the entries.
    var needed: [UInt64] {
        auxiliaries.isEmpty && filters.isEmpty ? libraries : libraries + auxiliaries + filters
    }
}
