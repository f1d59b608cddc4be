/// The last bytes of an image, which locate its tables.
///
/// ```
/// magic "RKIMAGE1"     8      sections size        8
/// keys at              8      strings at           8
/// kinds at             8      launches at          8
/// IDs at               8      records at           8
/// references at        8      lists at             8
/// seconds since 1970   8      nanoseconds          4
/// keys                 4      strings              4
/// kinds                4      launches             4
/// IDs                  4      records              4
/// references           4      words of lists       4
/// application version  4      system version       4      132 bytes in all
/// ```
struct ArchiveDirectory {
    static let size = 132
    /// The bytes that hold the capture time.
    static let time = 80..<92
    static let magic: UInt64 = 0x31_4547_414D_494B_52  // "RKIMAGE1", little-endian

    struct Table {
        var offset: UInt64 = 0
        var count: UInt32 = 0
    }

    var sectionsSize: UInt64 = 0
    var keys = Table()
    var strings = Table()
    var kinds = Table()
    var launches = Table()
    var ids = Table()
    var records = Table()
    var references = Table()
    /// The contents of records, and their unread keys.
    var lists = Table()
    var timestampSeconds: Int64 = 0
    var timestampNanoseconds: UInt32 = 0
    var applicationVersion = ArchiveRecord.none
    var systemVersion = ArchiveRecord.none

    init() {}

    func write(to store: inout ByteStore) {
        let tables = [keys, strings, kinds, launches, ids, records, references, lists]
        store.append(fixed: Self.magic)
        store.append(fixed: sectionsSize)
        for table in tables { store.append(fixed: table.offset) }
        store.append(fixed: timestampSeconds)
        store.append(fixed: timestampNanoseconds)
        for table in tables { store.append(fixed: table.count) }
        store.append(fixed: applicationVersion)
        store.append(fixed: systemVersion)
    }

    init(_ cursor: inout SectionCursor) throws(CoderError) {
        guard try cursor.fixed(UInt64.self) == Self.magic else { throw .damaged(offset: 0) }
        sectionsSize = try cursor.fixed(UInt64.self)
        let tables: [WritableKeyPath<Self, Table>] = [
            \.keys, \.strings, \.kinds, \.launches, \.ids, \.records, \.references, \.lists,
        ]
        for table in tables { self[keyPath: table].offset = try cursor.fixed(UInt64.self) }
        timestampSeconds = try cursor.fixed(Int64.self)
        timestampNanoseconds = try cursor.fixed(UInt32.self)
        for table in tables { self[keyPath: table].count = try cursor.fixed(UInt32.self) }
        applicationVersion = try cursor.fixed(UInt32.self)
        systemVersion = try cursor.fixed(UInt32.self)
    }
}
