import Testing

@testable import RestorationStorage

@Suite struct `The archive format` {
    /// Written on 2026-10-03 with format version 0; a change that cannot read it is a new version.
    @Test func `version 0 is still read`() throws {
        let path =
            #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            + "/Fixtures/Archives/sealed-version-0.archive"

        let archive = try OpenedArchive.open(path: path, keys: FixedKey())

        #expect(archive.application == .example)
        #expect(archive.generation == 7)
        #expect(archive.savedAt == someTime)
        #expect(archive.pieceCount == 3)
        #expect(try archive.readAll() == Array("a small image, cut into three pieces".utf8))
    }
}
