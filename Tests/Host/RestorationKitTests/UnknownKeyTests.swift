import RestorationKit
import Testing

/// A panel of an older version of the program.
private final class OlderPanel: RestorableObject {
    var title = ""
    init(_ request: CreationRequest) throws {
        kind = try request.coder?.decode(String.self, forKey: "kind")
    }
    let kind: String?
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
    }
}

/// The panel of the next version.
private final class NewerPanel: RestorableObject {
    var title = ""
    var zoom = 0.0
    var child: (any Restorable)?
    var owner: (any Restorable)?
    var history: [(any Restorable)?] = []
    init(_ request: CreationRequest) throws {}
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode("panel", forKey: "kind")
        coder.encode(zoom, forKey: "zoom")
        coder.encode(title, forKey: "title")
        coder.encode(child, forKey: "child")
        coder.encode(owner, forKey: "owner")
        coder.encode(["all": history.map(RestorationReference.init)], forKey: "history")
        coder.markSensitive("zoom")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        zoom = try coder.decode(Double.self, forKey: "zoom") ?? 0
        child = try coder.decodeReference(forKey: "child")
        owner = try coder.decodeReference(forKey: "owner")
        let history = try coder.decode([String: [RestorationReference]].self, forKey: "history")
        self.history = history?["all"]?.map(\.object) ?? []
    }
}

private final class Shelf: Restorable {
    let restorationIdentifier: String? = "Shelf"
    var panel: (any Restorable)?
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(panel, forKey: "panel")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        panel = try coder.decodeReference(forKey: "panel")
    }
}

@Suite struct `Keys that a class does not know` {
    private let sandbox = Sandbox()

    private func run<Panel: RestorableObject>(
        _ type: Panel.Type,
        _ body: (RestorationSession, Shelf) throws -> Void
    ) throws {
        let session = try sandbox.session()
        let shelf = Shelf()
        session.addRoot(shelf)
        session.register(type, as: "Panel")
        try session.restore()
        try body(session, shelf)
        try session.preserveNow()
        session.close()
    }

    private func saveNewer() throws {
        try run(NewerPanel.self) { session, shelf in
            let panel = try session.make("P", under: shelf, className: "Panel") as! NewerPanel
            let child = try session.make("C", under: panel, className: "Panel") as! NewerPanel
            (panel.title, panel.zoom, panel.child) = ("one", 2.5, child)
            (panel.owner, panel.history) = (shelf, [child, nil, shelf])
            child.title = "two"
            shelf.panel = panel
        }
    }

    @Test func `survive a save by an older version, with all that they refer to`() throws {
        try saveNewer()
        try run(OlderPanel.self) { _, shelf in (shelf.panel as? OlderPanel)?.title = "changed" }
        // Saves once more, since carried keys must survive every save.
        try run(OlderPanel.self) { session, _ in try session.preserveNow() }

        try run(NewerPanel.self) { _, shelf in
            let panel = try #require(shelf.panel as? NewerPanel)
            let child = try #require(panel.child as? NewerPanel)
            #expect(panel.title == "changed")
            #expect(panel.zoom == 2.5)
            #expect(panel.owner === shelf)
            #expect(child.title == "two")
            #expect(panel.history.count == 3)
            #expect(panel.history[0] === child)
            #expect(panel.history[1] == nil)
            #expect(panel.history[2] === shelf)
        }
    }

    @Test func `do not come back once the class asked for them`() throws {
        try saveNewer()
        try run(OlderPanel.self) { _, shelf in
            #expect((shelf.panel as? OlderPanel)?.kind == "panel")
        }

        // The class read "kind" during creation and did not store it again.
        try run(OlderPanel.self) { _, shelf in
            #expect((shelf.panel as? OlderPanel)?.kind == nil)
        }
    }

    @Test func `are removed with the object that holds them, and do not retain it`() throws {
        try saveNewer()
        weak var panel: (any Restorable)?
        weak var child: (any Restorable)?

        try run(OlderPanel.self) { session, shelf in
            panel = shelf.panel
            shelf.panel = nil
            try session.preserveNow()
        }
        try run(NewerPanel.self) { _, shelf in child = shelf.panel }

        #expect(panel == nil)
        #expect(child == nil)
    }
}
