import Glibc
import RestorationKit
import Testing

@Suite struct `What a session says of the system` {
    @Test(arguments: [
        (EACCES, "permission denied", "Give the user of this program access to it."),
        (ENOSPC, "the disk is full", "Free space on that file system."),
        (
            EROFS, "the file system is read-only",
            "Mount it writable, or use another directory."
        ),
        (
            EMFILE, "the program has too many files open",
            "Close files or sessions, or raise the limit on open files (ulimit -n)."
        ),
        (
            ENFILE, "the system has too many files open",
            "End programs, or raise fs.file-max."
        ),
        (ENOMEM, "there is no memory left", "End programs, or add memory."),
        (EINVAL, "Invalid argument", "Look up error number 22 of this system."),
    ])
    func `names the reason and what to do about it`(
        number: Int32,
        reason: String,
        remedy: String
    ) {
        let error = SessionError.system(
            what: "No event descriptor could be made",
            errorNumber: number
        )

        #expect(
            error.diagnosis
                == Diagnosis(
                    problem: "No event descriptor could be made: \(reason)",
                    remedy: remedy
                )
        )
    }
}
