/// The dynamic section: a library's instructions to the dynamic loader.
///
/// ```
/// dynamic entry, 16 bytes     0  tag (64)
///                             8  a number, an address, or an offset in the string table (64)
/// ```
extension ELFLibrary {
    struct Linkage: Hashable {
        /// The names of the dependencies, including filters, which are loaded as well.
        var needed: [String] = []
        /// The directories of the run path as written, with `$ORIGIN`.
        var runPath: [String] = []
        /// Whether dependencies inherit the run path, and this library inherits its dependents':
        /// true without a RUNPATH.
        var sharesRunPath = true
    }

    /// Throws ``DiscoveryError`` if the code has relocations, or if the file is a program.
    func checkCode() throws(DiscoveryError) { try checkCode(try dynamicEntries()) }

    func checkCode(_ entries: DynamicEntries) throws(DiscoveryError) {
        guard entries[.textRelocations] == nil,
            (entries[.flags] ?? 0) & Flags.textRelocations == 0
        else { throw fault(.textRelocations) }
        guard (entries[.moreFlags] ?? 0) & Flags.program == 0 else {
            throw fault(.program)
        }
        try checkTables(entries)
        // Damaged names are faults.
        for offset in entries.needed { _ = try text(at: offset, entries) }
    }

    /// Whether the dynamic loader treats a dependency's name as a path.
    ///
    /// Semantic source: ld.so(8): a name with a slash is a path, and so is the expansion of `$LIB`
    /// and the like.
    package static func isPath(_ name: String) -> Bool {
        name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "$") }
    }

    func linkage() throws(DiscoveryError) -> Linkage {
        let entries = try dynamicEntries()
        var linkage = Linkage(needed: try neededNames(entries))
        // RPATH is the older form, which the dynamic loader ignores beside a RUNPATH.
        let runPath = entries[.runPath]
        linkage.sharesRunPath = runPath == nil
        if let offset = runPath ?? entries[.runPathBefore] {
            let text = try string(at: offset, entries)
            // Tools that remove a run path leave an empty one, which means no directory. An empty
            // part of a run path with other parts means the working directory.
            linkage.runPath =
                text.isEmpty
                ? []
                : text.utf8
                    .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
        }
        return linkage
    }

    func soname() throws(DiscoveryError) -> String? {
        let entries = try dynamicEntries()
        guard let offset = entries[.name] else { return nil }
        return try string(at: offset, entries)
    }

    private func neededNames(_ entries: DynamicEntries) throws(DiscoveryError) -> [String] {
        var names: [String] = []
        for offset in entries.needed { names.append(try string(at: offset, entries)) }
        return names
    }

    private enum Flags {
        static let textRelocations: UInt64 = 4
        static let program: UInt64 = 0x0800_0000
    }

    func dynamicEntries() throws(DiscoveryError) -> DynamicEntries {
        guard let segment = segments.first(where: { $0.type == Segment.dynamicType }) else {
            return DynamicEntries()
        }
        // Far more than any linker writes.
        guard segment.size <= 1 << 20 else { throw fault(.damagedDynamicTable) }
        let entries = DynamicEntries(
            try bytes(Int(segment.size), at: segment.offset, elseThrow: .truncated)
        )
        if let tag = entries.repeated { throw fault(.repeatedEntry(tag: tag)) }
        guard entries.hasEnd else { throw fault(.damagedDynamicTable) }
        return entries
    }

    func string(at offset: UInt64, _ entries: DynamicEntries) throws(DiscoveryError) -> String {
        String(decoding: try text(at: offset, entries), as: UTF8.self)
    }

    private func text(
        at offset: UInt64,
        _ entries: DynamicEntries
    ) throws(DiscoveryError) -> ArraySlice<UInt8> {
        guard let table = entries[.strings], let size = entries[.stringsSize],
            offset < size, let start = fileOffset(of: table &+ offset)
        else { throw fault(.malformedHeaders) }
        let count = Int(min(size - offset, 4096))
        let text = try bytes(count, at: start, elseThrow: .truncated).slice
        guard let end = text.firstIndex(of: 0) else { throw fault(.malformedHeaders) }
        return text[..<end]
    }

    func bytes(_ count: Int, atAddress address: UInt64) throws(DiscoveryError) -> ByteWindow {
        guard let offset = fileOffset(of: address) else { throw fault(.malformedHeaders) }
        return try bytes(count, at: offset, elseThrow: .truncated)
    }

    private func fileOffset(of address: UInt64) -> UInt64? {
        segments.first { $0.isLoaded && $0.contains(address, 1) }
            .map { $0.offset + (address - $0.address) }
    }
}
