import RestorationKit
import Testing

@Suite struct `Making an object of a type` {
    private let sandbox = Sandbox()

    private func running(_ session: RestorationSession) throws -> Screen {
        let root = Screen("Tabs")
        session.addRoot(root)
        session.register(Screen.self, as: "Screen")
        session.register(Container.self, as: "Container")
        try session.restore()
        return root
    }

    @Test func `returns it as that type`() throws {
        let session = try sandbox.session()
        defer { session.close() }
        let root = try running(session)

        let screen = try session.make(
            "Edit",
            under: root,
            as: Screen.self,
            className: "Screen",
            parameters: ["title": "half-typed"]
        )
        let container = try session.make(
            "Stack",
            as: (any RestorableContainer).self,
            className: "Container"
        )

        #expect(screen.title == "half-typed")
        #expect(session.path(of: screen)?.description == "Tabs/Edit")
        #expect(session.path(of: container)?.description == "Stack")
    }

    @Test func `throws if the class makes others, and knows nothing of the object`() throws {
        let session = try sandbox.session()
        defer { session.close() }
        let root = try running(session)
        let screens = ScreenClass()
        session.register(screens)

        let error = #expect(throws: SessionError.self) {
            try session.make("Edit", under: root, as: Container.self, className: "Kept")
        }

        #expect(
            error?.diagnosis
                == Diagnosis(
                    problem: #"The restoration class "Kept" made an object of type Screen, and the"#
                        + " program asked for Container",
                    place: "Tabs/Edit",
                    remedy: "Ask for Screen, or name the class whose objects are of type Container."
                )
        )
        #expect(screens.made == nil)
        #expect(!session.hasUnsavedChanges)
    }

    @Test func `says what to do about an object of a plugin`() throws {
        let error = SessionError.unexpectedType(
            try RestorationPath(parsing: "Tabs/Note"),
            className: "Note",
            plugin: "org.example.notes",
            made: "PluginObject",
            expected: "Screen"
        )

        #expect(
            error.diagnosis
                == Diagnosis(
                    problem:
                        #"The restoration class "Note" of the plugin org.example.notes made an"#
                        + " object of type PluginObject, and the program asked for Screen",
                    place: "Tabs/Note",
                    remedy: "Ask for any Restorable: the program uses an object of a plugin by its"
                        + " interfaces and methods."
                )
        )
    }
}

/// Makes screens, and knows whether the last one lives.
private final class ScreenClass: RestorationClass {
    let name = "Kept"
    let plugin: String? = nil
    let schemaVersion = 1
    private(set) weak var made: Screen?

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        let screen = try Screen(request)
        made = screen
        return screen
    }
}
