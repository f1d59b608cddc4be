import CRestorationPlugin
import RestorationCore
import Testing

@Suite struct `A plugin in an older or newer host` {
    /// The size of the first headers' host: the fields up to `interface`.
    private static let oldest = 64

    @Test func `works without functions that an older host lacks`() throws {
        let plugin = try TestPlugin(host: TestHost(structSize: Self.oldest))
        let family = try plugin.create("Family", .init(handle: 7))

        #expect(family.perform("grow Kitten") == "The host is too old for addRestorationChild")
        #expect(family.perform("bring Notes") == "The host is too old for PluginHost.make")
        #expect(family.perform("find A") == "The host is too old for PluginHost.find")
        #expect(
            family.perform("register A") == "The host is too old for PluginHost.registerObject"
        )
        #expect(family.perform("parent") == "nil")
        #expect(family.perform("facts") == "0.3 nil nil nil nil")
        #expect(try family.encode()["size"] == 1)
    }

    @Test func `says that an older host does not wait`() throws {
        let size = unsafe MemoryLayout<restoration_host>.offset(of: \.arrived)
        let plugin = try TestPlugin(host: TestHost(structSize: size))
        let newer = try TestPlugin()

        #expect(
            throws: CallFailure.because(
                "Its data is not available yet, and this host does not wait. Use a newer host."
            )
        ) { try plugin.create("Nevercomer", .init(reason: 1)) }
        #expect(throws: CallFailure(status: 9)) { try newer.create("Nevercomer", .init(reason: 1)) }
    }

    @Test func `is not loaded by a host that lacks required functions`() throws {
        #expect(try TestPlugin(host: TestHost(structSize: Self.oldest - 8)).facts == nil)
    }

    @Test func `ignores additions of a newer host`() throws {
        let plugin = try TestPlugin(host: TestHost(structSize: 4096))
        let family = try plugin.create("Family", .init(handle: 7))

        #expect(family.perform("bring Notes") == "a stranger")
        try family.decode(
            TestCoder([("friend", .reference(50))], isWriting: false),
            structSize: 4096
        )
        #expect(try family.encode(structSize: 4096)["friend"] == .reference(50))
    }

    @Test func `stores sensitive values if the host has no marks`() throws {
        let family = try TestPlugin().create("Family")
        let withoutMarks: UInt32 = 88
        let marked = TestCoder(isWriting: true)
        try family.decode([("motto", "Onwards")])

        #expect(try family.encode(structSize: withoutMarks)["motto"] == "Onwards")
        #expect(try family.encode(into: marked)["motto"] == "Onwards")
        #expect(marked.sensitiveKeys == ["motto"])
    }
}

@Suite struct `State of an older version in a plugin` {
    @Test func `is rewritten by classes of later versions alone`() throws {
        let plugin = try TestPlugin()

        #expect(try plugin.migrates("Elder"))
        #expect(try !plugin.migrates("Family"))
    }

    @Test func `is rewritten, and unread keys are copied`() throws {
        let migrated = try TestPlugin().migrate(
            "Elder",
            from: 3,
            [("pet", "Tom"), ("friend", .reference(50)), ("grid", [[1], nil])]
        )

        #expect(
            migrated == [
                "friend": .reference(50), "grid": [[1], nil], "pets": ["Tom"], "isEarly": true,
            ]
        )
    }

    @Test func `fails with the message of its error, or stays unchanged`() throws {
        let plugin = try TestPlugin()

        #expect(
            throws: CallFailure.because(
                """
                The stored value is of kind string, not integer (key "pet"). Decode it as \
                string, or raise the class's schema version and migrate.
                """
            )
        ) { try plugin.migrate("Elder", from: 2, [("pet", "Tom")]) }
        #expect(throws: CallFailure(status: 4)) {
            try plugin.migrate("Elder", from: 1, [("pet", "Tom")])
        }
        #expect(throws: CallFailure(status: 4)) {
            try plugin.migrate("Everything", from: 1, [])
        }
    }
}
