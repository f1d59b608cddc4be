import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins
import TestSupport
import Testing

@Suite struct `Calling a plugin` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func compile(_ fixture: String) throws -> DiscoveredPlugin {
        try CompiledPlugin(fixture, in: directory).discovered()
    }

    /// Expects an error that names the plugin, the failed operation, and the remedy for its
    /// authors.
    private func expect(
        _ error: (any DiagnosedError)?,
        toSay failure: String,
        at place: String = "Tabs/Find"
    ) {
        #expect(
            error?.description == """
                error: org.example.failing failed to \(failure)
                   at: \(place)
                  fix: If you write org.example.failing, fix this error; \
                if not, report it to its authors.
                """
        )
    }

    /// Expects that an object of the failing plugin cannot be encoded.
    private func expectEncoding(_ className: String, toFailWith reason: String) throws {
        let host = PluginHost()
        let object = try host.create(className, of: compile("failing"))

        let error = diagnosedError {
            try Record.coder { try object.encodeRestorableState(with: $0) }
        }

        expect(error, toSay: "encode \(className)\(reason)")
    }

    // MARK: Creating

    @Test func `passes the path, the reason and the state of a created object`() throws {
        let host = PluginHost()
        let state = try Record.coder { $0.encode(7, forKey: "count") }

        let object = try host.create(
            "Counter",
            of: compile("counter"),
            at: ###"Tabs/Find \#1/Counter#slot"###,
            reason: .recovery,
            coder: state,
            parameters: ["count": 41]
        )

        #expect(object.path == ["Tabs", "Find #1", "Counter"])
        #expect(
            host.takeLog()
                == [
                    "create for reason 3", "path Tabs", "path Find #1", "path Counter",
                    "tab Find #1",
                    "class Counter", "there is state",
                ].map { "org.example.counter info: \($0)" }
        )
        #expect(try Counter(object).count == 41)
    }

    @Test(arguments: zip(RestorationReason.allCases, 0...4))
    func `derives the reason from the error number`(reason: RestorationReason, number: Int) throws {
        let host = PluginHost()

        try host.create("Counter", of: compile("counter"), reason: reason)

        #expect(host.takeLog().first == "org.example.counter info: create for reason \(number)")
    }

    @Test func `throws if the class declines to create the object`() throws {
        let plugin = try compile("counter")
        let host = PluginHost()

        #expect(throws: CreationDeclined.self) {
            try host.create("Counter", of: plugin, parameters: ["decline": 1])
        }
    }

    // MARK: State

    @Test(arguments: ["Encode", "Forgetful", "Open", "Silent", "Unknown"])
    func `says which object could not be encoded, and why`(className: String) throws {
        let reasons = [
            "Encode": ": out of ink",
            // Its status reports success.
            "Forgetful": ": out of ink",
            "Open": ": it left 2 arrays or dictionaries open under the key \"list\";"
                + " end them before returning",
            "Silent": " with status RESTORATION_LIMIT (5), and gave no reason",
            "Unknown": " with status -77 (unknown), and gave no reason",
        ]
        try expectEncoding(className, toFailWith: reasons[className]!)
    }

    @Test(arguments: [
        "Text": #"The text is not valid UTF-8, key "cat.name""#,
        "Large": "The value exceeds the archive's limit: 1073741824 bytes for one value, key"
            + #" "image""#,
        "Deep": #"The value exceeds the archive's limit: 64 levels of nesting, key "tree""#,
        "Ended": #"An array or dictionary was ended, but none is open after the key "age""#,
        "Keyed": #"An element of the array under the key "list" was given the key "first";"#
            + " end the array before the next value",
        "Keyless": "A key of 0 bytes cannot be stored",
        "Null": #"The pointer to the bytes is null under the key "title""#,
        "Date": #"The date under the key "born" has a second or more of nanoseconds"#,
        "Gone": #"A reference was stored under the key "owner" to a deallocated object"#,
        "Careless": #"The text is not valid UTF-8, key "title""#,
        "Second": #"The text is not valid UTF-8, key "name""#,
        "Repeated": #"The text is not valid UTF-8, key "cats.name""#,
        "Elsewhere": "A coder was used on another thread than the session's",
    ])
    func `reports the value that could not be stored, and its key`(
        className: String,
        reason: String
    ) throws {
        try expectEncoding(className, toFailWith: ": \(reason)")
    }

    @Test(
        arguments: [
            ("Careful", ["title": .bytes([0x63, 0x61, 0x66, 0xe9])]),
            ("Contained", ["cats": .array([]), "cat": .dictionary(["name": .array([])])]),
        ] as [(String, [String: RestorationValue])]
    )
    func `takes another value, array or dictionary in place of one that it has refused`(
        className: String,
        expected: [String: RestorationValue]
    ) throws {
        let host = PluginHost()
        let object = try host.create(className, of: compile("failing"))

        let values = try RestorationCoder.values { try object.encodeRestorableState(with: $0) }

        #expect(values == expected)
    }

    @Test func `takes a value in place of an array that is nested too deep`() throws {
        let host = PluginHost()
        let object = try host.create("Shallow", of: compile("failing"))

        #expect(throws: Never.self) {
            try RestorationCoder.values { try object.encodeRestorableState(with: $0) }
        }
    }

    @Test func `saves objects although a thread still uses the coder of another object`() throws {
        let host = PluginHost()
        let stray = try host.create("Stray", of: compile("stray"))
        let counter = try host.create("Counter", of: compile("counter"), parameters: ["count": 5])
        diagnosedError {
            try RestorationCoder.values { try stray.encodeRestorableState(with: $0) }
        }

        for _ in 0..<100 {
            // `finished` returns once the plugin's thread is running.
            stray.restorationDidFinish()
            let values = try RestorationCoder.values { try counter.encodeRestorableState(with: $0) }
            #expect(values["count"] == .integer(5))
        }
    }

    @Test(arguments: [
        "Inner": "",
        "Worded": "there is no cat; its coder had reported: ",
    ])
    func `says where in an array the value is that could not be read`(
        className: String,
        words: String
    ) throws {
        let host = PluginHost()
        let object = try host.create(className, of: compile("failing"))
        let cats: RestorationValue = .array([
            .null, .dictionary(["name": .string("Mitz"), "age": .integer(7)]),
        ])

        let error = diagnosedError {
            try object.decodeRestorableState(with: .reading(["cats": cats]))
        }

        #expect(
            error?.diagnosis.problem == """
                org.example.failing failed to decode \(className): \(words)The stored value is of kind \
                integer, not string, key "cats[1].age"
                """
        )
    }

    @Test func `names the parameter from which an object could not be made`() throws {
        let plugin = try compile("failing")

        let error = diagnosedError {
            try PluginHost().create("CreateTold", of: plugin, parameters: ["count": 7])
        }

        #expect(
            error?.diagnosis.problem == """
                org.example.failing failed to create CreateTold: The stored value is of kind integer, \
                not string, key "count"
                """
        )
    }

    @Test func `logs with the path of the object that it is about, or else its file`() throws {
        let plugin = try compile("counter")
        let host = PluginHost()
        let object = try host.create("Counter", of: plugin)
        object.restorationDidFinish()
        try Counter(object).incrementElsewhere()

        let places = host.takeEntries().map { $0.split(separator: ":")[0] }

        #expect(places.prefix(4).allSatisfy { $0 == "Tabs/Find" })
        #expect(places.dropFirst(4).contains { $0 == plugin.file })
    }

    @Test(arguments: [
        ("Decode", "cannot make sense of it"),
        ("Told", "The stored value is of kind integer, not string, key \"count\""),
    ])
    func `says which object could not be decoded, and why`(
        className: String,
        reason: String
    ) throws {
        let host = PluginHost()
        let object = try host.create(className, of: compile("failing"))
        let state = try Record.coder { $0.encode(7, forKey: "count") }

        let error = diagnosedError {
            try object.decodeRestorableState(with: state)
        }

        expect(error, toSay: "decode \(className): \(reason)")
    }

    @Test(arguments: [
        ("Create", "the cat is out  [31m"), ("Nothing", "it returned no object"),
    ])
    func `says which object could not be created, and why`(
        className: String,
        reason: String
    ) throws {
        let plugin = try compile("failing")

        let error = diagnosedError {
            try PluginHost().create(className, of: plugin, at: ###"Tabs/a\/b#slot"###)
        }

        expect(error, toSay: "create \(className): \(reason)", at: #"Tabs/a\/b"#)
    }

    // MARK: The end of an object

    @Test func `destroys an object once, when the last reference ends`() throws {
        let host = PluginHost()
        var object: PluginObject? = try host.create("Encode", of: compile("failing"))
        #expect(host.takeLog().isEmpty)

        withExtendedLifetime(object) {}
        object = nil

        #expect(host.takeLog() == ["org.example.failing info: destroy"])
    }

    @Test func `gives up an object whose state could be applied only in part`() throws {
        let host = PluginHost()
        var object: PluginObject? = try host.create("Counter", of: compile("counter"))
        _ = host.takeLog()

        object?.restorationDidFail(Diagnosis(problem: "Damaged", remedy: "None."))
        let log = host.takeLog()
        let error = diagnosedError {
            try Record.coder { try object?.encodeRestorableState(with: $0) }
        }
        let table = unsafe object?.interface("org.example.counter/1")
        let failure = object?.failure
        object = nil

        #expect(log == ["org.example.counter info: destroy"])
        #expect(error == PluginError.objectGivenUp(plugin: "org.example.counter"))
        #expect(failure?.problem == "Damaged")
        #expect(unsafe table == nil)
        #expect(host.takeLog().isEmpty)
    }

    @Test func `destroys an object on its session's thread, wherever it is released`() throws {
        let host = PluginHost()
        let box = PassedToThread(try host.create("Counter", of: compile("counter")))
        _ = host.takeLog()

        onAnotherThread { box.letGo() }
        let logBefore = host.takeLog()
        let invalidated = host.loader.runPending()

        #expect(logBefore.isEmpty)
        #expect(host.wakeUpCount == 1)
        #expect(host.takeLog() == ["org.example.counter info: destroy"])
        #expect(invalidated.isEmpty)
    }

    // MARK: Threads

    @Test func `refuses to be called from another thread`() throws {
        let plugin = try compile("counter")
        let host = PluginHost()
        let box = PassedToThread(try host.create("Counter", of: plugin))

        let messages = onAnotherThread {
            box.use { object in
                let errors = [
                    diagnosedError {
                        try object.encodeRestorableState(with: RestorationCoder.reading([:]))
                    },
                    diagnosedError {
                        try object.decodeRestorableState(with: RestorationCoder.reading([:]))
                    },
                ]
                let table = unsafe object.interface("org.example.counter/1")
                #expect(unsafe table == nil)
                return errors.map { $0?.description }
            }
        }

        #expect(
            messages
                == Array(
                    repeating: """
                        error: The plugin org.example.counter was called from another \
                        thread than its session's
                          fix: Use the session and its objects only on the thread that created it.
                        """,
                    count: 2
                )
        )
    }
}
