import RestorationKit
import Testing

@Suite struct `Making an object of a type` {
    private let sandbox = Sandbox()

    @Test func `throws if the class makes objects of another type, and discards the object`() throws
    {
        let root = Screen("Tabs")
        let session = try sandbox.restoredSession(of: root)
        defer { session.close() }
        weak var made: Screen?
        session.register("Kept") { request in
            let screen = try Screen(request)
            made = screen
            return screen
        }

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
        #expect(made == nil)
        #expect(!session.hasUnsavedChanges)
    }

    @Test func `gives a remedy for an object of a plugin`() throws {
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
