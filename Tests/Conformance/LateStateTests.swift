import RestorationTesting
import Testing

/// A root that cannot decode before it is ready.
private final class Form: Restorable {
    let restorationIdentifier: String? = "Form"
    var isReady = true
    var note: Node?
    var onEncode: (RestorationCoder) throws -> Void = { _ in }
    var onDecode: (RestorationCoder) throws -> Void = { _ in }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(note, forKey: "note")
        try onEncode(coder)
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        guard isReady else { throw StateNotYetApplicable() }
        note = try coder.decode(Node.self, forKey: "note")
        try onDecode(coder)
    }
}

/// A draft in an older version of the program.
private final class OlderDraft: RestorableObject {
    let restorationIdentifier: String?
    var text = ""

    init(_ request: CreationRequest) {
        restorationIdentifier = request.identifier
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }
}

/// A draft that cannot decode before it is ready.
private final class Draft: RestorableObject {
    let restorationIdentifier: String?
    var isReady = false
    var body = ""

    init(_ request: CreationRequest) {
        restorationIdentifier = request.identifier
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(body, forKey: "body")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        guard isReady else { throw StateNotYetApplicable() }
        body = try coder.decode(String.self, forKey: "body") ?? ""
    }

    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        try new.encodeCopy(of: "text", from: old, forKey: "body")
    }
}

/// A program whose form is ready at once in the first launch, and on request in later ones.
private func formProgram(
    onEncode: @escaping (RestorationCoder) throws -> Void = { _ in },
    onDecode: @escaping (RestorationCoder) throws -> Void = { _ in }
) -> TestProgram<Form> {
    var isFirst = true
    return TestProgram(preset: .tested) { session in
        session.register(Node.self, as: "Node")
        let form = Form()
        if isFirst { form.onEncode = onEncode } else { form.onDecode = onDecode }
        form.isReady = isFirst
        isFirst = false
        session.addRoot(form)
        return form
    }
}

extension TestLaunch<Form> {
    fileprivate func applyLateState() {
        graph.isReady = true
        #expect(session.applyAwaitedState(to: graph).isEmpty)
    }
}

@Suite struct `State that an object applies after the restore` {
    @Test(.rule("REST-39"))
    func `has been migrated`() throws {
        var isLater = false
        let program = program { session in
            if isLater {
                session.register(Draft.self, as: "Draft", schemaVersion: 2)
            } else {
                session.register(OlderDraft.self, as: "Draft")
            }
            return Node("Root")
        }
        let first = try program.launch()
        let made = try first.session.make("draft", under: first.graph, className: "Draft")
        (made as? OlderDraft)?.text = "typed"
        first.graph.add(made)
        isLater = true
        let second = try first.relaunch()
        let draft = try #require(second.graph.restorationChildren.first as? Draft)

        draft.isReady = true
        #expect(second.session.applyAwaitedState(to: draft).isEmpty)

        #expect(draft.body == "typed")
        let entry = second.entry("Root/draft")
        #expect(entry?.outcome == .migrated)
        #expect(
            entry?.reason?.problem
                == "Its state was migrated from schema version 1 of Draft to 2"
        )
    }

    @Test(.rule("REST-39"))
    func `keeps its unknown keys`() throws {
        let program = formProgram(onEncode: { $0.encode("newer", forKey: "future") })
        let second = try program.launch().relaunch()

        second.applyLateState()
        try second.terminate()

        #expect(try program.savedState()?["Form"]?.values.keys.contains("future") == true)
    }

    @Test(.rule("REST-39", under: .granular))
    func `refers to objects that were missing, once they exist again`() throws {
        let program = formProgram()
        let first = try program.launch()
        let note = try first.session.make("note", under: first.graph, className: "Node")
        first.graph.note = note as? Node
        first.graph.note?.text = "typed"
        try first.terminate()
        program.faults = [.classMissing("Node")]
        let second = try program.launch()

        second.applyLateState()
        #expect(second.graph.note == nil)
        try second.terminate()
        program.faults = []
        let third = try program.launch()
        third.applyLateState()

        #expect(third.graph.note?.text == "typed")
    }

    @Test(.rule("SEC-12"))
    func `is reported if the object skipped a value that it could not decode`() throws {
        let program = formProgram(
            onEncode: { $0.encode("many", forKey: "count") },
            onDecode: { _ = try? $0.decode(Int.self, forKey: "count") }
        )
        let second = try program.launch().relaunch()

        second.applyLateState()

        let entry = second.entry("Form")
        #expect(entry?.outcome == .restored)
        #expect(
            entry?.reason?.problem.hasPrefix(
                "A value could not be decoded, and was skipped:"
            ) == true
        )
        #expect(entry?.reason?.place?.contains("count") == true)
    }
}
