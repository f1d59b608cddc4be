import RestorationBindings
import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `Calling a method of an object by name` {
    let plugin: DialPlugin

    init() throws {
        plugin = try DialPlugin("methods")
    }

    @Test func `takes and returns text, bytes, structures and enumerators`() throws {
        let dial = try plugin.dial()

        #expect(try dial.call("joined", "á", "b") == "á+b")
        #expect(try dial.call("joined", "a", nil) == "a+")
        #expect(try dial.call("sum", .bytes([1, 2, 250])) == 253)
        #expect(
            try dial.call("moved", ["x": 1.0, "y": 2.0], ["x": 10.0, "y": -2.0])
                == ["x": 11.0, "y": 0.0]
        )
        #expect(try dial.call("opposite", "start") == "end")
    }

    @Test func `returns the values of out-parameters, beside the result if there is one`() throws {
        let dial = try plugin.dial()

        #expect(try dial.call("halve", 7) == [true, 3, 1])
        #expect(try dial.call("extent") == 640)
    }

    @Test func `lists the methods`() throws {
        let methods = try plugin.dial().restorationMethods

        #expect(methods.count == 10)
        #expect(methods[1].name == "joined")
        #expect(methods[1].signature == "(object, string, string?) -> owned string")
    }

    @Test func `reaches member functions in C++, with the signatures of their types`() throws {
        let library = try CompiledPlugin(inCxx: "methods", in: plugin.directory)
        let dial = try plugin.host.create("Dial", of: library.discovered())

        #expect(
            dial.restorationMethods.map(\.signature) == [
                "(object) -> float64", "(object, float64)",
                "(object, string, string?) -> owned string",
                "(object, bool, uint8) -> owned string?", "(object)", "(object, object?)",
                "(object) -> object?",
            ]
        )
        #expect(try dial.call("setZoom", 1.5) == .null)
        #expect(try dial.call("zoom") == 1.5)
        #expect(try dial.call("joined", "á", nil) == "á+")
        #expect(try dial.call("maybe", true, 3) == "xxx")
        #expect(try dial.call("maybe", false, 3) == nil)
        let errors = [
            diagnosedError { try dial.call("setZoom", 0.0) },
            diagnosedError { try dial.call("other") },
        ]
        #expect(
            errors.map { $0?.diagnosis.problem } == [
                "org.example.methods.cxx failed to call setZoom of Dial: There is no such zoom",
                "org.example.methods.cxx failed to call other of Dial: it threw an"
                    + " object that is not a std::exception",
            ]
        )
        #expect(try dial.call("zoom") == 1.5)
    }

    // MARK: Mistakes

    @Test func `suggests the name that may have been meant`() throws {
        let dial = try plugin.dial()

        #expect(throws: MethodError.self) { try dial.call("frobnicate") }
        let error = #expect(throws: MethodError.self) { try dial.call("setzoom", 2.0) }

        #expect(
            error?.description == """
                error: Dial of org.example.methods has no method setzoom
                  fix: Did you mean setZoom?
                """
        )
    }

    @Test(
        arguments: [
            ("setZoom", [], "setZoom was given 0 arguments, but takes 1"),
            ("setZoom", [1.0, 2.0], "setZoom was given 2 arguments, but takes 1"),
            ("setZoom", [2], "Argument 1 of setZoom is of kind integer, not float64"),
            ("setZoom", ["2"], "Argument 1 of setZoom is of kind string, not float64"),
            ("setZoom", [nil], "Argument 1 of setZoom is of kind null, not float64"),
            ("setZoom", [[1.0]], "Argument 1 of setZoom is of kind array, not float64"),
            ("joined", [nil, nil], "Argument 1 of joined is null, which string does not allow"),
            (
                "joined", ["a", "b\0"],
                "Argument 2 of joined contains a NUL, which ends a string in C"
            ),
            ("halve", [.unsigned(.max)], "Argument 1 of halve does not fit int32"),
            (
                "opposite", ["middle"],
                "Argument 1 of opposite is middle, which is not a value of the enumeration"
            ),
            (
                "moved", [["x": 1.0], ["x": 1.0, "y": 1.0]], "Argument 1 of moved lacks the field y"
            ),
            (
                "moved", [["x": 1.0, "y": 1.0], ["x": 1.0, "y": 1.0, "z": 1.0]],
                "Argument 2 of moved has a field z, which its type does not have"
            ),
        ] as [(String, [RestorationValue], String)]
    )
    func `calls nothing if an argument is wrong`(
        name: String,
        arguments: [RestorationValue],
        problem: String
    ) throws {
        let dial = try plugin.dial()

        let error = #expect(throws: MethodError.self) { try dial.call(name, arguments: arguments) }

        #expect(error?.diagnosis.problem == problem)
        #expect(try dial.call("zoom") == 1.0)
    }

    // MARK: Failure

    @Test(
        arguments: [
            ("setZoom", [-1.0], "setZoom of Dial: There is no such zoom"),
            ("halve", [-4], "halve of Dial: The function returned false"),
            ("open", ["map"], "open of Dial: open failed: No such file or directory (2)"),
        ] as [(String, [RestorationValue], String)]
    )
    func `fails with the plugin's name and a remedy for callers if the method refuses`(
        name: String,
        arguments: [RestorationValue],
        problem: String
    ) throws {
        let dial = try plugin.dial()

        let error = diagnosedError { try dial.call(name, arguments: arguments) }

        #expect(
            error?.description == """
                error: org.example.methods failed to call \(problem)
                   at: Tabs/Find
                  fix: Give \(name) other values, or call it at another time. If the call should \
                have succeeded, report it to the authors of org.example.methods.
                """
        )
    }

    @Test func `is reported to the plugin's authors if it breaks the rules`() throws {
        let dial = try plugin.dial()

        let error = diagnosedError { try dial.call("invalid") }

        #expect(
            error?.description == """
                error: org.example.methods failed to call invalid of Dial: The function returned \
                text that is not UTF-8
                   at: Tabs/Find
                  fix: If you write org.example.methods, fix this error; \
                if not, report it to its authors.
                """
        )
    }

    @Test func `is refused on another thread`() throws {
        #expect(
            try plugin.refusalOnAnotherThread("zoom")
                == PluginError.wrongThread(plugin: "org.example.methods")
        )
    }
}
