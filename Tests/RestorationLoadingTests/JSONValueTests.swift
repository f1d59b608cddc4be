import RestorationCore
import Testing

@testable import RestorationLoading

@Suite struct `Reading JSON` {
    @Test func `tells whole numbers from others and resolves escapes`() throws {
        let text = #"""
             {"b": [1, -0, 1e2, 2.5, 12345678901234567890, true, false, null],
              "a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}
            """#

        let value = try JSONValue(parsing: Array(text.utf8))

        guard case .object(let members) = value, case .array(let list) = members["b"],
            case .string(let string) = members["a"]
        else {
            Issue.record("not an object with a list and text")
            return
        }
        #expect(members.count == 2)
        #expect(
            list.map(\.kind) == [
                "a whole number", "a whole number", "a whole number", "a number", "a number",
                "true or false", "true or false", "null",
            ]
        )
        #expect(string == "\"\\/\u{8}\u{C}\n\r\t\u{e9}\u{1F600}")
    }

    @Test(arguments: [
        "", "{", "{\"a\" 1}", "[1 2]", "{a: 1}", "tru", "01", "{} x", "-", "1.", "[1e]",
        "\"a\nb\"", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\u12\"",
        "\"\\u+123\"", "{\"\\x\": 1}", "1e999", "[1]\0",
        String(repeating: "[", count: 16_000),
    ])
    func `refuses what is not JSON`(text: String) {
        #expect(throws: ManifestError(location: "", fault: .notJSON)) {
            try JSONValue(parsing: Array(text.utf8))
        }
    }

    @Test func `refuses text that is not UTF-8`() {
        let malformed: [UInt8] = Array("[\"".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
        let wide = Array("[1]".utf8).flatMap { [$0, 0] as [UInt8] }

        for bytes in [malformed, wide] {
            #expect(throws: ManifestError(location: "", fault: .notJSON)) {
                try JSONValue(parsing: bytes)
            }
        }
    }

    @Test func `refuses nesting that nobody needs`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels)
                    + String(repeating: "]", count: levels)).utf8
            )
        }

        let error = #expect(throws: ManifestError.self) { try JSONValue(parsing: nested(33)) }

        #expect(throws: Never.self) { try JSONValue(parsing: nested(32)) }
        #expect(
            error?.description == """
                error: The manifest is nested more than 32 levels deep
                  fix: Remove lists and objects that hold nothing but each other.
                """
        )
    }

    @Test func `survives every truncation and every changed byte`() throws {
        let text = Array(#"{"a":[1,-2.5e1,"\u00e9\ud83d\ude00",true,null],"b":{"c":"d"}}"#.utf8)

        for length in text.indices {
            #expect(throws: ManifestError.self) { try JSONValue(parsing: Array(text[..<length])) }
        }
        for index in text.indices {
            for byte in [0x00, 0x22, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                // A value or an error: what counts is that it comes back.
                _ = try? JSONValue(parsing: changed)
            }
        }
    }
}
