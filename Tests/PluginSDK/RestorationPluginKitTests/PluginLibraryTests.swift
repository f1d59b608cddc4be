import Foundation
import RestorationCore
import Testing

@Suite struct `A plugin's library` {
    @Test(arguments: ["RestorationSwiftSample", "RestorationRelaxedSample"])
    func `exports its entry point and nothing else`(product: String) throws {
        let symbols = Process()
        let pipe = Pipe()
        symbols.executableURL = URL(filePath: "/usr/bin/env")
        symbols.arguments = [
            "nm", "--dynamic", "--defined-only", "--extern-only", "--format=just-symbols",
            try TestPlugin.library(product).path,
        ]
        symbols.standardOutput = pipe
        try symbols.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()

        #expect(String(decoding: output, as: UTF8.self) == "restoration_plugin_entry\n")
    }

    @Test func `describes itself in the words of its manifest`() throws {
        let facts = try #require(try TestPlugin().facts)

        #expect(facts.identifier == "org.example.sample")
        #expect(facts.version == "1.2")
        #expect(facts.abi == ABIVersion(major: 0, minor: 3))
        #expect(
            facts.schemaVersions == [
                "Everything": 3, "Bag": 1, "Witness": 1, "Grumbler": 1, "Hoarder": 1, "Talker": 1,
                "Family": 1, "Elder": 4, "Bookmark": 2, "Carrier": 1,
                "Latecomer": 1, "Nevercomer": 1, "Photo": 1, "Album": 1,
            ]
        )
    }

    @Test func `answers a second call of the entry point like the first`() throws {
        let plugin = try TestPlugin()

        #expect(plugin.enterAgain(TestHost()))
    }

    @Test func `refuses a host of another version`() throws {
        let host = TestHost(abiVersion: 4)

        let plugin = try TestPlugin(host: host)

        #expect(plugin.facts == nil)
        #expect(
            host.takeRecord().failures == [
                """
                The plugin speaks ABI 0.3, this host 0.4. Rebuild the plugin with the \
                RestorationKit of the host.
                """
            ]
        )
    }

    @Test func `says which class the manifest lists and the code lacks`() throws {
        let plugin = try TestPlugin("RestorationMismatchedSample")

        #expect(plugin.facts == nil)
        #expect(
            plugin.host.takeRecord().failures == [
                """
                restoration-plugin.json lists the class "Gone", the code does not. Add it to \
                RestorationPlugin(…), or remove it from restoration-plugin.json.
                """
            ]
        )
    }

    @Test func `says which class the code has and the manifest does not list`() throws {
        let plugin = try TestPlugin("RestorationUnlistedSample")

        #expect(plugin.facts == nil)
        #expect(
            plugin.host.takeRecord().failures == [
                """
                The code has the class "Unlisted", restoration-plugin.json does not. Add it to \
                restoration-plugin.json, or remove it from RestorationPlugin(…).
                """
            ]
        )
    }

    @Test func `is independent of another one with its own copy of the kit`() throws {
        let strict = try TestPlugin(host: TestHost(application: "org.example.one"))
        let relaxed = try TestPlugin(
            "RestorationRelaxedSample",
            host: TestHost(application: "org.example.two")
        )
        let first = try strict.create("Talker", .init(handle: 1))
        let second = try relaxed.create("Talker", .init(handle: 2))

        #expect(first.greet() == 1)
        #expect(second.greet() == nil)
        second.finish()
        second.destroy()
        first.destroy()

        #expect(strict.host.takeRecord() == .init(log: ["1 Talker ended"], invalidated: [1]))
        #expect(
            relaxed.host.takeRecord() == .init(log: ["2 The other Talker ended"], invalidated: [2])
        )
    }
}
