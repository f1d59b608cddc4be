import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `Properties that are structures` {
    let directory: TemporaryDirectory
    let host = PluginHost()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func canvas() throws -> PluginObject {
        let library = try CompiledPlugin("properties", in: directory)
        return try host.create("Canvas", of: library.discovered())
    }

    private static let frame: RestorationValue = [
        "origin": ["x": 0.5, "y": .double(-0.0)], "width": .float(1.5), "level": 255,
        "mode": "moving",
    ]

    @Test func `come back by value and through pointers, with their fields by name`() throws {
        let state: [String: RestorationValue] = [
            "frame": Self.frame, "place": ["row": 1, "column": 2],
            "mark": ["row": .integer(.init(Int32.max)), "column": 0], "mode": "still",
        ]
        let canvas = try canvas()

        try canvas.decode(state)

        #expect(try canvas.encoded() == state)
    }

    @Test func `are not stored while they have their default`() throws {
        let canvas = try canvas()

        // `place` has its declared default, and `mark` the one from `create`.
        try canvas.decode(["frame": Self.frame])
        let state = try canvas.encoded()
        try canvas.decode(["place": ["row": 0, "column": 0]])

        #expect(state == ["frame": Self.frame, "mode": "still"])
        #expect(try canvas.encoded()["place"] == ["row": 0, "column": 0])
    }

    @Test(
        arguments: [
            ("frame", 1, "is of kind integer, not {{float64 x, float64 y} origin, float32 width, "),
            ("place", ["row": 1], "is not of the type {int32 row, int32 column}"),
            ("place", ["row": 1, "column": 2, "depth": 3], "is not of the type {int32 row, "),
            ("mode", "resting", "is not of the type enum"),
        ] as [(String, RestorationValue, String)]
    )
    func `fail to decode values of another shape`(
        key: String,
        value: RestorationValue,
        problem: String
    ) throws {
        let canvas = try canvas()

        let error = diagnosedError {
            try canvas.decode([key: value])
        }

        let start = "org.example.properties failed to decode Canvas: The stored value \(problem)"
        let found = error?.diagnosis.problem ?? ""
        #expect(found.hasPrefix(start), "\(found)")
    }

    @Test(arguments: [
        (
            #"PLACE_GETTER="(object, out int32)""#,
            #"The getter of the property "place" of Canvas has the signature (object, out int32), "#
                + "expected (object) -> type"
        ),
        (
            #"PLACE_GETTER="(object, out {int32 row, int32 column}) -> bool""#,
            #"The getter of the property "place" of Canvas has the signature (object, out {int32 row, "#
                + "int32 column}) -> bool, expected (object) -> type"
        ),
        (
            #"PLACE_GETTER="(object, out {int32 row, string column})""#,
            #"The getter of the property "place" of Canvas has the signature (object, out {int32 row, "#
                + "string column}), expected (object) -> type"
        ),
        (
            #"PLACE_DEFAULT="{\"row\": 3}""#,
            #"The property "place" of Canvas has a default that is not {int32 row, int32 column}"#
        ),
    ])
    func `are checked when the plugin is loaded`(option: String, problem: String) throws {
        try TableFault("properties", [option]).expect(problem)
    }
}
