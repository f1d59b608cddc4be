import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A state directory` {
    private let scratch = Scratch()
    private var directory: String { "\(scratch.path)/state" }

    @Test(arguments: [mode_t(0o777), 0o775, 0o702, 0o1777])
    func `that others may change is refused until it is closed to them`(bits: mode_t) throws {
        try scratch.save("one", "two")
        setPermissions(bits, of: directory)
        let before = scratch.names(in: "state")

        for use in [{ try $0.lock() }, { _ = try $0.open() }, { try $0.discard() }]
            as [(ArchiveStore) throws -> Void]
        {
            let error = #expect(throws: StorageError.self) { try use(scratch.store()) }
            #expect(
                error?.diagnosis
                    == Diagnosis(
                        problem: "Other users may change the saved state: its directory has mode "
                            + bits.digits(4, radix: 8),
                        place: directory,
                        remedy:
                            "Look for files that other users put there, then run chmod 700 on"
                            + " the directory."
                    )
            )
        }

        #expect(scratch.names(in: "state") == before)
        setPermissions(0o700, of: directory)
        #expect(try scratch.relaunch().text == "two")
    }

    @Test(arguments: [mode_t(0o770), 0o2770, 0o720, 0o600, 0o000])
    func `with modes for its group, or without its owner, is corrected`(
        bits: mode_t
    ) throws {
        try scratch.save("one", "two")
        scratch.makeDirectory("state/set-aside")
        setPermissions(bits, of: "\(directory)/set-aside")
        setPermissions(bits, of: directory)
        let store = scratch.store()

        #expect(try store.open().text == "two")

        #expect(try scratch.permissions(of: "state") == 0o700)
        #expect(try scratch.permissions(of: "state/set-aside") == 0o700)
        let names = ["the directory", "set-aside"].map { "\($0) (\(bits.digits(4, radix: 8)))" }
        let notes = store.takeNotes()
        #expect(notes.count == 1)
        #expect(names.allSatisfy { notes.first?.problem.contains($0) == true })
    }

    @Test func `of another user is refused`() throws {
        try scratch.save("one")
        // Only root can change a directory's owner. Root's test uses a directory of user 1.
        let owner: uid_t = geteuid() == 0 ? 1 : geteuid()
        if geteuid() == 0 { _ = unsafe chown(directory, owner, gid_t.max) }
        var conditions = StorageConditions.small
        conditions.user = owner + 1

        let fault = DirectoryFault.ownedByOtherUser(user: owner)
        #expect(throws: StorageError.directoryRefused(path: directory, because: fault)) {
            try scratch.store(conditions: conditions).lock()
        }
    }

    @Test func `that others may only read is used`() throws {
        try scratch.save("one")
        setPermissions(0o755, of: directory)

        #expect(try scratch.relaunch().text == "one")
    }

    @Test func `is refused if others may change files that are set aside`() throws {
        try scratch.save("one")
        scratch.makeDirectory("state/set-aside")
        setPermissions(0o777, of: "\(directory)/set-aside")

        let error = #expect(throws: StorageError.self) { try scratch.store().lock() }

        #expect(error?.diagnosis.place == "\(directory)/set-aside")
    }

    @Test func `still serves a running program after others get access to it`() throws {
        let store = try scratch.openStore()
        setPermissions(0o777, of: directory)

        try store.commit(Array("one".utf8), as: store.nextGeneration())

        store.close()
        #expect(throws: StorageError.self) { try scratch.relaunch() }
    }

    @Test(arguments: [mode_t(0o666), 0o644, 0o640, 0o602])
    func `closes files of saved state to others, and reports that once`(bits: mode_t) throws {
        try scratch.save("one", "two")
        setPermissions(bits, of: "\(directory)/archive")
        let store = scratch.store()

        #expect(try store.open().text == "two")

        #expect(try scratch.permissions(of: "state/archive") == 0o600)
        #expect(
            store.takeNotes() == [
                Diagnosis(
                    problem: "The modes of saved state were wrong, and were corrected: "
                        + "archive (\(bits.digits(4, radix: 8)))",
                    place: directory,
                    remedy: "Find the cause of the change, such as a umask, or a volume that"
                        + " sets them when it is mounted. Without the key, the contents"
                        + " of the files cannot be read or changed."
                )
            ]
        )
        store.close()
        let next = try scratch.openStore()
        #expect(next.takeNotes() == [])
    }

    @Test func `keeps the next generation from getting the mode of its spare`() throws {
        try scratch.save("one", "two")
        setPermissions(0o666, of: "\(directory)/archive.previous")

        try scratch.save("three")

        #expect(try scratch.permissions(of: "state/archive") == 0o600)
    }
}
