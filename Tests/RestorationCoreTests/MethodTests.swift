import RestorationCore
import Testing

@Suite struct `A program's object with methods` {
    private final class Map: Restorable, MethodProviding {
        struct TooSmall: Error {}
        var zoom = 1.0
        var names: [String] = []

        var restorationMethods: [RestorationMethod] {
            [
                RestorationMethod("zoom") { self.zoom },
                RestorationMethod("setZoom") { (zoom: Double) in
                    guard zoom > 0 else { throw TooSmall() }
                    self.zoom = zoom
                },
                RestorationMethod("add") {
                    (name: String, count: UInt8, note: String?) -> [String] in
                    self.names += Array(repeating: name + (note ?? ""), count: Int(count))
                    return self.names
                },
            ]
        }
    }

    private final class Plain: Restorable {}

    @Test func `is called by name, with values`() throws {
        let map: any Restorable = Map()

        #expect(try map.call("setZoom", 2.5) == .null)
        #expect(try map.call("zoom") == 2.5)
        #expect(try map.call("add", "a", 2, nil) == ["a", "a"])
        #expect(try map.call("add", "b", 1, "!") == ["a", "a", "b!"])
    }

    @Test func `takes and gives values of Swift's types`() throws {
        let map: any Restorable = Map()
        let (zoom, name, count, note) = (2.5, "a", UInt8(2), String?.none)

        try map.call("setZoom", zoom)
        #expect(try map.call("zoom", as: Double.self) == zoom)
        #expect(try map.call("add", name, count, note, as: [String].self) == ["a", "a"])
        #expect(throws: CoderError.self) { try map.call("zoom", as: String.self) }
        #expect(throws: MethodError.self) { try map.call("setZoom", name) }
    }

    @Test func `shows what it takes`() {
        #expect(
            Map().restorationMethods.map(\.signature) == [
                "() -> Double", "(Double)", "(String, UInt8, Optional<String>) -> Array<String>",
            ]
        )
    }

    @Test(
        arguments: [
            ("setzom", [1.0], "Map has no method setzom"),
            ("setZoom", [], "setZoom was given 0 arguments, it takes 1"),
            ("zoom", [1], "zoom was given 1 arguments, it takes 0"),
            ("setZoom", ["1"], "Argument 1 of setZoom is of kind string, not Double"),
            ("add", ["a", 256, nil], "Argument 2 of add does not fit UInt8"),
        ] as [(String, [RestorationValue], String)]
    )
    func `calls nothing if the name or an argument is wrong`(
        name: String,
        arguments: [RestorationValue],
        problem: String
    ) throws {
        let map = Map()

        let error = #expect(throws: MethodError.self) { try map.call(name, arguments: arguments) }

        #expect(error?.diagnosis.problem == problem)
        #expect(map.zoom == 1 && map.names.isEmpty)
    }

    @Test func `passes on what a method throws`() {
        #expect(throws: Map.TooSmall.self) { try Map().call("setZoom", -1.0) }
    }

    @Test func `may have none`() {
        let error = #expect(throws: MethodError.self) { try Plain().call("zoom") }

        #expect(error == .unknown("zoom", owner: "Plain", nearest: nil))
    }
}
