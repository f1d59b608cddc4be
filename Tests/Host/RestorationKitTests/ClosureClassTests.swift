import RestorationKit
import Testing

@Suite struct `A closure that is a restoration class` {
    private let sandbox = Sandbox()

    /// Saves an object of the class at `Tabs/Edit`.
    private func save(
        schemaVersion: Int = 1,
        _ create: @escaping (CreationRequest) throws -> any Restorable = { try Screen($0) }
    ) throws {
        let session = try sandbox.session()
        defer { session.close() }
        let root = Screen("Tabs")
        session.addRoot(root)
        session.register("Editor", schemaVersion: schemaVersion, creating: create)
        try session.restore()
        let edit = try session.make("Edit", under: root, as: Screen.self, className: "Editor")
        edit.title = "half-typed"
        root.add(edit)
        try session.preserveNow()
    }

    private func restore(
        _ register: (RestorationSession) -> Void
    ) throws -> (session: RestorationSession, edit: RestorationReport.Entry?) {
        let session = try sandbox.session()
        session.addRoot(Screen("Tabs"))
        register(session)
        return (session, try session.restore()["Tabs/Edit"])
    }

    @Test func `makes objects, and recreates them`() throws {
        try save()
        var requests: [String] = []
        var made: Screen?

        let (session, edit) = try restore { session in
            session.register("Editor") { request in
                requests.append("\(request.reason) \(request.path)")
                let screen = try Screen(request)
                made = screen
                return screen
            }
        }
        defer { session.close() }

        #expect(edit?.outcome == .restored)
        #expect(edit?.className == "Editor")
        #expect(requests == [#"launch ["Tabs", "Edit"]"#])
        #expect(made?.title == "half-typed")
    }

    @Test func `retains state of a newer version, and accepts older state unchanged`() throws {
        try save(schemaVersion: 2)
        var made: Screen?

        let (older, retained) = try restore { $0.register("Editor") { try Screen($0) } }
        older.close()
        let (newer, restored) = try restore {
            $0.register("Editor", schemaVersion: 3) { request in
                let screen = try Screen(request)
                made = screen
                return screen
            }
        }
        newer.close()

        #expect(retained?.outcome == .retained)
        #expect(restored?.outcome == .restored)
        #expect(made?.title == "half-typed")
    }
}
