import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `A coder in a plugin` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `carries values of every kind there and back`() throws {
        let plugin = try CompiledPlugin("all-kinds", in: directory).discovered()
        let object = try PluginHost().create("AllKinds", of: plugin)

        let state = try Record.coder { try object.encodeRestorableState(with: $0) }

        // The plugin compares each value itself, and fails on the first that differs.
        #expect(throws: Never.self) { try object.decodeRestorableState(with: state) }
    }

    @Test func `reads parameters and state of every kind in creation`() throws {
        let plugin = try CompiledPlugin("all-kinds", in: directory).discovered()
        let host = PluginHost()
        let object = try host.create("AllKinds", of: plugin)
        let values = try RestorationCoder.values { try object.encodeRestorableState(with: $0) }

        // The plugin compares each value itself, and fails on the first that differs.
        #expect(values.count > 15)
        #expect(throws: Never.self) {
            try host.create("AllKinds", of: plugin, parameters: values)
            try host.create(
                "AllKinds",
                of: plugin,
                reason: .session,
                coder: RestorationCoder.reading(values)
            )
        }
    }

    @Test func `refuses what no coder can do, each in its own way`() throws {
        let plugin = try CompiledPlugin("bounds", in: directory).discovered()
        let host = PluginHost()
        let other = try host.create("Bounds", of: plugin, parameters: ["placeless": true])

        // The plugin compares each status itself, and fails on the first that differs.
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
        #expect(state.keys == ["a", "deep", "dictionary", "negative", "large"])
        #expect(
            host.takeLog() == ["org.example.bounds info: a coder that was kept does nothing"]
        )
    }
}
