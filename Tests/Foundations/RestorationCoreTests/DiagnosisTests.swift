import RestorationCore
import Testing

@Suite struct `A diagnosis` {
    @Test(arguments: [
        ("The pet is gone.", "The pet is gone"), ("The pet is gone", "The pet is gone"),
        ("Wait...", "Wait..."), (".", ""),
    ])
    func `has no full stop after its problem, which sentences follow`(text: String, kept: String) {
        #expect(Diagnosis(problem: text, remedy: "Call it.").problem == kept)
    }

    @Test(arguments: [
        (Int32(8), "RESTORATION_FAILED (8)"), (0, "RESTORATION_OK (0)"),
        (9, "RESTORATION_NOT_YET (9)"), (10, "10 (unknown)"),
        (-77, "-77 (unknown)"),
    ])
    func `calls a status by its name`(status: Int32, name: String) {
        #expect(StatusName.text(status) == name)
    }
}
