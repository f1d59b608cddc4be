import RestorationTesting
import Testing

@Suite struct `The time of a test` {
    @Test func `advances only on request`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        first.session.invalidate(first.graph)
        first.settle()

        #expect(try first.program.savedState() == nil)
        #expect(first.session.nextDeadline == first.program.clock.now + .seconds(1))
    }

    @Test func `advances from deadline to deadline`() throws {
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

    @Test func `lets a failed save be retried as it advances`() throws {
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
}
