import RestorationCore
import RestorationPlugins
import Testing

@testable import RestorationDiscovery

@Suite struct `Reading JSON` {
    @Test func `distinguishes whole numbers from others and resolves escapes`() throws {
        let text = #"""
             {"b": [1, -0, 1e2, 2.5, 12345678901234567890, true, false, null],
              "a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00|", "\u0062b": {}}
            """#

        let root = try JSONTree(parsing: Array(text.utf8)).root

        let list = try #require(root.member("b")?.elements)
        #expect(root.keys.map(\.string) == ["b", "a", "bb"])
        #expect(
            list.map(\.kind) == [
                "a whole number", "a whole number", "a whole number", "a number",
                "a whole number", "true or false", "true or false", "null",
            ]
        )
        #expect(list.map(\.boolean) == [nil, nil, nil, nil, nil, true, false, nil])
        #expect(root.member("a")?.string == "\"\\/\u{8}\u{C}\n\r\t\u{e9}\u{1F600}|")
        #expect(root.member("bb")?.isObject == true)
        #expect(root.member("c") == nil)
    }

    private static let wholeNumbers: [(String, Int64)] = [
        ("0", 0), ("-0.000", 0), ("0e99999999999999999999", 0), ("12.5e1", 125), ("1200e-2", 12),
        ("-1.0", -1), ("9223372036854775807.000", .max), ("-9.223372036854775808e18", .min),
        ("9007199254740993e0", 9_007_199_254_740_993), ("1\(zeros)e-20000", 1),
    ]

    @Test(arguments: wholeNumbers)
    func `reads a whole number exactly, however it is written`(text: String, number: Int64) throws {
        #expect(try wholeNumber(text) == .fitting(number))
    }

    @Test(arguments: [
        "9223372036854775808", "1e19", "1\(zeros)", "-1e99999999999999999999",
        "92233720368547758.08e2",
    ])
    func `distinguishes numbers that are too large from fractions`(text: String) throws {
        #expect(try wholeNumber(text) == .tooLarge)
    }

    @Test(arguments: [
        "1.00000000000000000001", "1e-1", "12.34e1", "1e-99999999999999999999",
        "4294967295.0000000000001",
    ])
    func `rejects a fraction as a whole number, however small it is`(text: String) throws {
        #expect(try wholeNumber(text) == nil)
    }

    private static let zeros = String(repeating: "0", count: 20_000)

    private func wholeNumber(_ text: String) throws -> JSONWholeNumber? {
        try JSONTree(parsing: Array(text.utf8)).root.wholeNumber
    }

    @Test func `describes the place of a value`() throws {
        let text = #"{"a": [[], {"b": 1, "c": [true, {"\u0064": "here"}]}], "e": 2}"#

        let root = try JSONTree(parsing: Array(text.utf8)).root

        let here = root.member("a")?.elements?[1].member("c")?.elements?[1].member("d")
        #expect(here?.string == "here")
        #expect(here?.location == "a[1].c[1].d")
        #expect(here?.position.description == "line 1, column 44")
        #expect(root.member("e")?.location == "e")
        #expect(root.location == "")
    }

    @Test(arguments: [
        ("", JSONFault.endsEarly, 1, 1), ("[1,\n", .endsEarly, 2, 1), ("{\"a\" 1}", .noColon, 1, 6),
        ("[1\n 2]", .noComma(isObject: false), 2, 2),
        ("{\"é\": 1 \"b\": 2}", .noComma(isObject: true), 1, 9), ("{a: 1}", .noKey, 1, 2),
        ("tru", .noValue, 1, 1), ("[1,]", .trailingComma, 1, 3),
        ("{\"a\":1, }", .trailingComma, 1, 7),
        ("{} // x", .comment, 1, 4), ("{} x", .beyondEnd, 1, 4), ("01", .malformedNumber, 1, 1),
        ("-", .malformedNumber, 1, 1), ("[1.]", .malformedNumber, 1, 2),
        ("[1e]", .malformedNumber, 1, 2), ("\"a\nb\"", .controlCharacter, 1, 3),
        (#"["\x"]"#, .malformedEscape, 1, 3), (#""\ud800""#, .halfCharacter, 1, 2),
        (#""\udc00""#, .halfCharacter, 1, 2), (#""\ud800\u0041""#, .halfCharacter, 1, 2),
        (#""\u12""#, .malformedEscape, 1, 2), (#""\u+123""#, .malformedEscape, 1, 2),
        (#"{"\x": 1}"#, .malformedEscape, 1, 3), ("[1]\0", .beyondEnd, 1, 4),
        ("\u{FEFF}{}", .byteOrderMark, 1, 1), ("'a'", .noValue, 1, 1), ("[NaN]", .noValue, 1, 2),
    ])
    func `reports syntax errors and their place`(
        text: String,
        fault: JSONFault,
        line: Int,
        column: Int
    ) {
        let error = #expect(throws: ManifestError.self) {
            try JSONTree(parsing: Array(text.utf8))
        }

        #expect(error?.fault == .notJSON(fault))
        #expect(error?.position?.description == "line \(line), column \(column)")
        #expect(error?.diagnosis.place == "line \(line), column \(column)")
    }

    @Test func `shows the text where it stops being JSON`() {
        let text = #"{"manifest": 1, "id": "org.example.a", "version": "1.0.0" "abi": "0.3"}"#

        let error = #expect(throws: ManifestError.self) {
            try JSONTree(parsing: Array("\n\n \(text)\n".utf8))
        }

        #expect(
            error?.description == #"""
                error: The manifest is not valid JSON: a comma or the closing } is missing
                       …d": "org.example.a", "version": "1.0.0" "abi": "0.3"}
                                                                ^
                   at: line 3, column 60
                  fix: Add the missing character.
                """#
        )
    }

    @Test func `refuses text that is not UTF-8`() {
        let malformed: [UInt8] = Array("[\n\"".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
        let wide = Array("[1]".utf8).flatMap { [$0, 0] as [UInt8] }

        let error = #expect(throws: ManifestError.self) { try JSONTree(parsing: malformed) }
        #expect(throws: ManifestError.self) { try JSONTree(parsing: wide) }

        #expect(error?.fault == .notJSON(.notUTF8))
        #expect(error?.position?.description == "line 2, column 2")
    }

    @Test(arguments: [
        (#"{"a": 1, "b": 2, "a": 3}"#, "a", 18),
        (#"{"x": [{"a": 1, "\u0061": 2}]}"#, "x[0].a", 17),
        (#"{"é": 1, "\u00e9": 2}"#, "é", 10),
    ])
    func `refuses an object with a key twice`(text: String, location: String, column: Int) {
        let error = #expect(throws: ManifestError.self) {
            try JSONTree(parsing: Array(text.utf8))
        }

        #expect(error?.fault == .repeatedKey)
        #expect(error?.location == location)
        #expect(error?.position?.column == column)
    }

    @Test func `compares keys by their bytes`() throws {
        // Two canonically equivalent keys, which are distinct in JSON.
        let text = "{\"\u{e9}\": 1, \"e\u{301}\": 2, \"ab\": 3, \"ac\": 4, \"bb\": 5}"

        #expect(try JSONTree(parsing: Array(text.utf8)).root.keys.count == 5)
    }

    @Test func `refuses deep nesting`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels)
                    + String(repeating: "]", count: levels)).utf8
            )
        }

        let error = #expect(throws: ManifestError.self) { try JSONTree(parsing: nested(33)) }

        #expect(throws: Never.self) { try JSONTree(parsing: nested(32)) }
        #expect(error?.fault == .tooDeep)
        #expect(error?.position?.description == "line 1, column 33")
    }

    @Test func `accepts comments, and commas before brackets, in a binding`() throws {
        let text = "// a\n{\"a\": [1, /* // */ 2,], /**/ \"b\": \"//\", /***/} // z"

        let root = try JSONTree(parsing: Array(text.utf8), of: .binding).root

        #expect(root.member("a")?.elements?.count == 2)
        #expect(root.member("b")?.string == "//")
    }

    @Test(arguments: [
        ("{} /* a", JSONFault.endsEarly, 1, 8), ("{} /*/", .endsEarly, 1, 7),
        ("{} /", .beyondEnd, 1, 4), ("[1 / 2]", .noComma(isObject: false), 1, 4),
        ("[,]", .noValue, 1, 2), ("[1,,]", .noValue, 1, 4), ("{,}", .noKey, 1, 2),
        ("// a", .endsEarly, 1, 5),
    ])
    func `reports errors of bindings and their place`(
        text: String,
        fault: JSONFault,
        line: Int,
        column: Int
    ) {
        let error = #expect(throws: ManifestError.self) {
            try JSONTree(parsing: Array(text.utf8), of: .binding)
        }

        #expect(error?.fault == .notJSON(fault))
        #expect(error?.position?.description == "line \(line), column \(column)")
    }
}
