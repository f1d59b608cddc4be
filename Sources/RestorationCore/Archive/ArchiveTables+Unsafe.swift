/// The tables of an archive as its directory places them.
struct ArchiveTables {
    let keys: TextView
    private(set) var strings: TextView
    private(set) var paths: [PathNode]
    private(set) var records: [ArchiveRecord]
    let references: [UInt32]
    let sectionsSize: Int
    let info: PreservationInfo
    private(set) var movedPaths: [PathAlias] = []

    /// Reads the tables; what they say about each other is for ``validate()`` to check.
    ///
    /// - Throws: ``ArchiveError/malformed(what:)``, or what `source` throws.
    init(_ source: any ImageSource) throws {
        let limit = source.imageSize - ArchiveDirectory.size
        let directory = try Self.directory(of: source)
        guard directory.sectionsSize <= UInt64(limit) else {
            throw ArchiveError.malformed(what: "sections")
        }
        sectionsSize = Int(directory.sectionsSize)
        keys = try TextView(
            source,
            at: directory.keysOffset,
            count: directory.keyCount,
            limit: limit,
            what: "key table"
        )
        strings = try TextView(
            source,
            at: directory.stringsOffset,
            count: directory.stringCount,
            limit: limit,
            what: "string table"
        )
        paths = try Self.paths(source, directory)
        records = try Self.records(source, directory)
        references = try Self.references(source, directory)
        info = try Self.info(directory, strings)
    }

    private static func directory(of source: any ImageSource) throws -> ArchiveDirectory {
        let offset = source.imageSize - ArchiveDirectory.size
        guard offset >= 0 else { throw ArchiveError.malformed(what: "directory") }
        return try read(
            source,
            at: UInt64(offset),
            size: ArchiveDirectory.size,
            what: "directory"
        ) { cursor throws(CoderError) in try ArchiveDirectory(&cursor) }
    }

    private static func paths(
        _ source: any ImageSource,
        _ directory: ArchiveDirectory
    ) throws -> [PathNode] {
        try table(
            source,
            at: directory.pathsOffset,
            count: directory.pathCount,
            entrySize: PathNode.size,
            what: "path table"
        ) { cursor throws(CoderError) in try PathNode(&cursor) }
    }

    private static func records(
        _ source: any ImageSource,
        _ directory: ArchiveDirectory
    ) throws -> [ArchiveRecord] {
        try table(
            source,
            at: directory.recordsOffset,
            count: directory.recordCount,
            entrySize: ArchiveRecord.size,
            what: "record table"
        ) { cursor throws(CoderError) in try ArchiveRecord(&cursor) }
    }

    private static func references(
        _ source: any ImageSource,
        _ directory: ArchiveDirectory
    ) throws -> [UInt32] {
        try table(
            source,
            at: directory.referencesOffset,
            count: directory.referenceCount,
            entrySize: 4,
            what: "reference table"
        ) { cursor throws(CoderError) in try cursor.fixed(UInt32.self) }
    }

    private static func info(
        _ directory: ArchiveDirectory,
        _ strings: TextView
    ) throws(ArchiveError) -> PreservationInfo {
        guard
            let timestamp = Timestamp(
                seconds: directory.timestampSeconds,
                nanoseconds: directory.timestampNanoseconds
            )
        else { throw .malformed(what: "timestamp") }
        return PreservationInfo(
            timestamp: timestamp,
            applicationVersion: strings.text(directory.applicationVersion),
            systemVersion: strings.text(directory.systemVersion) ?? ""
        )
    }

    /// Takes the paths of `moved` in place of its own.
    mutating func move(_ moved: MovedPaths) {
        let (nodes, numbers) = moved.table()
        strings = TextView(strings, adding: moved.addedStrings)
        paths = nodes
        for record in records.indices where records[record].path != ArchiveRecord.none {
            records[record].path = numbers[Int(records[record].path)]
        }
        movedPaths = moved.applied
    }

    // MARK: Reading

    private static func read<Result>(
        _ source: any ImageSource,
        at offset: UInt64,
        size: Int,
        what: String,
        _ body: (inout SectionCursor) throws(CoderError) -> Result
    ) throws -> Result {
        guard let start = Int(exactly: offset), size >= 0, start <= source.imageSize - size else {
            throw ArchiveError.malformed(what: what)
        }
        let chunk = try source.chunk(covering: start..<(start + size))
        guard chunk.covers(start..<(start + size)) else { throw ArchiveError.malformed(what: what) }
        var cursor = unsafe SectionCursor(chunk.bytes(start..<(start + size)))
        do {
            return try body(&cursor)
        } catch {
            throw ArchiveError.malformed(what: what)
        }
    }

    private static func table<Entry>(
        _ source: any ImageSource,
        at offset: UInt64,
        count: UInt32,
        entrySize: Int,
        what: String,
        _ entry: (inout SectionCursor) throws(CoderError) -> Entry
    ) throws -> [Entry] {
        let size = Int(count) * entrySize
        return try read(source, at: offset, size: size, what: what) {
            cursor throws(CoderError) -> [Entry] in
            var entries: [Entry] = []
            entries.reserveCapacity(Int(count))
            for _ in 0..<count { entries.append(try entry(&cursor)) }
            return entries
        }
    }
}
