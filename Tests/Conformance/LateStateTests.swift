import RestorationTesting
import Testing

/// A draft as an older version of the program has it.
private final class OlderDraft: TransactionalRestorable, RestorableObject {
    let restorationIdentifier: String?
    let restorationGroup: String?
    var text = ""

    init(_ request: CreationRequest) {
        restorationIdentifier = request.identifier
        restorationGroup = draftGroup(request.identifier)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }
}

/// A draft, which cannot take its state before it is ready.
private final class Draft: TransactionalRestorable, RestorableObject {
    let restorationIdentifier: String?
    let restorationGroup: String?
    var isReady = false
    var body = ""

    init(_ request: CreationRequest) {
        restorationIdentifier = request.identifier
        restorationGroup = draftGroup(request.identifier)
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

private func draftGroup(_ name: String) -> String? { name == "alone" ? nil : "pair" }

@Suite struct `State that an object takes when the restore is over` {
    @Test(.rule("REST-39"), arguments: [["alone"], ["left", "right"]])
    func `has been migrated, that of a group as well`(names: [String]) throws {
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
        for name in names {
            let draft = try first.session.make(name, under: first.graph, className: "Draft")
            (draft as? OlderDraft)?.text = "typed"
            first.graph.add(draft)
        }
        isLater = true
        let second = try first.relaunch()
        let drafts = second.graph.restorationChildren.compactMap { $0 as? Draft }

        for draft in drafts { draft.isReady = true }
        for draft in drafts { #expect(second.session.applyAwaitedState(to: draft).isEmpty) }

        #expect(drafts.map(\.body) == names.map { _ in "typed" })
        let entry = second.entry("Root/\(names[0])")
        #expect(entry?.outcome == .migrated)
        #expect(
            entry?.reason?.problem
                == "Its state was migrated from schema version 1 of Draft to 2"
        )
    }
}
