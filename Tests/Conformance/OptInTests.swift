import Dispatch
import RestorationTesting
import Testing

@Suite struct `Preserving on request` {
    @Test(.rule("T-1", "PRES-1"))
    func `saves nothing in a program that never restores`() throws {
        let disk = MemoryDisk(application: ApplicationIdentifier("org.example.tested")!)
        var options = RestorationOptions()
        options.store = disk.store()
        let session = try RestorationSession(application: "org.example.tested", options: options)
        session.addRoot(Node("Root"))

        #expect(throws: SessionError.notRestored) { try session.preserveNow() }
        session.close()
        #expect(disk.generation == nil)
    }

    @Test(.rule("T-2", "PRES-1"))
    func `saves if the delegate answers only one of the questions`() throws {
        final class Silent: RestorationDelegate {
            func shouldPreserveState(to coder: RestorationCoder) -> Bool { true }
        }
        let delegate = Silent()
        let program = TestProgram(preset: .tested) { session in
            session.delegate = delegate
            session.addRoot(Node("Root"))
        }

        #expect(try program.launch().terminate().savedPaths == ["Root"])
    }

    @Test(.rule("T-5", "PRES-7", "PRES-11", "PRES-24"))
    func `asks and notifies the delegate, then encodes the root, then the others`() throws {
        let program = program(Delegate()) { _ in Node("A", [Node("B", [Node("C")]), Node("D")]) }
        let first = try program.launch()

        let log = try Log.collect { try first.session.preserveNow() }

        #expect(
            log == [
                "should preserve", "will encode", "encode A", "encode B", "encode D", "encode C",
            ]
        )
    }

    @Test(.rule("PRES-4", under: .granular))
    func `saves changes made on another thread`() throws {
        let first = try program { _ in Node("Root") }.launch()
        first.graph.text = "changed"
        let invalidator = first.session.invalidator
        DispatchQueue.concurrentPerform(iterations: 4) { _ in invalidator.invalidate() }

        first.advance(by: .seconds(1))

        #expect(try first.relaunch(after: .killed).graph.text == "changed")
    }

    @Test(.rule("PRES-31", "REST-8"))
    func `lets objects encode and decode before the call returns`() throws {
        let first = try program { _ in Node("Root") }.launch()

        let saved = try Log.collect {
            try first.session.preserveNow()
            Log.note("saved")
        }
        let launched = try Log.collect {
            _ = try first.relaunch(after: .killed)
            Log.note("launched")
        }

        #expect(saved == ["encode Root", "saved"])
        #expect(launched == ["decode Root", "finish Root", "launched"])
    }

    @Test(.rule("PRES-27"))
    func `names the path and the class, or the type, of saved objects`() throws {
        let first = try program { _ in Node("Root") }.launch()
        try first.make("M", under: first.graph)

        let saved = try #require(try first.terminate().savedState())

        #expect(saved.objects.map(\.path) == ["Root", "Root/M"])
        #expect(saved.objects.map(\.kind) == ["ConformanceTests.Node", "class Node"])
    }

    @Test(.rule("PRES-3", under: .uikit))
    func `saves nothing by itself under the preset uikit`() throws {
        let first = try program(preset: .uikit) { _ in Node("Root") }.launch()
        first.session.invalidate(first.graph)

        first.advance(by: .seconds(3600))

        #expect(try first.program.savedState() == nil)
    }

    @Test(.rule("AK-2", "PRES-6", under: .granular))
    func `saves changes that were reported, together, within the interval`() throws {
        let first = try program { _ in Node("Root") }.launch()
        var saves = 0
        first.session.onSave = { _ in saves += 1 }
        for text in ["one", "two", "three"] {
            first.graph.text = text
            first.session.invalidate(first.graph)
            first.advance(by: .milliseconds(200))
        }

        first.advance(by: .milliseconds(399))
        #expect(saves == 0)
        first.advance(by: .milliseconds(1))

        #expect(saves == 1)
        #expect(try first.relaunch(after: .killed).graph.text == "three")
    }
}
