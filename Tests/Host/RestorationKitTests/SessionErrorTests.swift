import Glibc
import RestorationKit
import Testing

@Suite struct `What a session says of the system` {
    @Test func `names the reason and what to do about it`() {
        let error = SessionError.system(
            what: "No event descriptor could be made",
            errorNumber: EMFILE
        )

        #expect(
            error.diagnosis
                == Diagnosis(
                    problem: "No event descriptor could be made: the program has too many files"
                        + " open",
                    remedy: "Close files or sessions, or raise the limit on open files (ulimit -n)."
                )
        )
    }
}
