import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import Testing

@Suite struct `A class with properties` {
    let directory: TemporaryDirectory
    let host = PluginHost()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func compile(_ options: String...) throws -> DiscoveredPlugin {
        try CompiledPlugin("properties", in: directory, options: options.map { "-D\($0)" })
            .discovered()
    }

    /// The encoded values right after `create`, without the properties that omit their default.
    private static let untouched: [String: RestorationValue] = [
        "bool": false, "int8": 0, "int16": 0, "int32": 0, "int64": 0, "uint8": 0, "uint16": 0,
        "uint32": 0, "uint64": 0, "size": 0, "float32": .float(0), "float64": .double(0),
        "string": nil, "owned": nil,
    ]

    static let lowest: [String: RestorationValue] = [
        "bool": false, "int8": -128, "int16": -32_768, "int32": -2_147_483_648,
        "int64": .integer(.min), "uint8": 0, "uint16": 0, "uint32": 0, "uint64": 0, "size": 0,
        "float32": .float(-0.0), "float64": .double(-0.0), "string": "", "owned": "",
        "title": "", "zoom": .double(.leastNonzeroMagnitude),
    ]
    static let highest: [String: RestorationValue] = [
        "bool": true, "int8": 127, "int16": 32_767, "int32": 2_147_483_647,
        "int64": .integer(.max), "uint8": 255, "uint16": 65_535, "uint32": 4_294_967_295,
        "uint64": .unsigned(.max), "size": .unsigned(.max),
        "float32": .float(.greatestFiniteMagnitude), "float64": .double(.infinity),
        "string": .string(String(repeating: "0123456789", count: 100_000)),
        "owned": "Žluťoučký kůň 🐈‍⬛ e\u{301}", "title": "猫", "zoom": 2.5,
    ]
    static let strange: [String: RestorationValue] = [
        "bool": true, "int8": -1, "int16": -1, "int32": -1, "int64": -1, "uint8": 1, "uint16": 1,
        "uint32": 1, "uint64": .unsigned(1 << 63), "size": 1,
        "float32": .float(.leastNonzeroMagnitude),
        "float64": .double(.leastNonzeroMagnitude), "string": nil, "owned": nil,
        "title": "\u{1}\u{7F}\u{FEFF}", "zoom": .double(.leastNormalMagnitude),
    ]

    // MARK: Round trips

    @Test(arguments: [lowest, highest, strange])
    func `restores values of every type without code of its own`(
        state: [String: RestorationValue]
    ) throws {
        let object = try host.create("Dial", of: compile())

        try object.decode(state)

        #expect(try object.encoded() == state)
        // The properties were set in the table's order, and no change was reported.
        #expect(host.takeLog().isEmpty)
        #expect(host.loader.runPending().isEmpty)
    }

    @Test func `restores NaN and the sign of zero`() throws {
        let object = try host.create("Dial", of: compile())
        let quiet = Double(bitPattern: 0x7FF8_0000_0000_1234)

        try object.decode(["float32": .float(.nan), "float64": .double(quiet)])
        let first = try Record.coder { try object.encodeRestorableState(with: $0) }
        try object.decode(["float32": .float(-0.0), "float64": .double(-0.0)])
        let second = try Record.coder { try object.encodeRestorableState(with: $0) }

        #expect(try first.decode(Float.self, forKey: "float32")?.isNaN == true)
        #expect(try first.decode(Double.self, forKey: "float64")?.bitPattern == quiet.bitPattern)
        #expect(try second.decode(Float.self, forKey: "float32")?.sign == .minus)
        #expect(try second.decode(Double.self, forKey: "float64")?.sign == .minus)
    }

    @Test func `gets its properties after encode, and before decode`() throws {
        let object = try host.create("Dial", of: compile("CODES"))

        try object.decode(["coded": true, "float64": .double(1), "zoom": 2.0])
        let state = try object.encoded()

        #expect(
            host.takeLog()
                == ["decode after zoom", "encode"].map { "org.example.properties info: \($0)" }
        )
        #expect(state["coded"] == true)
        #expect(state["zoom"] == 2.0)
    }

    private func life(
        in sandbox: TemporaryDirectory,
        _ body: (Owner, RestorationSession) throws -> Void
    ) throws {
        try Owner.live(as: "Root", plugins: directory, state: sandbox) { session, root, _ in
            try body(root, session)
        }
    }

    // MARK: Defaults

    @Test func `stores nothing for a property that has its default`() throws {
        let object = try host.create("Dial", of: compile())
        let before = try object.encoded()

        try object.decode(["zoom": 2.0, "title": ""])
        let changed = try object.encoded()
        try object.decode(["zoom": 1.0, "title": nil])
        let back = try object.encoded()

        #expect(before == Self.untouched)
        #expect(changed == Self.untouched.merging(["zoom": 2.0, "title": ""]) { $1 })
        #expect(back == Self.untouched)
    }

    @Test func `forgets a value once the property has its default again`() throws {
        _ = try compile()
        let sandbox = try TemporaryDirectory()
        try life(in: sandbox) { root, session in
            root.child = try session.make("Dial", under: root)
            try (root.child as? PluginObject)?.decode(["zoom": 2.0])
        }
        try life(in: sandbox) { root, _ in
            let dial = try #require(root.child as? PluginObject)
            #expect(try dial.encoded()["zoom"] == 2.0)
            try dial.decode(["zoom": 1.0])
        }

        // A known key that the class omits is not carried over from the older state.
        try life(in: sandbox) { root, _ in
            let dial = try #require(root.child as? PluginObject)
            #expect(try dial.encoded()["zoom"] == nil)
        }
    }

    @Test func `marks sensitive values`() throws {
        let object = try host.create("Dial", of: compile())
        try object.decode(["title": "typed", "zoom": 2.0])

        let record = try Record.coder { try object.encodeRestorableState(with: $0) }

        #expect(record.sensitiveKeys == ["title"])
    }

    @Test func `does not set a property that is not stored`() throws {
        let object = try host.create("Dial", of: compile())
        try object.decode(["int8": 5])

        try object.decode(["int16": 6])

        #expect(try object.encoded() == Self.untouched.merging(["int8": 5, "int16": 6]) { $1 })
    }

    @Test func `has no defaults if it was made with parameters`() throws {
        // `create` sets the zoom from the parameters, but not in the next launch.
        let object = try host.create("Dial", of: compile(), parameters: ["zoom": 3.0])

        #expect(try object.encoded()["zoom"] == 3.0)
    }

    @Test func `sets a property to its declared default if nothing is stored`() throws {
        let object = try host.create("Dial", of: compile(#"ZOOM_DEFAULT="2.5""#, "ZOOM_FLAGS=0"))
        let first = try object.encoded()

        try object.decode(["float64": .double(0)])

        #expect(first["zoom"] == 1.0)
        #expect(try object.encoded()["zoom"] == 2.5)
    }

    @Test func `stores nothing for a declared default, made with parameters or not`() throws {
        let library = try compile(#"ZOOM_DEFAULT="3""#)
        let plain = try host.create("Dial", of: library)
        let withParameters = try host.create("Dial", of: library, parameters: ["zoom": 3.0])

        // The value right after `create` is no longer the default.
        #expect(try plain.encoded()["zoom"] == 1.0)
        #expect(try withParameters.encoded()["zoom"] == nil)
    }

    // MARK: Order

    @Test func `restores a property right after the one that it waits for`() throws {
        // The setter reports an error unless float64 was set just before.
        let after = try host.create("Dial", of: compile(#"ZOOM_AFTER="float64""#))
        try after.decode(["float64": .double(1), "zoom": 2.0])
        #expect(host.takeLog().isEmpty)

        let library = try CompiledPlugin(
            "properties",
            named: "other",
            in: directory,
            options: [#"-DZOOM_AFTER="int8""#]
        )
        let early = try PluginHost().create("Dial", of: library.discovered())
        let state: [String: RestorationValue] = [
            "int8": 1, "int16": 2, "float64": .double(1), "zoom": 2.0,
        ]
        try early.decode(state)
        #expect(try early.encoded()["zoom"] == 2.0)
    }

    // MARK: Failures

    @Test(
        arguments: [
            (["zoom": 3], #"The stored value is of kind integer, not float64, key "zoom""#),
            (["zoom": "3"], #"The stored value is of kind string, not float64, key "zoom""#),
            (["zoom": nil], #"The stored value is of kind null, not float64, key "zoom""#),
            (["zoom": [1]], #"The stored value is of kind array, not float64, key "zoom""#),
            (["float32": 1.5], #"The stored value is of kind double, not float32, key "float32""#),
            (["int8": 128], #"The stored number does not fit int8, key "int8""#),
            (["uint64": -1], #"The stored number does not fit uint64, key "uint64""#),
            (["int64": .unsigned(.max)], #"The stored number does not fit int64, key "int64""#),
            (["bool": 1], #"The stored value is of kind integer, not bool, key "bool""#),
            (
                ["string": .bytes([65])],
                #"The stored value is of kind bytes, not string?, key "string""#
            ),
            (
                ["owned": "a\0b"],
                #"The stored text contains a NUL, which ends a string in C, key "owned""#
            ),
            (["float64": 1.0, "zoom": -1.0], #"There is no such zoom, key "zoom""#),
        ] as [([String: RestorationValue], String)]
    )
    func `fails to decode values that a property cannot hold`(
        state: [String: RestorationValue],
        problem: String
    ) throws {
        let object = try host.create("Dial", of: compile())

        let error = diagnosedError {
            try object.decode(state)
        }

        let sentence = "org.example.properties failed to decode Dial: \(problem)"
        #expect(error?.diagnosis.problem == sentence)
    }

    @Test(
        arguments: [
            (["string": "bad"], #"The getter returned text that is not UTF-8, key "string""#),
            (["float64": 1.0, "zoom": 101.0], #"The lens is broken, key "zoom""#),
        ] as [([String: RestorationValue], String)]
    )
    func `fails to encode if a getter returns an invalid value`(
        state: [String: RestorationValue],
        problem: String
    ) throws {
        let object = try host.create("Dial", of: compile("INVALID_TEXT"))
        try object.decode(state)

        let error = diagnosedError { try object.encoded() }

        let sentence = "org.example.properties failed to encode Dial: \(problem)"
        #expect(error?.diagnosis.problem == sentence)
    }

    /// A key of a property that is always stored, and one of a property that has its default.
    @Test(arguments: ["int8", "zoom"])
    func `fails to encode a key that its encode has used already`(key: String) throws {
        let object = try host.create("Dial", of: compile("CODES", "CODED_KEY=\"\(key)\""))

        let error = diagnosedError { try object.encoded() }

        let problem = "Its encode has stored a value under a property's key; rename one"
        let sentence = "org.example.properties failed to encode Dial: \(problem), key \"\(key)\""
        #expect(error?.diagnosis.problem == sentence)
    }

    @Test func `keeps its former state when a getter fails`() throws {
        _ = try compile("INVALID_TEXT")
        let sandbox = try TemporaryDirectory()
        try life(in: sandbox) { root, session in
            root.child = try session.make("Dial", under: root)
            let dial = try #require(root.child as? PluginObject)
            try dial.decode(["int8": 5])
            try session.preserveNow()
            try dial.decode(["int8": 6, "string": "bad"])
        }

        try life(in: sandbox) { root, _ in
            let dial = try #require(root.child as? PluginObject)
            #expect(try dial.encoded()["int8"] == 5)
        }
    }
}
