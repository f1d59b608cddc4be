/// What a library tells the dynamic loader.
///
/// ```
/// dynamic entry, 16 bytes     0  tag (64)
///                             8  a number, an address, or an offset in the string table (64)
/// ```
extension ELFLibrary {
    /// What a library needs, and where it wants that looked for.
    struct Linkage: Hashable {
        /// The libraries that it needs, as it calls them; those that it only filters included, since
        /// they are loaded as well.
        var needed: [String] = []
        /// The directories to look for them in, as they are written: `$ORIGIN` stands for the
        /// library's own.
        var runPath: [String] = []
        /// Whether what it needs looks there as well, and it looks where that is the way of those
        /// that need it: so it is unless it has a RUNPATH.
        var sharesRunPath = true
    }

    /// What is to be known about a library's code that may be loaded.
    struct Code {
        /// Whether it names places to load others from: a directory, or the path of a library.
        let namesPlaces: Bool
    }

    /// Throws ``LoadingError`` if the library's code has to be written to when it is loaded, or if
    /// it is a program.
    @discardableResult
    func checkCode() throws(LoadingError) -> Code {
        let entries = try dynamicEntries()
        guard entries.first(.textRelocations) == nil,
            (entries.first(.flags) ?? 0) & Flags.textRelocations == 0
        else { throw fault(.textRelocations) }
        guard (entries.first(.moreFlags) ?? 0) & Flags.program == 0 else {
            throw fault(.program)
        }
        if entries.first(.runPath) != nil || entries.first(.runPathBefore) != nil {
            return Code(namesPlaces: true)
        }
        return Code(namesPlaces: try neededNames(entries).contains(where: Self.isPath))
    }

    /// Whether the dynamic loader takes what a library needs for a path.
    ///
    /// Semantic source: ld.so(8): a name with a slash is a path, and so is what `$LIB` and the like
    /// stand for.
    static func isPath(_ name: String) -> Bool {
        name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "$") }
    }

    /// Reads what the library needs.
    func linkage() throws(LoadingError) -> Linkage {
        let entries = try dynamicEntries()
        var linkage = Linkage(needed: try neededNames(entries))
        // RPATH is the older form; the dynamic loader ignores it beside a RUNPATH.
        let runPath = entries.first(.runPath)
        linkage.sharesRunPath = runPath == nil
        if let offset = runPath ?? entries.first(.runPathBefore) {
            linkage.runPath = try string(at: offset, entries).utf8
                .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
        }
        return linkage
    }

    private func neededNames(_ entries: Entries) throws(LoadingError) -> [String] {
        var names: [String] = []
        for tag in [Tag.needed, .auxiliary, .filter] {
            for offset in entries.all(tag) { names.append(try string(at: offset, entries)) }
        }
        return names
    }

    enum Tag: UInt64 {
        case needed = 1
        case hashes = 4
        case strings = 5
        case symbols = 6
        case stringsSize = 10
        case runPathBefore = 15
        case textRelocations = 22
        case runPath = 29
        case flags = 30
        case hashesOfGNU = 0x6FFF_FEF5
        case moreFlags = 0x6FFF_FFFB
        case auxiliary = 0x7FFF_FFFD
        case filter = 0x7FFF_FFFF
    }

    private enum Flags {
        static let textRelocations: UInt64 = 4
        static let program: UInt64 = 0x0800_0000
    }

    /// The entries of the dynamic segment, in place.
    struct Entries {
        fileprivate var table: [UInt8] = []

        /// The offsets of the entries up to the one that ends them.
        private var offsets: StrideThrough<Int> {
            stride(from: 0, through: table.count - 16, by: 16)
        }

        func first(_ tag: Tag) -> UInt64? {
            for offset in offsets {
                let found = table.uint64(at: offset)
                if found == tag.rawValue { return table.uint64(at: offset + 8) }
                if found == 0 { return nil }
            }
            return nil
        }

        func all(_ tag: Tag) -> [UInt64] {
            let offsets = offsets.prefix { table.uint64(at: $0) != 0 }
            return offsets.filter { table.uint64(at: $0) == tag.rawValue }
                .map { table.uint64(at: $0 + 8) }
        }
    }

    func dynamicEntries() throws(LoadingError) -> Entries {
        guard let segment = segments.first(where: { $0.type == Segment.dynamicType }) else {
            return Entries()
        }
        // Far more than any linker writes.
        guard segment.size <= 1 << 20 else { throw fault(.malformedHeaders) }
        return Entries(
            table: try bytes(Int(segment.size), at: segment.offset, elseThrow: .truncated)
        )
    }

    /// Text of the string table, which ends with NUL.
    func string(at offset: UInt64, _ entries: Entries) throws(LoadingError) -> String {
        guard let table = entries.first(.strings), let size = entries.first(.stringsSize),
            offset < size, let start = fileOffset(of: table &+ offset)
        else { throw fault(.malformedHeaders) }
        let count = Int(min(size - offset, 4096))
        let text = try bytes(count, at: start, elseThrow: .truncated)
        guard let end = text.firstIndex(of: 0) else { throw fault(.malformedHeaders) }
        return String(decoding: text[..<end], as: UTF8.self)
    }

    /// Reads exactly `count` bytes that the library has at an address.
    func bytes(_ count: Int, atAddress address: UInt64) throws(LoadingError) -> [UInt8] {
        guard let offset = fileOffset(of: address) else { throw fault(.malformedHeaders) }
        return try bytes(count, at: offset, elseThrow: .truncated)
    }

    /// Where in the file an address of the library lies.
    private func fileOffset(of address: UInt64) -> UInt64? {
        segments.lazy.compactMap { segment -> UInt64? in
            guard segment.type == Segment.loadedType, address >= segment.address,
                address - segment.address < segment.size
            else { return nil }
            return segment.offset + (address - segment.address)
        }.first
    }
}
