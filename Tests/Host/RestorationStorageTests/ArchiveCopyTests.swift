import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A copy of the newest archive` {
    let scratch = Scratch()

    /// - Parameter hasLinks: Whether the file system supports hard links.
    @Test(arguments: [true, false])
    func `is made once, however often it is requested, and equals the archive`(
        hasLinks: Bool
    ) throws {
        let steps = Steps()
        if !hasLinks { steps.fail(.linkCopy, with: EOPNOTSUPP) }
        let store = try scratch.openStore(conditions: steps.conditions)
        try store.commit(.state(1), as: store.nextGeneration())
        let first = scratch["state/archive"]

        for _ in 1...3 { try store.setAsideCopy(because: .converted) }
        #expect(copies.map { scratch["state/set-aside/\($0)"] } == [first])
        #expect(store.takeNotes().count == 1)

        // Each reason has its own copies and its own limit.
        try store.setAsideCopy(because: .crashed)
        #expect(copies.count == 2)

        try store.commit(.state(2), as: store.nextGeneration())
        try store.commit(.state(3), as: store.nextGeneration())
        #expect(copies.map { scratch["state/set-aside/\($0)"] } == [first, first])
        try store.setAsideCopy(because: .converted)
        #expect(copies.count == 3)
    }

    @Test func `is not made if the disk fails, and leaves no file`() throws {
        let steps = Steps()
        steps.fail(.linkCopy, with: EOPNOTSUPP)
        steps.fail(.copyChunk(0), with: ENOSPC)
        let store = try scratch.openStore(conditions: steps.conditions)
        try store.commit(.state(1), as: store.nextGeneration())

        #expect(throws: StorageError.self) { try store.setAsideCopy(because: .converted) }

        #expect(copies.isEmpty)
    }

    private var copies: [String] { scratch.names(in: "state/set-aside") }
}
