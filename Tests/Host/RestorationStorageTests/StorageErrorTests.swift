import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Storage errors` {
    /// Where an application's state lies if nobody says otherwise.
    private static func usual(_ application: String) -> String? {
        ApplicationIdentifier(application).flatMap {
            try? ArchiveStore.defaultDirectory(for: $0)
        }
    }

    @Test(
        arguments: [
            (
                .noHomeDirectory(variable: "XDG_STATE_HOME"),
                "There is no directory for the user's files", "environment variable XDG_STATE_HOME",
                "Set HOME, or XDG_STATE_HOME, to an absolute path."
            ),
            (
                .keyLocked(reason: "the keyring is locked"),
                "The key to the saved state is locked: the keyring is locked", nil,
                "Unlock the key and start the program again. Until then, nothing is restored or"
                    + " saved."
            ),
            (
                .keyUnavailable(reason: "the keyring does not answer"),
                "The key to the saved state is temporarily unavailable: the keyring does not answer",
                nil, "Try again later; until then nothing is restored or saved."
            ),
            (
                .keyMissing(path: "/k"), "There is saved state, but the key to it is missing", "/k",
                "Put the key back, or start afresh with restorectl archive discard, which sets"
                    + " the state aside."
            ),
            (
                .keyMissing(path: "/keys/org.example.notes.key", state: usual("org.example.notes")),
                "There is saved state, but the key to it is missing", "/keys/org.example.notes.key",
                "Put the key back, or start afresh with restorectl archive discard"
                    + " org.example.notes, which sets the state aside."
            ),
            (
                .keyMissing(path: "/keys/org.example.notes.key", state: "/srv/Ada's"),
                "There is saved state, but the key to it is missing", "/keys/org.example.notes.key",
                "Put the key back, or start afresh with restorectl archive discard"
                    + " '/srv/Ada'\\''s', which sets the state aside."
            ),
            (
                .damaged(path: "/a", part: .header), "The header of the file is damaged", "/a",
                "Use an older generation; this one cannot be trusted."
            ),
            (
                .damaged(path: "/a", part: .footer), "The footer of the file is damaged", "/a",
                "Use an older generation; this one cannot be trusted."
            ),
            (
                .damaged(path: "/a", part: .trailer), "The end of the file is missing or damaged",
                "/a", "Use an older generation; this one cannot be trusted."
            ),
            (
                .damaged(path: "/a", part: .length),
                "The file is cut short: it ends within its header", "/a",
                "Use an older generation; this one cannot be trusted."
            ),
            (
                .damaged(path: "/a", part: .file), "This is not a file, so there is no state in it",
                "/a", "Use an older generation; this one cannot be trusted."
            ),
            (
                .damagedPiece(path: "/a", index: 3), "Piece 3 of the file is damaged", "/a",
                "Restore its objects from an older generation; the rest of the file is intact."
            ),
            (
                .futureVersion(path: "/a", version: 2, supported: 1),
                "The file has format version 2, this program reads up to 1", "/a",
                "Use the newer version of the program that wrote the file."
            ),
            (
                .keyDamaged(path: "/a"),
                "The key is damaged: it differs in one bit from the one that sealed the file", "/a",
                "Put the key back from a backup; nothing was changed. Without one, start afresh"
                    + " with restorectl archive discard, which sets the state aside."
            ),
            (
                .directoryRefused(path: "/s", because: .ownedBySomebodyElse(user: 1000)),
                "The directory of the saved state belongs to user 1000", "/s",
                "Run the program as that user, or make the directory your own."
            ),
            (
                .keyReplaced(path: "/k"), "The key file does not hold the program's key any more",
                "/k",
                "Put the file back as it was, or move it away: the next save then writes the"
                    + " key back. Until then nothing is saved."
            ),
            (
                .keyLost(
                    path: "/k",
                    because: StorageError.system(.create, path: "/k", errorNumber: EROFS).diagnosis
                ),
                "The key file is gone, and it cannot be written back: The directory cannot be"
                    + " written to: the file system is read-only",
                "/k", "Mount it writable, or use another directory. Until then nothing is saved."
            ),
            (
                .wrongKey(path: "/a"), "The file was sealed with another key", "/a",
                "Put back the key that was in use when the file was written."
            ),
            (
                .otherApplication(path: "/a", owner: "org.example.other"),
                "The file belongs to the application org.example.other", "/a",
                "Move the file to the state directory of that application."
            ),
            (
                .wrongKind(path: "/a", expected: .archive),
                "The file is sealed, but it is not an archive", "/a", "Name an archive."
            ),
            (
                .wrongKind(path: "/a", expected: .report),
                "The file is sealed, but it is not a report", "/a", "Name a report."
            ),
            (
                .outOfBounds(path: "/a", range: 10..<20, sizeInBytes: 15),
                "Bytes 10 to 20 were asked for, the file holds 15", "/a",
                "The tables inside the file are wrong; use an older generation."
            ),
            (
                .beingWritten(path: "/a"), "The file is being written just now", "/a",
                "Try again in a moment."
            ),
            (
                .inUse(path: "/l", process: 1234), "The state is in use by process 1234", "/l",
                "Quit the other instance, or give this one a state directory of its own."
            ),
            (
                .inUse(path: "/l", process: nil), "The state is in use by another process", "/l",
                "Quit the process that has the file open, which fuser or lslocks names, or give"
                    + " this program a state directory of its own."
            ),
            (
                .notOpened(path: "/s"), "A save was attempted before the saved state was opened",
                "/s",
                "Open the store first; saving is allowed once the outcome of the opening says so."
            ),
            (
                .superseded(path: "/s", generation: 3, newest: 4),
                "Generation 3 is older than the saved generation 4", "/s",
                "Nothing is lost; save again to save later changes."
            ),
        ] as [(StorageError, String, String?, String)]
    )
    func `say what happened, where, and what to do`(
        error: StorageError,
        problem: String,
        place: String?,
        remedy: String
    ) {
        #expect(error.diagnosis == Diagnosis(problem: problem, place: place, remedy: remedy))
    }

    @Test(arguments: [
        (
            KeyFileFault.ownedBySomebodyElse(user: 1000),
            "The key file belongs to user 1000",
            "Run the program as that user, or put your own key there."
        ),
        (
            .openToOthers(permissions: 0o640),
            "Other users may use the key file (mode 0640)",
            "Run chmod 600 on the file, and replace the key if others may have read it."
        ),
        (
            .wrongSize(bytes: 0),
            "The key file has 0 bytes, not 48",
            "Name the file that holds the key, or put the key back from a backup."
        ),
        (
            .damaged,
            "The key file is damaged: its check value does not fit the key",
            "Name the file that holds the key, or put the key back from a backup."
        ),
        (
            .notAFile,
            "There is something else in the place of the key file",
            "Name the file that holds the key, or put the key back from a backup."
        ),
        (
            .danglingLink,
            "The key file is a link to a file that does not exist",
            "Correct the link, or remove it."
        ),
        (
            .directoryOpenToOthers(permissions: 0o1777),
            "Other users may replace the key file: its directory has mode 1777",
            "Run chmod 700 on the directory of the key file."
        ),
        (
            .directoryOwnedBySomebodyElse(user: 1000),
            "The directory of the key file belongs to user 1000",
            "Run the program as that user, or make the directory your own."
        ),
    ])
    func `say why a key file is refused`(fault: KeyFileFault, problem: String, remedy: String) {
        let error = StorageError.keyFileRefused(path: "/k", because: fault)

        #expect(error.diagnosis == Diagnosis(problem: problem, place: "/k", remedy: remedy))
    }

    @Test(arguments: [
        (
            KeyFileFault.wrongSize(bytes: 0),
            "Put the key back from a backup; without one, remove this file and start afresh with"
                + " restorectl archive discard org.example.test."
        ),
        (
            .damaged,
            "Put the key back from a backup; without one, remove this file and start afresh with"
                + " restorectl archive discard org.example.test."
        ),
        (.notAFile, "Move that away, and put the key back if there is saved state."),
    ])
    func `say how to do without the key of an application`(fault: KeyFileFault, remedy: String) {
        let error = StorageError.keyFileRefused(
            path: "/keys/org.example.test.key",
            because: fault,
            state: Self.usual("org.example.test")
        )

        #expect(error.diagnosis.remedy == remedy)
    }

    @Test(arguments: [
        (ENOSPC, "the disk is full", "Free space on that file system."),
        (EDQUOT, "the disk quota is used up", "Free space in your quota."),
        (
            EFBIG, "the file would be larger than allowed",
            "Raise the limit on file sizes (ulimit -f)."
        ),
        (EACCES, "permission denied", "Give the user of this program access to it."),
        (EPERM, "permission denied", "Give the user of this program access to it."),
        (EIO, "the disk reported an error", "Check the disk and its log messages."),
        (
            ENOENT, "it or a directory above it is missing",
            "Check the path, or put back what was there."
        ),
        (
            ENOTDIR, "something on the way to it is a file, not a directory",
            "Check the path, or move that file away."
        ),
        (
            EMFILE, "the program has too many files open",
            "Close files or sessions, or raise the limit on open files (ulimit -n)."
        ),
        (ENFILE, "the system has too many files open", "End programs, or raise fs.file-max."),
        (ENOMEM, "there is no memory left", "End programs, or add memory."),
        (EISDIR, "a directory lies in its place", "Move the directory away."),
        (
            ELOOP, "a link lies in its place, or links lead in a circle",
            "Remove the link, or put back what it stands for."
        ),
        (EXDEV, "Invalid cross-device link", "Look up error number 18 of this system."),
    ])
    func `say why the system refused`(code: Int32, reason: String, remedy: String) {
        let error = StorageError.system(.open, path: "/a", errorNumber: code)

        let problem = "Could not open the file: \(reason)"
        #expect(error.diagnosis == Diagnosis(problem: problem, place: "/a", remedy: remedy))
    }

    @Test(arguments: [EACCES, EROFS, ENOSPC])
    func `of the last save name the directory of the state`(code: Int32) {
        let error = StorageError.system(.write, path: "/s/archive.new", errorNumber: code)

        let failed = FailedSave(error, generation: 1, moment: 0)

        #expect(failed.diagnosis(in: "/s").place == "/s")
    }

    @Test(arguments: [
        (FileAction.write, EACCES), (.create, EPERM), (.replace, EACCES), (.remove, EACCES),
        (.setAside, EACCES),
    ])
    func `name the directory that may not be written to`(action: FileAction, code: Int32) {
        #expect(
            StorageError.system(action, path: "/s/archive.new", errorNumber: code).description
                == """
                error: The directory cannot be written to: permission denied
                   at: /s
                  fix: Give the user of this program the right to write to it, for example with \
                chmod u+w.
                """
        )
    }

    @Test func `name the directory on a file system that is read-only`() {
        #expect(
            StorageError.system(.open, path: "/s/lock", errorNumber: EROFS).description
                == """
                error: The directory cannot be written to: the file system is read-only
                   at: /s
                  fix: Mount it writable, or use another directory.
                """
        )
    }

    @Test(arguments: [
        (FileAction.open, "open the file"), (.read, "read the file"), (.write, "write the file"),
        (.lock, "lock the file"), (.list, "list the directory"), (.remove, "remove the file"),
        (.replace, "replace the file"), (.create, "create the file or directory"),
        (.inspect, "inspect the file"), (.synchronize, "synchronize the file with the disk"),
        (.setAside, "set the file aside"),
    ])
    func `say what was being done`(action: FileAction, words: String) {
        let error = StorageError.system(action, path: "/a", errorNumber: EIO)

        #expect(error.diagnosis.problem == "Could not \(words): the disk reported an error")
    }
}
