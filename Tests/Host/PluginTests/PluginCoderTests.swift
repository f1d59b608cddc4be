import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `A coder in a plugin` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `reads parameters of every kind in creation`() throws {
        let plugin = try CompiledPlugin("carrier", in: directory).discovered()
        let values: [String: RestorationValue] = [
            "null": nil, "bool": true, "integer": .integer(.min), "unsigned": .unsigned(.max),
            "float": .float(0.1), "double": 0.1, "text": "caf\u{E9}\0!", "bytes": .bytes([0, 255]),
            "date": .date(Timestamp(seconds: -1, nanoseconds: 999_999_999)!),
            "uuid": .uuid(UniqueIdentifier(high: 1, low: 2)),
            "array": [1, nil, ["a": []]], "dictionary": ["b": [2.5]],
        ]

        let object = try PluginHost().create("Carrier", of: plugin, parameters: values)

        #expect(try object.encoded() == values)
    }

    @Test func `refuses each invalid call with a message of its own`() throws {
        let plugin = try CompiledPlugin("bounds", in: directory).discovered()
        let host = PluginHost()
        let other = try host.create("Bounds", of: plugin, parameters: ["placeless": true])

        // The plugin compares each status itself, and fails on the first difference.
        let error = diagnosedError {
            try Record.coder { try other.encodeRestorableState(with: $0) }
        }
        var object: PluginObject? = try host.create("Bounds", of: plugin)
        let state = try Record.coder { try object?.encodeRestorableState(with: $0) }
        try object?.decodeRestorableState(with: state)
        object = nil

        #expect(
            error?.diagnosis.problem
                == "org.example.bounds failed to encode Bounds: A key of 0 bytes cannot be stored"
        )
        #expect(state.keys == ["a", "deep", "dictionary", "list", "negative", "large"])
        #expect(
            host.takeLog() == ["org.example.bounds info: a coder that was kept does nothing"]
        )
    }
}
