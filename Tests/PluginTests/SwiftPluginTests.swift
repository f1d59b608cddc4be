import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `A plugin in Swift` {
    let plugin: DiscoveredPlugin
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let copy = "\(directory.path)/libsample.so"
        // Built beside the tests; a copy is a library of its own to the dynamic loader.
        let program = try #require(ProcessFacts.current.programDirectory)
        try FileManager.default.copyItem(
            atPath: "\(program)/libRestorationSwiftSample.so",
            toPath: copy
        )
        plugin = try DiscoveredPlugin(inspecting: copy)
    }

    private func save(_ object: PluginObject) throws -> RestorationCoder {
        try Record.coder { try object.encodeRestorableState(with: $0) }
    }

    @Test(arguments: ["Everything", "Bag"])
    func `carries values of every kind there and back`(className: String) throws {
        let values: [String: RestorationValue] = [
            "truth": true, "small": -128, "negative": .integer(.min), "large": .unsigned(.max),
            "single": .float(0.1), "double": .double(-0.5), "text": "caf\u{e9}\0!",
            "bytes": .bytes([0, 255]),
            "moment": .date(try #require(Timestamp(seconds: -1, nanoseconds: 999_999_999))),
            "identity": .uuid(UniqueIdentifier(high: 1, low: .max)), "mood": "cross",
            "numbers": [1, 2, 3], "grid": [["a", nil], []],
            "table": ["x": [.double(1.5)], "y": []],
        ]
        let object = try PluginHost().create(className, of: plugin)

        try object.decodeRestorableState(with: RestorationCoder.reading(values))
        let saved = try save(object)

        #expect(Set(saved.keys) == Set(values.keys))
        for (key, value) in values {
            #expect(try saved.decode(RestorationValue.self, forKey: key) == value, "\(key)")
        }
    }

    @Test func `learns where and why it is created`() throws {
        let host = PluginHost()
        let state = try RestorationCoder.reading(["state": "old"])

        let object = try host.create(
            "Witness",
            of: plugin,
            at: "Root/caf\u{e9}/Witness#slot",
            reason: .session,
            coder: state,
            parameters: ["pet": 42, "list": [1, nil]]
        )
        object.restorationDidFinish()
        let saved = try save(object)

        #expect(
            try saved.decode([String].self, forKey: "path") == ["Root", "caf\u{e9}", "Witness"]
        )
        #expect(try saved.decode(String.self, forKey: "identifier") == "Witness")
        #expect(try saved.decode(String.self, forKey: "reason") == "session")
        #expect(
            try saved.decode(RestorationValue.self, forKey: "parameters")
                == ["pet": 42, "list": [1, nil]]
        )
        #expect(try saved.decode([String: String].self, forKey: "captures") == ["who": "caf\u{e9}"])
        #expect(try saved.decode(String.self, forKey: "state") == "old")
        #expect(try saved.decode(Bool.self, forKey: "finished") == true)
        #expect(try saved.decode(String.self, forKey: "application") == "org.example.app")
    }

    @Test func `declines to create an object`() throws {
        let host = PluginHost()

        #expect(throws: CreationDeclined.self) {
            try host.create("Grumbler", of: plugin, parameters: ["occasion": "declined"])
        }
    }

    @Test func `says why it fails`() throws {
        let host = PluginHost()
        let object = try host.create("Grumbler", of: plugin)

        let errors = [
            diagnosedError {
                try host.create("Grumbler", of: plugin, parameters: ["occasion": "create"])
            },
            diagnosedError {
                try object.decodeRestorableState(with: RestorationCoder.reading([:]))
            },
        ]

        #expect(
            errors.map { $0?.diagnosis.problem } == [
                "org.example.sample failed to create Grumbler: Not on a Monday",
                "org.example.sample failed to decode Grumbler: Not that",
            ]
        )
    }

    @Test(arguments: ["number", "text", "texts"])
    func `names the key whose value is of another kind`(occasion: String) throws {
        let object = try PluginHost().create(
            "Grumbler",
            of: plugin,
            parameters: ["occasion": .string(occasion)]
        )
        let state = try RestorationCoder.reading(["value": ["deep": 1]])

        let error = diagnosedError {
            try object.decodeRestorableState(with: state)
        }

        #expect(
            error?.diagnosis.problem.contains("\"value\"") == true,
            "\(String(describing: error))"
        )
    }

    @Test func `talks with its host`() throws {
        let host = PluginHost()
        let number = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { unsafe number.deallocate() }
        unsafe number.initialize(to: 7)
        unsafe host.loader.offer(interface: "org.example.app.number/1", table: number)
        var object: PluginObject? = try host.create("Talker", of: plugin)

        object?.restorationDidFinish()
        let greetings = try object.map { try Greeting($0) }?.greet()
        let changed = host.loader.runPending()
        let isChanged = changed.count == 1 && changed.first === object
        let log = host.takeLog()
        withExtendedLifetime(changed) {}
        object = nil

        #expect(greetings == 1)
        #expect(isChanged)
        #expect(
            log == [
                "org.example.sample warning: finished in org.example.app",
                "org.example.sample info: number 7", "org.example.sample info: true",
            ]
        )
    }

    @Test func `destroys its objects`() throws {
        let host = PluginHost()
        var object: PluginObject? = try host.create("Talker", of: plugin)

        withExtendedLifetime(object) {}
        object = nil

        #expect(host.takeLog() == ["org.example.sample debug: Talker ended"])
    }
}
