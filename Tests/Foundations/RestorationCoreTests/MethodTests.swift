import RestorationCore
import Testing

@Suite struct `A program's object with methods` {
    private final class Map: Restorable, MethodProviding {
        var zoom = 1.0
        var names: [String] = []

        var restorationMethods: [RestorationMethod] {
            [
                RestorationMethod("zoom") { self.zoom },
                RestorationMethod("setZoom") { (zoom: Double) in self.zoom = zoom },
                RestorationMethod("add") {
                    (name: String, count: UInt8, note: String?) -> [String] in
                    self.names += Array(repeating: name + (note ?? ""), count: Int(count))
                    return self.names
                },
            ]
        }
    }

    private final class Plain: Restorable {}

    @Test func `takes and returns values of Swift's types`() throws {
        let map: any Restorable = Map()
        let (zoom, name, count, note) = (2.5, "a", UInt8(2), String?.none)

        try map.call("setZoom", zoom)
        #expect(try map.call("zoom", as: Double.self) == zoom)
        #expect(try map.call("add", name, count, note, as: [String].self) == ["a", "a"])
        #expect(throws: CoderError.self) { try map.call("zoom", as: String.self) }
        #expect(throws: MethodError.self) { try map.call("setZoom", name) }
    }

    @Test func `may have none`() {
        let error = #expect(throws: MethodError.self) { try Plain().call("zoom") }

        #expect(error == .unknown("zoom", owner: "Plain", nearest: nil))
    }
}
