import RestorationTesting
import Testing

@Suite struct `A snapshot` {
    @Test func `shows every object with its values`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        try first.addPage("Chapter", title: "Strays")

        let text = try first.snapshot().description

        #expect(
            text == """
                Book: RestorationTestingTests.Page
                  pages: [→ Book/Cover, → Book/Index, → Book/Chapter]
                  title: "Cats"
                Book/Chapter: class Page
                  pages: []
                  title: "Strays"
                Book/Cover: RestorationTestingTests.Page
                  pages: []
                  title: ""
                Book/Index: RestorationTestingTests.Page
                  pages: []
                  title: ""
                """
        )
    }

    @Test func `shows differences line by line`() throws {
        let first = try book().launch()
        let before = try first.snapshot()
        first.graph.title = "Cats"
        first.graph.add(Page("Map"))

        let difference = try first.snapshot().difference(from: before)

        #expect(
            "\(difference)" == """
                  Book: RestorationTestingTests.Page
                -   pages: [→ Book/Cover, → Book/Index]
                +   pages: [→ Book/Cover, → Book/Index, → Book/Map]
                -   title: ""
                +   title: "Cats"
                + Book/Map: RestorationTestingTests.Page
                +   pages: []
                +   title: ""
                """
        )
    }

    @Test func `does not depend on the order in which objects are visited`() throws {
        func program(_ identifiers: [String]) -> TestProgram<[Page]> {
            TestProgram { session in
                let pages = identifiers.map { Page($0, [Page("Note")]) }
                pages.forEach { session.addRoot($0) }
                return pages
            }
        }
        let one = try program(["A", "B"]).launch()
        let other = try program(["B", "A"]).launch()

        #expect(try expectSameState(one, other).isEmpty)
    }

    @Test(
        arguments: [
            (RestorationValue.float(0.5), RestorationValue.double(0.5)),
            (.dictionary(["a: 1, b": 2]), .dictionary(["a": 1, "b": 2])),
            (.dictionary(["a": 1]), .dictionary(["\"a\"": 1])),
            (.integer(1), .string("1")), (.null, .string("null")), (.integer(1), .double(1)),
            (.bytes([]), .array([])), (.date(Timestamp(seconds: 1)!), .integer(1)),
        ]
    )
    func `distinguishes values that decoding distinguishes`(
        one: RestorationValue,
        other: RestorationValue
    ) throws {
        let states = try [one, other].map { value in
            try TestProgram { session in session.addRoot(Holder(value)) }.launch().snapshot()
        }

        #expect(states[0] != states[1])
        #expect(!expectSameState(states[0], states[1]).isEmpty)
    }

    @Test func `distinguishes a reference to one object from references to two`() throws {
        let states = try [["A", "B"], ["A, → B"]].map { names in
            try TestProgram { session in
                let pages = ["A", "B", "A, → B"].map { Page($0) }
                pages.forEach { session.addRoot($0) }
                session.addRoot(
                    Holder(.null, pages.filter { names.contains($0.restorationIdentifier ?? "") })
                )
            }.launch().snapshot()
        }

        #expect(states[0]["Holder"] != states[1]["Holder"])
    }

    @Test func `saves nothing`() throws {
        let first = try book().launch()

        _ = try first.snapshot()

        #expect(try first.program.savedState() == nil)
    }

    @Test func `of saved state shows the moment of saving`() throws {
        let first = try book().launch()
        let saved = try first.snapshot()
        try first.session.preserveNow()
        first.graph.title = "Cats"

        #expect(try first.program.savedState() == saved)
    }
}

/// Stores the value it was created with.
private final class Holder: Restorable {
    let restorationIdentifier: String? = "Holder"
    private let value: RestorationValue
    private let pages: [Page]

    init(_ value: RestorationValue, _ pages: [Page] = []) {
        self.value = value
        self.pages = pages
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(value, forKey: "value")
        coder.encode(pages, forKey: "pages")
    }
}
