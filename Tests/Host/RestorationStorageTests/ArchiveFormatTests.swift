import TestSupport
import Testing

@testable import RestorationStorage

@Suite struct `The archive format` {
    private func open(version: Int) throws -> OpenedArchive {
        let path =
            Repository.path("Tests/Fixtures/Archives/sealed-version-\(version).archive")
        return try OpenedArchive.open(path: path, keys: FixedKey())
    }

    /// Written on 2026-11-29 in format version 1. A change that cannot read this file needs a new
    /// version.
    @Test func `version 1 is still read`() throws {
        let archive = try open(version: 1)

        #expect(archive.application == .example)
        #expect(archive.generation == 7)
        #expect(archive.savedAt == someTime)
        #expect(archive.pieceCount == 3)
        #expect(try archive.readAll() == Array("a small image, cut into three pieces".utf8))
    }

    @Test func `version 0 is refused with its number`() throws {
        #expect {
            try open(version: 0)
        } throws: { error in
            guard case StorageError.formerVersion(_, version: 0, supported: 1) = error else {
                return false
            }
            return true
        }
    }
}
