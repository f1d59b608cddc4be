import RestorationCore
import Testing

@Suite struct `Reading JSON` {
    @Test func `keeps members in order, whole numbers whole and escapes resolved`() throws {
        let text = #"""
             {"b": [1, -0, 2.5, 1e2, true, false, null],
              "a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}
            """#

        let value = try JSONParser.parse(Array(text.utf8))

        guard case .object(let members) = value, case .array(let list) = members[0].value,
            case .string(let string) = members[1].value
        else {
            Issue.record("not an object with a list and text")
            return
        }
        #expect(members.map(\.key) == ["b", "a"])
        #expect(
            list.map(\.kind) == [
                "a whole number", "a whole number", "a number", "a number", "true or false",
                "true or false", "null",
            ]
        )
        #expect(string == "\"\\/\u{8}\u{C}\n\r\t\u{e9}\u{1F600}")
    }

    @Test(arguments: [
        ("", "unexpected end at byte 0"), ("{", "unexpected end at byte 1"),
        ("{\"a\" 1}", "unexpected '1' at byte 5"), ("[1,]", "unexpected ']' at byte 3"),
        ("[1 2]", "unexpected '2' at byte 3"), ("{a: 1}", "unexpected 'a' at byte 1"),
        ("tru", "unexpected 't' at byte 0"),
        ("01", "unexpected text after the last brace at byte 1"),
        ("{} x", "unexpected text after the last brace at byte 3"),
        ("-", "unexpected end at byte 1"),
        ("1.", "unexpected end at byte 2"), ("[1e]", "unexpected ']' at byte 3"),
        ("\"a\nb\"", "unexpected byte 0xa at byte 2"), ("\"\\x\"", "unknown escape at byte 2"),
        ("\"\\ud800\"", "unknown escape at byte 2"), ("\"\\udc00\"", "unknown escape at byte 2"),
        ("\"\\ud800\\u0041\"", "unknown escape at byte 2"),
        ("\"\\u12\"", "unknown escape at byte 3"),
        ("\"\\u+123\"", "unknown escape at byte 3"),
        ("1e999", "a number that is too large at byte 0"),
        ("{\"a\":1,\"\\u0061\":2}", "a second \"a\" at byte 7"),
        (String(repeating: "[", count: 33), "nesting of more than 32 levels at byte 32"),
    ])
    func `says what is wrong and at which byte`(text: String, words: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text.utf8)) }

        #expect(error?.description == words)
    }

    @Test func `refuses text that is not UTF-8`() {
        let bytes = Array("[\"".utf8) + [0xC3, 0x28] + Array("\"]".utf8)

        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }

        #expect(error?.description == "text that is not UTF-8 at byte 1")
    }

    @Test func `survives every truncation and every changed byte`() throws {
        let text = Array(#"{"a":[1,-2.5e1,"\u00e9\ud83d\ude00",true,null],"b":{"c":"d"}}"#.utf8)

        for length in text.indices {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text[..<length])) }
        }
        for index in text.indices {
            for byte in [0x00, 0x22, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                // A value or an error: what counts is that it comes back.
                _ = try? JSONParser.parse(changed)
            }
        }
    }
}
