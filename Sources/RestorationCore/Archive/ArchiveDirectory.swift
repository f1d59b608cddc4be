/// The last bytes of an image: where its tables are.
///
/// ```
/// magic "RKIMAGE0"     8      sections size        8
/// keys at              8      strings at           8
/// paths at             8      records at           8
/// references at        8      seconds since 1970   8
/// nanoseconds          4      keys                 4
/// strings              4      path nodes           4
/// records              4      references           4
/// application version  4      system version       4      96 bytes in all
/// ```
struct ArchiveDirectory {
    static let size = 96
    static let magic: UInt64 = 0x30_4547_414D_494B_52  // "RKIMAGE0", little-endian

    var sectionsSize: UInt64 = 0
    var keysOffset: UInt64 = 0
    var stringsOffset: UInt64 = 0
    var pathsOffset: UInt64 = 0
    var recordsOffset: UInt64 = 0
    var referencesOffset: UInt64 = 0
    var timestampSeconds: Int64 = 0
    var timestampNanoseconds: UInt32 = 0
    var keyCount: UInt32 = 0
    var stringCount: UInt32 = 0
    var pathCount: UInt32 = 0
    var recordCount: UInt32 = 0
    var referenceCount: UInt32 = 0
    var applicationVersion = ArchiveRecord.none
    var systemVersion = ArchiveRecord.none

    init() {}

    func write(to store: inout ByteStore) {
        store.append(fixed: Self.magic)
        for offset in [
            sectionsSize, keysOffset, stringsOffset, pathsOffset, recordsOffset, referencesOffset,
        ] {
            store.append(fixed: offset)
        }
        store.append(fixed: timestampSeconds)
        for count in [
            timestampNanoseconds, keyCount, stringCount, pathCount, recordCount, referenceCount,
            applicationVersion, systemVersion,
        ] {
            store.append(fixed: count)
        }
    }

    init(_ cursor: inout SectionCursor) throws(CoderError) {
        guard try cursor.fixed(UInt64.self) == Self.magic else { throw .damaged(offset: 0) }
        sectionsSize = try cursor.fixed(UInt64.self)
        keysOffset = try cursor.fixed(UInt64.self)
        stringsOffset = try cursor.fixed(UInt64.self)
        pathsOffset = try cursor.fixed(UInt64.self)
        recordsOffset = try cursor.fixed(UInt64.self)
        referencesOffset = try cursor.fixed(UInt64.self)
        timestampSeconds = try cursor.fixed(Int64.self)
        timestampNanoseconds = try cursor.fixed(UInt32.self)
        keyCount = try cursor.fixed(UInt32.self)
        stringCount = try cursor.fixed(UInt32.self)
        pathCount = try cursor.fixed(UInt32.self)
        recordCount = try cursor.fixed(UInt32.self)
        referenceCount = try cursor.fixed(UInt32.self)
        applicationVersion = try cursor.fixed(UInt32.self)
        systemVersion = try cursor.fixed(UInt32.self)
    }
}
