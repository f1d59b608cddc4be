import RestorationCore
import Testing

@Suite struct `Plugin versions` {
    @Test func `order like Semantic Versioning, with build metadata last`() throws {
        let texts = [
            "0.9", "1.0.0-1", "1.0.0-2", "1.0.0-11", "1.0.0-alpha", "1.0.0-alpha.1",
            "1.0.0-alpha.beta", "1.0.0-rc.1", "1.0.0", "1.0.0+linux", "1.0.1", "1.2", "1.10",
            "2", "2026.08.21",
        ]
        let versions = try texts.map { try #require(PluginVersion($0)) }

        for (older, newer) in zip(versions, versions.dropFirst()) {
            #expect(older < newer)
            #expect(!(newer < older))
        }
    }

    @Test(arguments: [
        ("1", "1.0.0"), ("1.4", "1.4.0"), ("01.4.2", "1.4.2"),
        ("1.0-beta.3+x.7", "1.0.0-beta.3+x.7"),
        ("1.0.0-a-b", "1.0.0-a-b"), ("1.0+a-b", "1.0.0+a-b"),
    ])
    func `print with all three numbers`(text: String, printed: String) throws {
        let version = try #require(PluginVersion(text))

        #expect(version.description == printed)
        #expect(PluginVersion(printed) == version)
    }

    @Test(arguments: [
        "", "1.", ".1", "1.2.3.4", "v1", "1.x", "+1", "1.-1", "1.0-", "1.0+", "1.0-a..b",
        "1.0-\u{e9}",
        "4294967296", "1.0-99999999999999999999", "1 ",
        "1.0.0-" + String(repeating: "a", count: 59),
    ])
    func `refuse other text`(text: String) {
        #expect(PluginVersion(text) == nil)
    }
}

@Suite struct `ABI versions` {
    @Test func `pack into one number and print with a dot`() throws {
        let version = ABIVersion(packed: 0x0002_000A)

        #expect(version.description == "2.10")
        #expect(ABIVersion("2.10") == version)
        #expect(version.packed == 0x0002_000A)
    }

    @Test(arguments: ["", "1", "1.2.3", "1.", "+1.0", "1.-1", "65536.0", "a.b"])
    func `refuse other text`(text: String) {
        #expect(ABIVersion(text) == nil)
    }

    @Test(arguments: [
        // Before 1.0, only equal versions are compatible.
        ("0.1", "0.1", "0.1", "0.1"), ("0.1", "0.1", "0.2", nil), ("0.2", "0.2", "0.1", nil),
        ("0.1", "0.3", "0.2", "0.2"),
        // From 1.0 on, minor versions are backward compatible.
        ("1.0", "1.0", "1.3", "1.0"), ("1.2", "1.2", "1.1", nil), ("1.0", "1.3", "1.1", "1.1"),
        ("0.9", "0.9", "1.0", nil), ("1.0", "1.0", "2.0", nil), ("0.9", "1.1", "1.0", "1.0"),
    ])
    func `are negotiated as the newest that both sides support`(
        minimum: String,
        maximum: String,
        host: String,
        agreed: String?
    ) throws {
        let oldest = try #require(ABIVersion(minimum))
        let newest = try #require(ABIVersion(maximum))
        let host = try #require(ABIVersion(host))
        let range = try #require(ABIRange(minimum: oldest, maximum: newest))

        #expect(range.newest(sharedWith: host)?.description == agreed)
    }
}

@Suite struct `Plugin identifiers` {
    @Test(arguments: ["org.example", "org.example.notes", "io.github.7-zip.a_b"])
    func `are reversed domain names`(text: String) {
        #expect(PluginIdentifier(text)?.rawValue == text)
        #expect(ApplicationIdentifier(text)?.rawValue == text)
    }

    @Test(arguments: [
        "", "org", "org.", ".org", "org..a", "org/a.b", "org.a b", "..", "org.-a", "org.a-",
        "\u{e9}.org",
        "a." + String(repeating: "x", count: 64),
        Array(repeating: "abc", count: 65).joined(separator: "."),
    ])
    func `refuse other text, which could mislead a file system`(text: String) {
        #expect(PluginIdentifier(text) == nil)
        #expect(ApplicationIdentifier(text) == nil)
    }
}
