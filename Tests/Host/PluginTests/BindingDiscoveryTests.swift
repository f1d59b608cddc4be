import Foundation
import RestorationCore
import RestorationPlugins
import Testing

@testable import RestorationDiscovery

@Suite struct `Discovering bindings` {
    let directory: TemporaryDirectory
    let application: ApplicationIdentifier

    init() throws {
        directory = try TemporaryDirectory()
        application = try #require(ApplicationIdentifier("org.example.app"))
    }

    private func binding(_ id: String, version: String = "1.0", get: String = "get(object) -> bool")
        -> String
    {
        """
        {
          "binding": 1, "id": "\(id)", "version": "\(version)", "library": "libexample.so.1",
          "applications": ["org.example.app"], // and no other
          "classes": [{"id": "Thing", "routes": ["**/thing:*"], "state": [{"key": "on", "get": "\(get)"}]}]
        }
        """
    }

    private func discover() -> DiscoveryOutcome {
        PluginDiscovery(
            application: application,
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:])
        ).run()
    }

    @Test
    func `ignores a library that a binding names, and reports others as broken plugins`()
        throws
    {
        let text = binding("org.example.thing")
            .replacing(#""libexample.so.1""#, with: #"["libexample.so.1", "./libhelper.so"]"#)
        try directory.write("thing.restoration-binding.json", text)
        for name in ["libhelper.so", "libother.so"] {
            try directory.write(name, ELFImage().bytes)
        }

        let outcome = discover()

        #expect(outcome.faults == [.noManifest(file: directory.path + "/libother.so")])
        let survey = PluginSurvey(
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:])
        )
        #expect(survey.faults == [.noManifest(file: directory.path + "/libother.so")])
    }

    @Test func `a higher version is used, whether library or binding`() throws {
        try directory.write(
            "a.restoration-binding.json",
            binding("org.example.thing", version: "2.0")
        )
        try directory.write("b.restoration-binding.json", binding("org.example.thing"))
        let manifest = """
            {"manifest": 1, "id": "org.example.thing", "version": "1.5", "abi": "0.3",
             "applications": ["org.example.app"], "classes": [{"id": "A", "version": 1}]}
            """
        try directory.write("c.so", ELFImage.plugin(manifest: manifest).bytes)

        let outcome = discover()

        #expect(outcome.plugins.map(\.isBinding) == [true])
        #expect(outcome.rejectedPlugins.map(\.plugin.isBinding) == [false, true])
        #expect(
            outcome.rejectedPlugins.map(\.reason.description)
                == Array(
                    repeating:
                        "version 2.0.0 is used, \(directory.path)/a.restoration-binding.json",
                    count: 2
                )
        )
    }

    @Test func `a fault is reported with those of libraries`() throws {
        let file = try directory.write(
            "thing.restoration-binding.json",
            binding("org.example.thing", get: "get(object -> bool")
        )

        let outcome = discover()

        #expect(outcome.plugins.isEmpty)
        #expect(
            outcome.faults.map(\.description) == [
                """
                error: A call has a syntax error. Found "->" at column 12, expected "," or ")"
                       get(object -> bool
                                  ^
                   at: \(file), classes[0].state[0].get, line 4
                  fix: Separate arguments by commas, and end with ).
                """
            ]
        )
    }

    @Test func `others must not be able to change it`() throws {
        let file = try directory.write("a.restoration-binding.json", binding("org.example.thing"))
        try FileManager.default.setAttributes([.posixPermissions: 0o646], ofItemAtPath: file)

        let outcome = discover()

        #expect(outcome.plugins.isEmpty)
        #expect(
            outcome.faults.map(\.diagnosis.problem)
                == ["Everyone may write to the file, so no plugin is loaded from there"]
        )
    }

    @Test func `its file is read again when it is used, unless it declares another plugin`()
        throws
    {
        let name = "thing.restoration-binding.json"
        try directory.write(name, binding("org.example.thing"))
        let plugin = try #require(discover().plugins.first)

        #expect(try plugin.bindingDocument().classes.map(\.name) == ["Thing"])

        let file = try directory.write(name, binding("org.example.thing", version: "1.1"))
        #expect(throws: DiscoveryError.replaced(file: file)) {
            try plugin.bindingDocument()
        }
    }
}
