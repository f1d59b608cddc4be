import RestorationTesting
import Testing

@Suite struct `The time of a test` {
    @Test func `passes only when it is told to`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        first.session.invalidate(first.graph)
        first.settle()

        #expect(try first.program.savedState() == nil)
        #expect(first.session.nextDeadline == first.program.clock.now + .seconds(1))
    }

    @Test func `brings a change to the disk when it is due`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        first.session.invalidate(first.graph)

        first.advance(by: .milliseconds(999))
        #expect(try first.program.savedState() == nil)
        first.advance(by: .milliseconds(1))

        #expect(try first.program.savedState()?["Book"]?.values["title"] == "Cats")
        #expect(try first.relaunch(after: .killed).graph.title == "Cats")
    }

    @Test func `goes from deadline to deadline`() throws {
        let first = try book().launch()
        var saves = 0
        first.session.onSave = { [session = first.session, graph = first.graph] _ in
            saves += 1
            if saves < 5 { session.invalidate(graph) }
        }
        first.session.invalidate(first.graph)

        first.advance(by: .seconds(60))

        #expect(saves == 5)
        #expect(first.program.clock.elapsed == .seconds(60))
    }

    @Test func `tries a failed save again later`() throws {
        let first = try book().launch()
        first.program.faults = [.diskFull]
        first.session.invalidate(first.graph)
        first.advance(by: .seconds(5))
        first.program.faults = []

        first.advance(by: .seconds(5))
        #expect(try first.program.savedState() == nil)
        first.advance(by: .seconds(1))

        #expect(try first.program.savedState() != nil)
    }

    @Test func `stands in what is saved`() throws {
        let first = try book().launch()
        first.program.clock.advance(by: .seconds(3600))

        let second = try first.relaunch()

        let time = second.report.preservationInfo?.timestamp
        #expect(time == Timestamp(seconds: 1_893_456_000 + 3600))
    }
}
