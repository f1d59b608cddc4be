import RestorationTesting
import Testing

@Suite struct `Restoring, step by step` {
    @Test(.rule("T-47", "REST-1", "REST-5", "REST-7", "REST-8", "REST-25"))
    func `builds, asks, creates, decodes, then notifies the delegate and the objects`() throws {
        let program = program(Delegate()) { _ in
            Log.note("build")
            return Node("Root", [Node("A")])
        }
        let first = try program.launch()
        try first.make("M", under: first.graph.children[0])
        try first.terminate()

        let log = try Log.collect {
            _ = try program.launch()
            Log.note("launched")
        }

        #expect(
            log == [
                "build", "should restore", "create Root/A/M", "decode Root", "decode A",
                "decode M", "did decode", "finish Root", "finish A", "finish M", "launched",
            ]
        )
    }

    @Test(.rule("T-48", "REST-2", "FAIL-16"))
    func `calls no delegate if nothing was saved`() throws {
        let program = program(Delegate()) { _ in Node("Root") }

        let log = try Log.collect { _ = try program.launch() }

        #expect(log.isEmpty)
    }

    @Test(.rule("T-49", "REST-32"))
    func `does nothing when the delegate declines, and does not offer the state again`() throws {
        let delegate = Delegate()
        let program = program(delegate) { _ in Node("Root") }
        let first = try program.launch()
        try first.make("M", under: first.graph)
        try first.terminate()
        delegate.restores = false

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try program.launch() }
        delegate.restores = true

        #expect(log == ["should restore"])
        #expect(program.disk.setAside.map(\.reason) == [.refused])
        #expect(try second?.relaunch(after: .killed).report.restored.isEmpty == true)
    }

    @Test(.rule("REST-32"))
    func `asks the delegate although its own record could not be encoded`() throws {
        let delegate = Delegate()
        delegate.onWillEncode = { $0.encode(1, forKey: "") }
        let first = try program(delegate) { _ in Node("Root") }.launch()
        delegate.restores = false

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(log.contains("should restore"))
        #expect(second?.report.entries.isEmpty == true)
    }

    @Test(.rule("T-50", "REST-23", "REST-24", "REST-29"))
    func `gives references to objects that decode later, but before the end`() throws {
        var seen: (inDecode: String?, inFinish: String?)
        let first = try program(Delegate()) { _ in
            let root = Node("Root", [Node("A", text: "default")])
            root.references = ["other": root.children[0]]
            root.onDecode = { [unowned root] _ in
                seen.inDecode = (root.references["other"] as? Node)?.text
            }
            root.onFinish = { [unowned root] in
                seen.inFinish = (root.references["other"] as? Node)?.text
            }
            return root
        }.launch()
        first.graph.children[0].text = "typed"

        _ = try first.relaunch()

        #expect(seen.inDecode == "default")
        #expect(seen.inFinish == "typed")
    }

    @Test(.rule("REST-26"))
    func `lets every object decode and finish once`() throws {
        let first = try program { _ in Node("Root", [Node("A"), Node("B")]) }.launch()

        let log = try Log.collect { _ = try first.relaunch() }

        let calls = log.filter { !$0.hasPrefix("encode") }
        #expect(Set(calls).count == calls.count)
        #expect(calls.count == 6)
    }

    @Test(.rule("REST-26"))
    func `gives an object the state of one path only`() throws {
        let delegate = Delegate()
        var isFirst = true
        let program = program(delegate) { _ in
            Node("Root", isFirst ? [Node("A"), Node("B")] : [])
        }
        let first = try program.launch()
        isFirst = false
        let shared = Node("A")
        delegate.objects = ["Root/A": shared, "Root/B": shared]

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(second?.report.notRestored.map(\.path.description) == ["Root/B"])
        #expect(log.filter { $0 == "decode A" }.count == 1)
    }

    @Test(.rule("REST-22", "FAIL-19", under: .granular), arguments: [false, true])
    func `costs one object when it fails`(inCreation: Bool) throws {
        let first = try program { _ in Node("Root") }.launch()
        for name in ["A", "B"] { try first.make(name, under: first.graph).text = name }
        let program = try first.terminate()

        program.faults = [inCreation ? .creationFails(at: "Root/A") : .decodingFails(at: "Root/A")]
        let faulty = try program.launch()
        #expect(faulty.outcomes == ["Root/A": .retained])
        #expect(faulty.graph.children.last?.text == "B")
        program.faults = []

        #expect(try faulty.relaunch().graph.children.map(\.text) == ["A", "B"])
    }
}
