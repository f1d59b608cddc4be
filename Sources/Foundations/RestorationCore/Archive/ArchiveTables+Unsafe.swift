struct ArchiveTables {
    let keys: TextView
    let strings: TextView
    let kinds: [ArchiveKind]
    /// In the order of ``ArchiveReader/ids``.
    let ids: [RecordID]
    let records: [ArchiveRecord]
    let references: [UInt32]
    let lists: [UInt32]
    let sectionsSize: Int
    let info: PreservationInfo

    /// Reads the tables. ``validate()`` checks them against each other.
    ///
    /// - Throws: ``ArchiveError/malformed(what:)``, or an error of `source`.
    init(_ source: any ImageSource) throws {
        let limit = source.imageSize - ArchiveDirectory.size
        let directory = try Self.directory(of: source)
        guard directory.sectionsSize <= UInt64(limit) else {
            throw ArchiveError.malformed(what: "sections")
        }
        sectionsSize = Int(directory.sectionsSize)
        keys = try TextView(
            source,
            at: directory.keys.offset,
            count: directory.keys.count,
            limit: limit,
            what: "key table"
        )
        strings = try TextView(
            source,
            at: directory.strings.offset,
            count: directory.strings.count,
            limit: limit,
            what: "string table"
        )
        kinds = try Self.table(source, directory.kinds, ArchiveKind.size, "kind table") {
            cursor throws(CoderError) in try ArchiveKind(&cursor)
        }
        ids = try Self.ids(source, directory)
        records = try Self.table(source, directory.records, ArchiveRecord.size, "record table") {
            cursor throws(CoderError) in try ArchiveRecord(&cursor)
        }
        references = try Self.words(source, directory.references, "reference table")
        lists = try Self.words(source, directory.lists, "lists")
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

    private static func ids(
        _ source: any ImageSource,
        _ directory: ArchiveDirectory
    ) throws -> [RecordID] {
        let launches = try table(source, directory.launches, 8, "ID table") {
            cursor throws(CoderError) in try cursor.fixed(UInt64.self)
        }
        return try table(source, directory.ids, 8, "ID table") {
            cursor throws(CoderError) -> RecordID in
            let launch = Int(try cursor.fixed(UInt32.self))
            guard launch < launches.count else { throw .damaged(offset: cursor.offset) }
            return RecordID(launch: launches[launch], counter: try cursor.fixed(UInt32.self))
        }
    }

    private static func words(
        _ source: any ImageSource,
        _ place: ArchiveDirectory.Table,
        _ what: String
    ) throws -> [UInt32] {
        try table(source, place, 4, what) { cursor throws(CoderError) in
            try cursor.fixed(UInt32.self)
        }
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
        _ place: ArchiveDirectory.Table,
        _ entrySize: Int,
        _ what: String,
        _ entry: (inout SectionCursor) throws(CoderError) -> Entry
    ) throws -> [Entry] {
        let size = Int(place.count) * entrySize
        return try read(source, at: place.offset, size: size, what: what) {
            cursor throws(CoderError) -> [Entry] in
            var entries: [Entry] = []
            entries.reserveCapacity(Int(place.count))
            for _ in 0..<place.count { entries.append(try entry(&cursor)) }
            return entries
        }
    }
}
