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

    @Test func `is the same before and after a relaunch`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        try first.addPage("Chapter", title: "Strays")
        let before = try first.snapshot()

        let after = try first.relaunch().snapshot()

        let difference = expectSameState(before, after)
        #expect(difference.isEmpty, "\(difference)")
    }

    @Test func `shows what is different, line by line`() throws {
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

    @Test func `does not count in which order objects were met`() throws {
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

    @Test func `saves nothing`() throws {
        let first = try book().launch()

        _ = try first.snapshot()

        #expect(try first.program.savedState() == nil)
    }

    @Test func `of what is saved is that of the moment of saving`() throws {
        let first = try book().launch()
        let saved = try first.snapshot()
        try first.session.preserveNow()
        first.graph.title = "Cats"

        #expect(try first.program.savedState() == saved)
    }
}
