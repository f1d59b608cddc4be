import RestorationCore
import Testing

@Suite struct `References in a plugin` {
    private let plugin: TestPlugin
    private let family: TestObject

    init() throws {
        plugin = try TestPlugin()
        family = try plugin.create("Family", .init(handle: 7))
    }

    @Test func `lead to the plugin's own objects`() throws {
        let other = try plugin.create("Family", .init(handle: 8))

        try family.decode([
            ("members", [.reference(7), .reference(8)]), ("friend", .reference(8)),
            ("ally", .reference(8)),
        ])
        let encoded = try family.encode()

        #expect(encoded["members"] == [.reference(7), .reference(8)])
        #expect(encoded["friend"] == .reference(8))
        #expect(encoded["ally"] == .reference(8))
        other.destroy()
        #expect(plugin.host.takeRecord().log == [])
    }

    @Test func `lead to one stand-in for each foreign object`() throws {
        plugin.host.withObjects { $0.paths = [["Tabs", "Map"]: 50] }
        try family.decode([("members", [.reference(50), nil, .reference(51)]), ("friend", nil)])

        #expect(try family.encode()["members"] == [.reference(50), .reference(51)])
        #expect(try family.encode()["friend"] == .null)
        #expect(family.perform("befriend Tabs Map") == "the friend")
        #expect(family.perform("find Tabs Map") == "the friend")
        #expect(family.perform("find Tabs") == "nil")
        #expect(family.perform("number") == "42 for 50")
        #expect(try family.encode()["friend"] == .reference(50))
    }

    @Test func `of another type than requested are written back`() throws {
        try family.decode([("ally", .reference(60))])
        #expect(try family.encode()["ally"] == .reference(60))

        try family.decode([("ally", .reference(7))])
        #expect(try family.encode()["ally"] == .reference(7))
    }

    @Test func `lead nowhere while an object is being created`() throws {
        let state = TestCoder([("friend", .reference(7))], isWriting: false)
        state.isEarly = true

        let early = try plugin.create("Family", .init(handle: 9, state: state))

        #expect(try early.encode()["friend"] == .null)
    }

    @Test func `to objects that the host released are stored, since it may retain their state`()
        throws
    {
        let other = try plugin.create("Family", .init(handle: 8))
        try family.decode([("friend", .reference(8))])
        other.destroy()

        #expect(try family.encode()["friend"] == .reference(8))
        #expect(plugin.host.takeRecord().log == [])
    }

    @Test func `are refused if the host's table of functions ends before values`() throws {
        let withoutValues: UInt32 = 16
        try family.decode([("friend", .reference(50))])

        let error = #expect(throws: CallFailure.self) {
            try family.encode(structSize: withoutValues)
        }

        #expect(
            error?.messages == [
                """
                The other side of the plugin interface does not offer a function that this coder \
                needs. Build the plugin and the host against the same version of the headers.
                """
            ]
        )
    }
}

@Suite struct `Children and neighbours of a plugin's object` {
    private let plugin: TestPlugin
    private let family: TestObject

    init() throws {
        plugin = try TestPlugin()
        family = try plugin.create("Family", .init(handle: 7))
    }

    @Test func `made by the plugin are adopted, and end once`() throws {
        #expect(family.perform("grow Kitten") == "a family")

        let objects = plugin.host.withObjects { $0 }
        let kitten = try #require(objects.children[7]?.first)
        #expect(objects.names[kitten] == "Kitten")
        #expect(try family.encode()["members"] == [.reference(UInt32(kitten))])
        let child = try plugin.adopted(kitten)
        #expect(try child.encode()["size"] == 1)
        #expect(child.perform("parent") == "a family")

        _ = family.perform("forget")
        child.destroy()
        #expect(plugin.host.takeRecord().log.suffix(2) == ["2  forgotten", "1 Family ended"])
        #expect(child.perform("parent") == nil)
    }

    @Test(arguments: [
        ("grow ", Int32(0), "This Family has no restoration identifier"),
        ("grow Kitten", 6, "This Family cannot become a child there"),
        ("bring Notes", 8, "The host did not make the object \"Notes\""),
        ("bring Notes", 1, "The restoration class declined to make an object"),
        ("bring ", 0, "0 bytes cannot be a restoration identifier"),
        ("register Club", 6, "Another object is registered as \"Club\""),
        ("find A", 77, "PluginHost.find failed with status 8"),
        ("?", 0, "?"),
    ])
    func `are refused with a reason`(command: String, answer: Int32, sentence: String) throws {
        plugin.host.withObjects { $0.answer = answer }

        #expect(family.perform(command) == sentence)
        #expect(try family.encode()["members"] == [])
    }

    @Test func `are added once the host knows their parent`() throws {
        let error = #expect(throws: CallFailure.self) {
            try plugin.create("Family", .init(handle: 8, parameters: [("early", true)]))
        }

        #expect(
            error?.messages == [
                """
                The host does not know this Family. Wait until its initialiser has returned, or add \
                it with addRestorationChild(_:).
                """
            ]
        )
    }

    @Test func `are made by the plugin whose route claims the path`() throws {
        #expect(family.perform("bring Notes") == "a stranger")

        let objects = plugin.host.withObjects { $0 }
        let made = try #require(objects.children[7]?.first)
        #expect(objects.names[made] == "Notes")
        #expect(objects.parameters == ["name": "Tom", "n": 1])
        #expect(try family.encode()["members"] == [.reference(UInt32(made))])
    }

    @Test func `move, leave, and are registered`() throws {
        try family.decode([("friend", .reference(50))])

        #expect(family.perform("move") == "the friend")
        #expect(family.perform("leave") == "0")
        #expect(family.perform("leave") == "0")
        #expect(family.perform("register Club") == "registered")
        #expect(family.perform("parent") == "nil")

        #expect(plugin.host.withObjects { $0.names[7] } == "Club below 50")
    }
}

extension TestObject {
    /// Sends a command to a family and returns its reply.
    func perform(_ command: String) -> String? {
        _ = plugin.host.takeRecord()
        guard tell(command) else { return nil }
        let log = plugin.host.record { $0.log }
        return log.last.map { String($0.dropFirst(2)) }
    }
}
