import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `A method that takes or returns other objects` {
    let plugin: DialPlugin
    let library: DiscoveredPlugin

    init() throws {
        plugin = try DialPlugin("links")
        library = try CompiledPlugin("links", in: plugin.directory).discovered()
    }

    private func make(_ className: String = "Dial", at path: String) throws -> PluginObject {
        try plugin.host.create(className, of: library, at: path)
    }

    private final class Map: Restorable {}

    @Test func `gets an object of the same plugin, and returns it`() throws {
        let first = try make(at: "Root/A")
        let second = try make(at: "Root/B")

        try second.call("setZoom", 2.5)
        try first.call("link", .object(second))

        #expect(try first.call("partner").object === second)
        #expect(try first.call("isOwn", .object(second)).value == true)
        #expect(try first.call("zoomOf", .object(second)).value == 2.5)
        #expect(try first.call("zoomOf", .object(first)).value == 1.0)
    }

    @Test func `accepts an object of another plugin, and recognises it as foreign`() throws {
        let other = try DialPlugin("methods")
        let dial = try make(at: "Root/A")
        let discovered = try CompiledPlugin("methods", in: other.directory).discovered()
        let stranger = try plugin.host.create("Dial", of: discovered, at: "Root/B")

        try dial.call("link", .object(stranger))

        #expect(try dial.call("partner").object === stranger)
        #expect(try dial.call("isOwn", .object(stranger)).value == false)
        try expect("zoomOf", of: dial, .object(stranger), toFailWith: "That is no dial")
    }

    @Test func `recognises an object of another class`() throws {
        let dial = try make(at: "Root/A")
        let lamp = try make("Lamp", at: "Root/B")

        #expect(try dial.call("isOwn", .object(lamp)).value == true)
        try expect("zoomOf", of: dial, .object(lamp), toFailWith: "That is no dial")
    }

    @Test func `exchanges them by pointers`() throws {
        let first = try make(at: "Root/A")
        let second = try make(at: "Root/B")
        let map = Map()

        let before = try first.call("swap", .object(second)) as MethodValue
        let after = try first.call("swap", .object(map)) as MethodValue

        guard case .several(let former) = before, case .several(let latter) = after else {
            Issue.record("There are three results: \(before), \(after)")
            return
        }
        #expect(former.map { $0.value } == [false, nil, .null])
        #expect(former[1].object === first)
        #expect(latter[0].value == true)
        #expect(latter[1].object === first)
        #expect(latter[2].object === second)
        #expect(try first.call("partner").object === map)
    }

    @Test func `returns them beside bytes, without the length as a result`() throws {
        let dial = try make(at: "Root/A")
        try dial.call("link", .object(dial))

        let results = try dial.call("labelled") as MethodValue

        guard case .several(let several) = results else {
            Issue.record("There are two results: \(results)")
            return
        }
        #expect(several.count == 2)
        #expect(several.first?.value == .bytes([97, 98]))
        #expect(several.last?.object === dial)
    }

    @Test func `does not keep those objects alive`() throws {
        let dial = try make(at: "Root/A")
        do {
            let map = Map()
            try dial.call("link", .object(map))
        }

        try expect(
            "partner",
            of: dial,
            toFailWith: "It returned the handle of an unknown object"
        )
    }

    // MARK: Mistakes

    @Test func `is not called for other values, or for objects of a wrong type`() throws {
        let dial = try make(at: "Root/A")
        let calls: [(String, [MethodValue], String)] = [
            ("link", [], "link was given 0 arguments, but takes 1"),
            ("link", [3], "Argument 1 of link is of kind integer, not object?"),
            ("zoomOf", [nil], "Argument 1 of zoomOf is null, which object does not allow"),
            ("zoomOf", ["A"], "Argument 1 of zoomOf is of kind string, not object"),
            ("setZoom", [.object(dial)], "Argument 1 of setZoom is an object, not float64"),
            ("link", [.several([])], "Argument 1 of link is several values, not object?"),
        ]
        for (name, arguments, problem) in calls {
            let error = #expect(throws: MethodError.self) {
                try dial.call(name, arguments: arguments) as MethodValue
            }

            #expect(error?.diagnosis.problem == problem)
        }
    }

    @Test func `is not called with an object of another session`() throws {
        let dial = try make(at: "Root/A")
        let other = PluginHost()
        let elsewhere = try CompiledPlugin("methods", in: plugin.directory).discovered()
        let stranger = try other.create("Dial", of: elsewhere, at: "Root/B")

        let error = #expect(throws: MethodError.self) {
            try dial.call("link", .object(stranger)) as MethodValue
        }

        #expect(
            error?.diagnosis.problem == "Argument 1 of link is an object of another session"
        )
    }

    @Test func `is not called for a value if it returns an object`() throws {
        let dial = try make(at: "Root/A")
        try dial.call("link", .object(dial))

        let error = #expect(throws: MethodError.self) {
            try dial.call("swap", nil) as RestorationValue
        }

        #expect(
            error?.description == """
                error: swap returns an object, not a value
                  fix: Read the object from call("swap", …).object.
                """
        )
        #expect(try dial.call("partner").object === dial)
    }

    @Test func `is reported if it returns no object or an unknown handle`() throws {
        let dial = try make(at: "Root/A")

        try expect(
            "required",
            of: dial,
            toFailWith: "It returned no object; declare object?, if there may be none"
        )
        try expect(
            "madeUp",
            of: dial,
            toFailWith: "It returned the handle of an unknown object"
        )
        try expect("failing", of: dial, toFailWith: "The function failed with 0")
    }

    private func expect(
        _ name: String,
        of dial: PluginObject,
        _ arguments: MethodValue...,
        toFailWith problem: String
    ) throws {
        let error = diagnosedError {
            try dial.call(name, arguments: arguments) as MethodValue
        }
        #expect(
            error?.diagnosis.problem
                == "org.example.links failed to call \(name) of Dial: \(problem)"
        )
    }

    // MARK: Other languages

    @Test func `has objects by their handles in C++`() throws {
        let library = try CompiledPlugin(inCxx: "methods", in: plugin.directory)
        let dial = try plugin.host.create("Dial", of: library.discovered())
        let map = Map()

        try dial.call("link", .object(map))
        #expect(try dial.call("partner").object === map)
        try dial.call("link", nil)
        #expect(try dial.call("partner").object == nil)
    }
}
