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

    @Test func `writes what the host can read`() throws {
        let plugin = try CompiledPlugin("all-kinds", in: directory).discovered()
        let object = try PluginHost().create("AllKinds", of: plugin)

        let state = try Record.coder { try object.encodeRestorableState(with: $0) }

        #expect(state.contains("null"))
        #expect(try state.decode(Int64.self, forKey: "smallest") == .min)
        #expect(try state.decode(UInt64.self, forKey: "largest") == .max)
        #expect(try state.decode(String.self, forKey: "text") == "caf\u{e9}\0!")
        #expect(try state.decode(String.self, forKey: "empty") == "")
        #expect(try state.decode([UInt8].self, forKey: "bytes") == [0, 1, 2, 255])
        #expect(
            try state.decode(Timestamp.self, forKey: "date")
                == Timestamp(seconds: -1, nanoseconds: 999_999_999)
        )
        #expect(
            try state.decode(UniqueIdentifier.self, forKey: "uuid")
                == UniqueIdentifier(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        )
        #expect(
            try state.decode(RestorationValue.self, forKey: "list") == [
                1, nil, ["first": "1", "second": "2", "inner": []], "last",
            ]
        )
        #expect(try state.decode(String.self, forKey: "twice") == "two")
    }

    @Test func `reads what the host has written`() throws {
        let plugin = try CompiledPlugin("all-kinds", in: directory).discovered()
        let object = try PluginHost().create("AllKinds", of: plugin)
        let state = try Record.coder { coder in
            coder.encode(RestorationValue.null, forKey: "null")
            coder.encode(true, forKey: "yes")
            coder.encode(false, forKey: "no")
            coder.encode(Int64.min, forKey: "smallest")
            coder.encode(-1, forKey: "minus")
            coder.encode(UInt64.max, forKey: "largest")
            coder.encode(7, forKey: "seven")
            coder.encode(Float(0.1), forKey: "float")
            coder.encode(-0.0, forKey: "double")
            coder.encode("caf\u{e9}\0!", forKey: "text")
            coder.encode("", forKey: "empty")
            coder.encode([0, 1, 2, 255] as [UInt8], forKey: "bytes")
            coder.encode(Timestamp(seconds: -1, nanoseconds: 999_999_999), forKey: "date")
            coder.encode(
                UniqueIdentifier(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F),
                forKey: "uuid"
            )
            let list: RestorationValue = [
                1, nil, ["first": "1", "inner": [], "second": "2"], "last",
            ]
            coder.encode(list, forKey: "list")
            coder.encode("two", forKey: "twice")
        }

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
