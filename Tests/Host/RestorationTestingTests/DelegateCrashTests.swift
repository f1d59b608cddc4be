import RestorationTesting
import Testing

/// Records the values that it decodes.
private final class Desk: RestorationDelegate {
    var given: [String?] = []

    func willEncodeState(to coder: RestorationCoder) { coder.encode("typed", forKey: "text") }
    func didDecodeState(from coder: RestorationCoder) {
        given.append(try? coder.decode(String.self, forKey: "text"))
    }
}

@Suite struct `A program that crashes in its delegate` {
    private let desk = Desk()

    private func saved() throws -> TestProgram<Page> {
        try TestProgram { session in
            session.delegate = desk
            let root = Page("Book")
            session.addRoot(root)
            return root
        }.launch().terminate()
    }

    @Test func `gives the delegate no state in the next launch, and restores everything else`()
        throws
    {
        let program = try saved()
        desk.given = []

        let second = try program.crash(at: .delegate).launch()

        #expect(desk.given == [nil])
        #expect(second.report.restored.map(\.description) == ["Book"])
        #expect(second.report.reason == .recovery)
        #expect(second.report.notes.count == 1)
    }

    @Test func `has everything retained for a launch if that does not help`() throws {
        let program = try saved()
        for _ in 0..<3 { try program.crash(at: .delegate) }
        desk.given = []

        let third = try program.launch()

        #expect(third.report.notRestored.map(\.path.description) == ["Book"])
        #expect(desk.given == [])
        #expect(program.disk.setAside.isEmpty)
        #expect(try third.relaunch().report.restored.map(\.description) == ["Book"])
    }

    @Test func `may do so in one call`() throws {
        let first = try saved().launch()
        desk.given = []

        _ = try first.relaunch(after: .crash(at: .delegate))

        #expect(desk.given == [nil])
    }

    @Test func `must have a delegate`() throws {
        let error = #expect(throws: TestingError.self) {
            try book().launch().terminate().crash(at: .delegate)
        }

        #expect(
            error?.description == """
                error: The program did not crash: it called no delegate
                  fix: Set session.delegate where the program is built, and save in a launch before \
                this one.
                """
        )
    }

    @Test func `names no object, unlike every other crash`() throws {
        #expect(throws: TestingError.misplacedCrash(.delegate, path: "Book")) {
            try book().crash(at: .delegate, of: "Book")
        }
        #expect(throws: TestingError.misplacedCrash(.decode, path: nil)) {
            try book().crash(at: .decode)
        }
    }
}
