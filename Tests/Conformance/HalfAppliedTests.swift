import RestorationTesting
import Testing

/// Decodes two values, one after the other.
private class Form: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = "new title"
    var text = "new text"
    var friend: Node?
    /// Stored, and never asked for.
    var unknown: String?
    var onEncode: () throws -> Void = {}
    var onDecode: () throws -> Void = {}
    private(set) var decodeCount = 0

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
        coder.encode(friend, forKey: "friend")
        coder.encode(text, forKey: "text")
        if let unknown { coder.encode(unknown, forKey: "unknown") }
        try onEncode()
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        decodeCount += 1
        title = try coder.decode(String.self, forKey: "title") ?? ""
        friend = try coder.decode(Node.self, forKey: "friend")
        try onDecode()
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// The same, put back if that fails whatever the program's options say.
private final class WholeForm: Form, TransactionalRestorable {
    var restorationGroup: String?

    init(_ identifier: String, in group: String? = nil) {
        super.init(identifier)
        restorationGroup = group
    }
}

extension TestProgram where Graph: Restorable {
    /// A program whose root `build` makes anew on every launch.
    fileprivate convenience init(
        configure: @escaping (inout RestorationOptions) -> Void = { _ in },
        _ build: @escaping () -> Graph
    ) {
        self.init(preset: .tested, configure: configure) { session in
            let root = build()
            session.addRoot(root)
            return root
        }
    }
}

extension TestProgram where Graph: Form {
    /// Lets it save what a person has typed.
    fileprivate func saved() throws -> TestProgram {
        let first = try launch()
        (first.graph.title, first.graph.text) = ("typed title", "typed text")
        return try first.terminate()
    }
}

@Suite struct `An object of the program's own that fails to decode half-way` {
    @Test(.rule("PRES-33", under: .granular))
    func `has the session say why, until the program changes it`() throws {
        let second = try launchWithFailingChild()
        let (parent, child) = (second.graph, second.graph.children[0])

        #expect(second.session.failure(of: child) == second.entry("A/B")?.reason)
        #expect(second.session.failure(of: parent) == nil)
        second.session.invalidate(child)
        #expect(second.session.failure(of: child) == nil)
    }

    @Test(.rule("FAIL-19", "SEC-12"))
    func `is what it was before`() throws {
        let program = try TestProgram { Form("Form") }.saved()

        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()

        #expect(second.graph.title == "new title")
        #expect(second.graph.text == "new text")
        #expect(second.outcomes == ["Form": .notApplied])
        #expect(
            second.report.notRestored.first?.reason?.problem
                == "Its state could not be applied: The test lets the value under \"text\" fail"
        )
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `has its state kept for a launch in which it succeeds`() throws {
        let program = try TestProgram { Form("Form") }.saved()
        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()
        #expect(second.outcomes == ["Form": .retained])
        program.faults = []

        let third = try second.relaunch()

        #expect(third.graph.title == "typed title")
        #expect(third.graph.text == "typed text")
    }

    @Test(.rule("FAIL-19"))
    func `refers again to what it had referred to`() throws {
        let friend = Node("Friend")
        let program = try TestProgram {
            let form = Form("Form")
            form.friend = friend
            return form
        }.saved()

        program.faults = [.decodingFails(at: "Form", key: "text")]

        #expect(try program.launch().graph.friend === friend)
    }

    @Test(.rule("FAIL-19"))
    func `stays half-way where the program does not want it put back`() throws {
        let program = try TestProgram(configure: { $0.undoesFailedDecodes = false }) {
            Form("Form")
        }.saved()

        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()

        #expect(second.graph.title == "typed title")
        #expect(second.graph.text == "new text")
    }

    @Test(.rule("FAIL-19"))
    func `says so if it could not be put back`() throws {
        var fails = false
        let program = try TestProgram {
            let form = Form("Form")
            if fails { form.onEncode = { throw Failing.Failure() } }
            return form
        }.saved()

        fails = true
        let second = try program.launch()
        #expect(second.graph.text == "typed text")
        try second.terminate(.killed)
        program.faults = [.decodingFails(at: "Form", key: "text")]
        let problem = try program.launch().report.notRestored.first?.reason?.problem

        #expect(problem?.contains("could not be undone") == true)
    }

    @Test(.rule("FAIL-19"))
    func `is not decoded if it has to be put back and cannot be`() throws {
        var fails = false
        let program = try TestProgram {
            let form = WholeForm("Form")
            if fails { form.onEncode = { throw Failing.Failure() } }
            return form
        }.saved()

        fails = true
        let second = try program.launch()

        #expect(second.graph.decodeCount == 0)
        #expect(second.graph.title == "new title")
        #expect(second.outcomes == ["Form": .notApplied])
        let problem = second.report.notRestored.first?.reason?.problem
        #expect(problem?.contains("so a failed decode could not be undone") == true)
        fails = false
        #expect(try second.terminate(.killed).launch().graph.text == "typed text")
    }
}

@Suite struct `An object that takes its state as a whole, and what it does not know` {
    @Test(.rule("FAIL-19"))
    func `keeps the keys that it never asks for`() throws {
        let first = try TestProgram { WholeForm("Form") }.launch()
        first.graph.unknown = "of a newer version"

        let program = try first.relaunch().terminate()

        #expect(
            try program.savedState()?["Form"]?.values["unknown"] == "of a newer version"
        )
    }
}

/// Two objects that take their state together; the second cannot at once.
private final class Pair {
    let first = WholeForm("First", in: "pair")
    let second = WholeForm("Second", in: "pair")
    var forms: [WholeForm] { [first, second] }
}

/// - Parameter onDecode: What the second one does in the middle of its decoding in later launches.
private func savedPair(
    onDecode: @escaping () throws -> Void
) throws -> TestProgram<Pair> {
    var isLater = false
    let program = TestProgram(preset: .tested) { session in
        let pair = Pair()
        if isLater { pair.second.onDecode = onDecode }
        for form in pair.forms { session.addRoot(form) }
        return pair
    }
    let launch = try program.launch()
    for form in launch.graph.forms { (form.title, form.text) = ("typed title", "typed text") }
    isLater = true
    return try launch.terminate()
}

@Suite struct `A group of objects of which one fails` {
    @Test(.rule("FAIL-19", "SEC-12"))
    func `is as a whole what it was before`() throws {
        let program = try savedPair { throw Failing.Failure() }

        let launch = try program.launch()

        #expect(launch.graph.forms.map(\.title) == ["new title", "new title"])
        #expect(launch.graph.forms.map(\.text) == ["new text", "new text"])
        #expect(launch.outcomes == ["First": .notApplied, "Second": .notApplied])
        let reason = launch.report.notRestored.first { $0.path.description == "First" }?.reason
        #expect(
            reason?.problem.contains("Another object of its group could not be restored") == true
        )
    }
}

@Suite struct `A group of objects of which one cannot take its state yet` {
    @Test(.rule("REST-39"))
    func `takes it together when all can, whichever was waited for`() throws {
        for position in 0...1 {
            var isReady = false
            let program = try savedPair { if !isReady { throw StateNotYetApplicable() } }

            let launch = try program.launch()
            #expect(launch.graph.forms.map(\.title) == ["new title", "new title"])
            #expect(launch.outcomes == ["First": .awaited, "Second": .awaited])
            #expect(launch.session.applyAwaitedState(to: launch.graph.first).isEmpty)
            #expect(launch.graph.forms.map(\.title) == ["new title", "new title"])

            isReady = true
            let failures = launch.session.applyAwaitedState(to: launch.graph.forms[position])

            #expect(failures.isEmpty)
            #expect(launch.graph.forms.map(\.text) == ["typed text", "typed text"])
            #expect(launch.session.report?.notRestored.isEmpty == true)
        }
    }

    @Test(.rule("REST-39", under: .granular))
    func `keeps it through saves, and fails together`() throws {
        var failure: any Error = StateNotYetApplicable()
        var fails = true
        let program = try savedPair { if fails { throw failure } }
        let second = try program.launch().relaunch()
        failure = Failing.Failure()

        #expect(second.session.applyAwaitedState(to: second.graph.first).count == 2)
        #expect(second.graph.forms.map(\.title) == ["new title", "new title"])
        fails = false
        let third = try second.relaunch()

        #expect(third.graph.forms.map(\.title) == ["typed title", "typed title"])
    }

    @Test(.rule("REST-39", under: .uikit))
    func `has its state given up if one fails then, under the preset uikit`() throws {
        var failure: any Error = StateNotYetApplicable()
        let program = try savedPair { throw failure }
        let second = try program.launch()
        failure = Failing.Failure()

        #expect(second.session.applyAwaitedState(to: second.graph.first).count == 2)
        #expect(second.entry("First")?.outcome == .created)
        second.graph.second.onDecode = {}
        let third = try second.relaunch()

        #expect(third.graph.first.title == "new title")
    }

    @Test(.rule("REST-40", under: .granular))
    func `goes on without one that the person has changed`() throws {
        var isReady = false
        let program = try savedPair { if !isReady { throw StateNotYetApplicable() } }
        let launch = try program.launch()
        launch.graph.first.title = "changed"
        launch.session.invalidate(launch.graph.first)

        isReady = true
        launch.session.applyAwaitedState(to: launch.graph.second)

        #expect(launch.graph.forms.map(\.title) == ["changed", "typed title"])
    }

    @Test(.rule("REST-39"))
    func `may be a single object, which is untouched until it can`() throws {
        var isReady = true
        let program = try TestProgram {
            let form = WholeForm("Form")
            form.onDecode = { if !isReady { throw StateNotYetApplicable() } }
            return form
        }.saved()
        isReady = false
        let second = try program.launch()
        #expect(second.outcomes == ["Form": .awaited])
        #expect(second.graph.title == "new title")

        isReady = true
        second.session.applyAwaitedState(to: second.graph)

        #expect(second.graph.title == "typed title")
        #expect(second.graph.text == "typed text")
    }
}
