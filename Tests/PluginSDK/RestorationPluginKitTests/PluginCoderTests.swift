import RestorationCore
import Testing

@Suite struct `A coder in a plugin` {
    private static let everything: [TestCoder.Field] = [
        ("truth", true),
        ("small", -128),
        ("negative", .integer(.min)),
        ("large", .unsigned(.max)),
        ("single", .float(.leastNonzeroMagnitude)),
        ("double", .double(-0.0)),
        ("text", "Cat 🐈 e\u{301}\0end"),
        ("bytes", .bytes([0, 255, 7])),
        ("moment", .date(Timestamp(seconds: -5, nanoseconds: 999_999_999)!)),
        ("identity", .uuid(UniqueIdentifier(high: 0x0102_0304_0506_0708, low: .max))),
        ("mood", "cross"),
        ("numbers", [1, 2, 3]),
        ("grid", [["a", nil, "b"], [], [nil]]),
        ("table", ["a b": [0.5], "π": [], "z": [1.5, .double(.infinity)]]),
    ]

    @Test func `carries every kind of value in both directions`() throws {
        let object = try TestPlugin().create("Everything")

        try object.decode(Self.everything)
        let encoded = try object.encode()

        #expect(encoded == Dictionary(Self.everything.map { ($0.key, $0.value) }) { $1 })
    }

    @Test func `carries values whose types the code does not know`() throws {
        let nested: RestorationValue = [
            "list": [
                nil, ["k": nil], .unsigned(.max), 1, .unsigned(1 << 63), "after", [nil, [nil]],
            ],
            "empty": [[], [:]],
        ]
        let fields = Self.everything + [("nested", nested), ("nothing", nil)]
        let object = try TestPlugin().create("Bag")

        try object.decode(fields)
        let encoded = try object.encode()

        #expect(encoded == Dictionary(fields.map { ($0.key, $0.value) }) { $1 })
    }

    @Test func `gives nil for absent keys and for null`() throws {
        let object = try TestPlugin().create("Everything")

        try object.decode([("truth", nil)])
        let encoded = try object.encode()

        #expect(encoded.count == 14)
        #expect(encoded.values.allSatisfy { $0 == .null })
    }

    @Test func `names the key that has a value of another type`() throws {
        let plugin = try TestPlugin()
        let numbers = try plugin.create("Grumbler", .init(parameters: [("occasion", "number")]))
        let texts = try plugin.create("Grumbler", .init(parameters: [("occasion", "texts")]))

        #expect(
            throws: CallFailure.because(
                """
                The stored value is of kind string, not integer (key "value"). Decode it as \
                string, or raise the class's schema version and migrate.
                """
            )
        ) { try numbers.decode([("value", "one")]) }
        #expect(
            throws: CallFailure.because(
                """
                The stored number does not fit Int8 (key "value"). Decode it as a wider type.
                """
            )
        ) { try numbers.decode([("value", 128)]) }
        #expect(
            throws: CallFailure.because(
                """
                The stored value is of kind dictionary, not array (key "value"). Decode it as \
                dictionary, or raise the class's schema version and migrate.
                """
            )
        ) { try texts.decode([("value", ["a": "b"])]) }
    }

    @Test func `continues after an error that the class caught`() throws {
        let plugin = try TestPlugin()
        let object = try plugin.create("Grumbler", .init(parameters: [("occasion", "tolerant")]))

        try object.decode([("value", ["in": ["the": "way"]]), ("other", 1)])

        #expect(plugin.host.takeRecord() == TestHost.Record())
    }

    @Test func `fails an encode whose value the host refuses`() throws {
        let plugin = try TestPlugin()
        let object = try plugin.create("Everything")
        let coder = TestCoder(isWriting: true)
        coder.refusals = ["text": .limit]

        #expect(
            throws: CallFailure.because(
                """
                The value exceeds the archive's limit: the host has no room for it (key \
                "text"). Store an identifier of the data instead of the data itself.
                """
            )
        ) { try object.encode(into: coder) }
    }

    private static let repeatedKey = """
        Grumbler stores two values under one key (key "mood"). Give each property a key that no \
        other property has, and that encodeRestorableState(with:) does not use.
        """

    @Test(arguments: [
        ("bad key", "A key of 0 bytes cannot be stored. Use keys of 1 to 255 bytes of UTF-8."),
        (
            "two values",
            """
            A value was written without a key, or two values under one key (key "copies"). In \
            encode(into:), write exactly one value; call putArray(_:) for several.
            """
        ),
        (
            "no value",
            """
            No value was written under a key (key "copies"). In encode(into:), write exactly \
            one value; call putNull() if there is none.
            """
        ),
        (
            "no element",
            """
            No value was written under a key. In encode(into:), write exactly one value; call \
            putNull() if there is none.
            """
        ),
        // The property has its default and would otherwise be omitted.
        ("property's key", repeatedKey),
        ("property's key again", repeatedKey),
    ])
    func `fails an encode that the interface cannot carry`(occasion: String, message: String) throws
    {
        let plugin = try TestPlugin()
        let object = try plugin.create(
            "Grumbler",
            .init(parameters: [("occasion", .string(occasion))])
        )

        #expect(throws: CallFailure.because(message)) { try object.encode() }
    }

    @Test func `is invalid once the call that passed it has returned`() throws {
        let plugin = try TestPlugin()
        let state = TestCoder([("state", "secret")], isWriting: false)
        let decoding = TestCoder([("state", "secret")], isWriting: false)
        let encoding = TestCoder(isWriting: true)
        let object = try plugin.create("Hoarder", .init(state: state))
        try object.decode(decoding)
        _ = try object.encode(into: encoding)

        object.finish()

        let dead = "2 A coder was used after the call that lent it had returned, 0 keys, false"
        #expect(plugin.host.takeRecord().log == [dead, dead, dead])
        #expect([state, decoding, encoding].map(\.lateCalls) == [0, 0, 0])
    }

    @Test func `reports functions that an older host lacks`() throws {
        let family = try TestPlugin().create("Family")
        let withoutEnter: UInt32 = 48

        try family.decode(
            TestCoder([("motto", "Onwards")], isWriting: false),
            structSize: withoutEnter
        )
        #expect(
            throws: CallFailure.because(
                """
                The other side of the plugin interface does not offer a function that this \
                coder needs. Build the plugin and the host against the same version of the \
                headers.
                """
            )
        ) {
            try family.decode(
                TestCoder([("members", [])], isWriting: false),
                structSize: withoutEnter
            )
        }
    }
}
