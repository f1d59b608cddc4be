import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `An object of a plugin that calls its methods by itself` {
    let plugin: DialPlugin

    init() throws {
        plugin = try DialPlugin("value-methods")
    }

    @Test func `has them called by name, with values`() throws {
        let dial = try plugin.dial()

        #expect(try dial.call("twice", 21) == 42)
        #expect(dial.restorationMethods.count == 6)
        #expect(dial.restorationMethods.first?.name == "twice")
        #expect(dial.restorationMethods.first?.signature == "(int64) -> int64")
    }

    @Test(
        arguments: [
            ("twice", [], "twice was given 0 arguments, but takes 1"),
            ("twice", [1, 2], "twice was given 2 arguments, but takes 1"),
            ("twice", ["1"], "Argument 1 of twice is no number"),
            ("gone", [], "Dial of org.example.values has no method gone"),
            ("thrice", [], "Dial of org.example.values has no method thrice"),
        ] as [(String, [RestorationValue], String)]
    )
    func `says which argument is wrong`(
        name: String,
        arguments: [RestorationValue],
        problem: String
    ) throws {
        let dial = try plugin.dial()

        let error = #expect(throws: MethodError.self) { try dial.call(name, arguments: arguments) }

        #expect(error?.diagnosis.problem == problem)
    }

    @Test(
        arguments: [
            ("silent", "silent of Dial with status RESTORATION_MISMATCH (3), and gave no reason"),
            ("mystery", "mystery of Dial with status 77 (unknown), and gave no reason"),
            (
                "open",
                "open of Dial: it left an array or dictionary open under the key \"result\"; end it"
                    + " before returning"
            ),
            (
                "refer",
                "refer of Dial: A reference was stored under the key \"result\" outside of encode"
            ),
        ]
    )
    func `fails with the plugin's name`(name: String, problem: String) throws {
        let dial = try plugin.dial()

        let error = diagnosedError { try dial.call(name, 1) }

        #expect(error?.diagnosis.problem == "org.example.values failed to call \(problem)")
    }

    @Test(
        arguments: [
            ("TABLE_SIZE=16", noTable), ("TABLE_FLAGS=0x7f12", noTable), ("LIST=NULL", noTable),
            ("LIST=failing", "There is no list today"),
        ]
    )
    func `has none that can be called, if it cannot list them`(
        fault: String,
        problem: String
    ) throws {
        let dial = try plugin.dial("-D\(fault)")

        let error = diagnosedError { try dial.call("twice", 21) }
        _ = plugin.host.takeLog()
        let listed = dial.restorationMethods

        let sentence = "org.example.values failed to call list of Dial: \(problem)"
        #expect(error?.diagnosis.problem == sentence)
        #expect(listed.isEmpty)
        #expect(plugin.host.takeLog() == ["org.example.values warning: \(sentence)"])
    }

    private static let noTable =
        "its table for org.restorationkit.value-methods/1 is invalid"

    @Test func `is refused on another thread`() throws {
        #expect(
            try plugin.refusalOnAnotherThread("twice", 21)
                == PluginError.wrongThread(plugin: "org.example.values")
        )
    }
}
