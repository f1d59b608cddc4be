import Glibc
import RestorationKit
import Testing

@Suite struct `System errors of a session` {
    @Test func `name the reason and a remedy`() {
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
