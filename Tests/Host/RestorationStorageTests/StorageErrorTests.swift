import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Storage errors` {
    /// The default directory of an application's state.
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
                .damaged(path: "/a", part: .file), "This is not a file, so there is no state in it",
                "/a", "Use an older generation; this one cannot be trusted."
            ),
            (
                .damagedPiece(path: "/a", index: 3), "Piece 3 of the file is damaged", "/a",
                "Restore its objects from an older generation; the rest of the file is intact."
            ),
            (
                .keyDamaged(path: "/a"),
                "The key is damaged: it differs in one bit from the one that sealed the file", "/a",
                "Put the key back from a backup; nothing was changed. Without one, start afresh"
                    + " with restorectl archive discard, which sets the state aside."
            ),
            (
                .keyReplaced(path: "/k"), "The key file no longer contains the program's key",
                "/k",
                "Put the file back as it was, or move it away: the next save then writes the"
                    + " key back. Until then nothing is saved."
            ),
            (
                .keyLost(
                    path: "/k",
                    because: StorageError.system(.create, path: "/k", errorNumber: EROFS).diagnosis
                ),
                "The key file is missing, and it cannot be written back: The directory"
                    + " is not writable: the file system is read-only",
                "/k", "Mount it writable, or use another directory. Until then nothing is saved."
            ),
            (
                .wrongKind(path: "/a", expected: .archive),
                "The file is sealed, but it is not an archive", "/a", "Pass an archive."
            ),
            (
                .outOfBounds(path: "/a", range: 10..<20, sizeInBytes: 15),
                "Bytes 10 to 20 were requested, the file has 15", "/a",
                "The tables inside the file are wrong; use an older generation."
            ),
            (
                .beingWritten(path: "/a"), "The file is being written just now", "/a",
                "Try again in a moment."
            ),
            (
                .inUse(path: "/l", process: nil), "The state is in use by another process", "/l",
                "Quit the process that has the file open, which fuser or lslocks names, or give"
                    + " this program a state directory of its own."
            ),
            (
                .notOpened(path: "/s"), "A save was attempted before the saved state was opened",
                "/s",
                "Open the store first, and save only if the outcome of opening it allows that."
            ),
            (
                .superseded(path: "/s", generation: 3, newest: 4),
                "Generation 3 is older than the saved generation 4", "/s",
                "Nothing is lost; save again to save later changes."
            ),
        ] as [(StorageError, String, String?, String)]
    )
    func `name the problem, the place and the remedy`(
        error: StorageError,
        problem: String,
        place: String?,
        remedy: String
    ) {
        #expect(error.diagnosis == Diagnosis(problem: problem, place: place, remedy: remedy))
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
    func `say how to continue without an application's key`(fault: KeyFileFault, remedy: String) {
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
            ENOENT, "it or a parent directory is missing",
            "Check the path, or restore the missing file."
        ),
        (
            ENOTDIR, "one of its parent directories is a file",
            "Check the path, or move that file away."
        ),
        (
            EMFILE, "the program has too many files open",
            "Close files or sessions, or raise the limit on open files (ulimit -n)."
        ),
        (ENFILE, "the system has too many files open", "End programs, or raise fs.file-max."),
        (ENOMEM, "there is no memory left", "End programs, or add memory."),
        (EISDIR, "a directory is in its place", "Move the directory away."),
        (
            ELOOP, "a link is in its place, or links are circular",
            "Remove the link, or restore its target."
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
                error: The directory is not writable: permission denied
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
                error: The directory is not writable: the file system is read-only
                   at: /s
                  fix: Mount it writable, or use another directory.
                """
        )
    }
}
