import TestSupport
import Testing

@testable import RestorationInvocation

@Suite struct `A signature` {
    @Test(
        arguments: [
            ("()", [], .void),
            ("() -> void", [], .void),
            ("(object)", [.object], .void),
            ("(object) -> float64", [.object], .float64),
            ("\t( object ,float64 )->owned\tstring ", [.object, .float64], .ownedString),
            ("(bool, int8, int16, int32, int64)", [.bool, .int8, .int16, .int32, .int64], .void),
            ("(uint8, uint16, uint32, uint64)", [.uint8, .uint16, .uint32, .uint64], .void),
            ("(size, float32, string) -> object", [.size, .float32, .string], .object),
        ] as [(String, [InvocationType], InvocationType)]
    )
    func `names the types of parameters and result`(
        text: String,
        parameters: [InvocationType],
        result: InvocationType
    ) throws {
        let signature = try Signature(parsing: text)

        #expect(signature.parameters.map(\.type) == parameters)
        #expect(signature.result == result)
    }

    @Test(arguments: [
        ("", 1, "the end", #""(""#, "A signature looks like (object, float64) -> string."),
        ("object", 1, #""object""#, #""(""#, "A signature looks like (object, float64) -> string."),
        ("(", 2, "the end", #"a type or ")""#, oneOf),
        ("(object", 8, "the end", #""," or ")""#, "Separate types by commas, and end with )."),
        (
            "(object int8)", 9, #""int8""#, #""," or ")""#,
            "Separate types by commas, and end with )."
        ),
        ("(object,)", 9, #"")""#, "a type", oneOf),
        ("(object) -> flaot64", 13, #""flaot64""#, "a type or void", "Write float64."),
        ("(object) ->", 12, "the end", "a type or void", oneOf),
        ("(object) - > bool", 10, #""-""#, #""->" or the end"#, remove),
        ("(object) -> bool;", 17, #"";""#, "the end", remove),
        (
            "(object) -> owned bool", 19, #""bool""#, #""string", "bytes" or a pointer to a type"#,
            "Only text, bytes and the target of a pointer can be owned."
        ),
        (
            "(owned string)", 2, #""owned""#, #"a type or ")""#,
            "Write string; only results and out-parameters can be owned."
        ),
        ("(void)", 2, #""void""#, #"a type or ")""#, "Write () for a function without parameters."),
        ("(int)", 2, #""int""#, #"a type or ")""#, "Write int32."),
        ("(object, double)", 10, #""double""#, "a type", "Write float64."),
        (
            "(const char *)", 2, #""const""#, #"a type or ")""#,
            "Write string for text, or int8 * for one number."
        ),
        ("(const object)", 2, #""const""#, #"a type or ")""#, "Leave const out."),
        ("(unsigned, long)", 2, #""unsigned""#, #"a type or ")""#, "Write uint32."),
        ("(unsigned long int x)", 2, #""unsigned""#, #"a type or ")""#, "Write uint64."),
        ("() -> unsigned long long", 7, #""unsigned""#, "a type or void", "Write uint64."),
        ("(signed char)", 2, #""signed""#, #"a type or ")""#, "Write int8."),
        ("(long double)", 2, #""long""#, #"a type or ")""#, "long double has no type here."),
        (
            "(double _Complex)", 2, #""double""#, #"a type or ")""#,
            "Complex numbers are not supported."
        ),
        ("(union point)", 2, #""union""#, #"a type or ")""#, "Unions are not supported."),
        ("(uint8_t)", 2, #""uint8_t""#, #"a type or ")""#, "Write uint8."),
        ("(String)", 2, #""String""#, #"a type or ")""#, "Write string."),
        ("(größe)", 2, #""gr""#, #"a type or ")""#, oneOf),
        ("(\u{1B}[31m)", 2, "U+1B", #"a type or ")""#, oneOf),
        ("(\u{A0}int32)", 2, "U+A0", #"a type or ")""#, oneOf),
        (
            "(\(String(repeating: "x", count: 40)))", 2,
            "\"\(String(repeating: "x", count: 32))…\"", #"a type or ")""#, oneOf
        ),
    ])
    func `that is wrong reports the place, the expected text, and a correction`(
        text: String,
        column: Int,
        found: String,
        expected: String,
        remedy: String
    ) {
        let fault = #expect(throws: SignatureFault.self) { try Signature(parsing: text) }

        #expect(
            fault?.description == "Found \(found) at column \(column), expected \(expected)"
        )
        #expect(fault?.remedy == remedy)
    }

    static let oneOf =
        "Write one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,"
        + " size, float32, float64, string, object, pointer."
    static let remove = "Remove this text, or correct the text before it."

    @Test func `has up to 127 parameters`() throws {
        func text(_ count: Int) -> String {
            "(\(Array(repeating: "bool", count: count).joined(separator: ", ")))"
        }

        let longest = try Signature(parsing: text(127))
        let fault = #expect(throws: SignatureFault.self) { try Signature(parsing: text(128)) }

        #expect(longest.parameters.count == 127)
        #expect(fault?.remedy == "A function has 127 parameters at most.")
        #expect(fault?.column == 764)
    }

    @Test func `survives a round trip through its text`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let signature = random.signature()

            let text = random.spread(signature.description)

            #expect(try Signature(parsing: text) == signature, "\(text)")
        }
    }

    @Test func `cut off or changed anywhere is another signature or an error with its place`() {
        var random = SeededGenerator(seed: 2)
        let alphabet = Array("()->, *?{}=.\tobjectringsz0123468_é猫\0\n\u{1B}").map(String.init)
        for _ in 0..<60 {
            let text = Array(random.signature().description)
            var broken = (0..<text.count).map { String(text[..<$0]) }
            for index in text.indices {
                var copy = text.map(String.init)
                copy[index] = alphabet.randomElement(using: &random)!
                broken.append(copy.joined())
                copy.insert(alphabet.randomElement(using: &random)!, at: index)
                broken.append(copy.joined())
                copy.removeSubrange(index...index + 1)
                broken.append(copy.joined())
            }
            for text in broken { checkOutcome(of: text) }
        }
    }

    @Test func `made of random parts is a signature or an error with its place`() {
        var random = SeededGenerator(seed: 3)
        let parts = [
            "(", ")", ",", "->", "-", ">", " ", "object", "owned", "string", "void", "int8", "é",
            "*", "?", "{", "}", "=", "...", "1", "0x", "out ", "inout ", "bytes", "enum",
            "callback",
            "once", "fails ", "else ", "null", "errno", "a", "b", "99999999999999999999", "1.5e",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<16, using: &random)
            checkOutcome(
                of: (0..<count).map { _ in parts.randomElement(using: &random)! }.joined()
            )
        }
    }

    @Test(arguments: [
        ("(int32?)", 7, #""?""#, #"no "?""#),
        ("(string??)", 9, #""?""#, #"no "?""#),
        ("(object,, int32)", 9, #"",""#, "a type"),
        ("({})", 3, #""}""#, "a type"),
        ("({int32})", 8, #""}""#, "the name of the field"),
        ("({int32 x, bool x})", 17, #""x""#, "another name"),
        ("(int32 a, bool a)", 16, #""a""#, "another name"),
        ("({bytes x})", 3, #""bytes""#, "another type"),
        ("() -> bytes", 12, "the end", #""(""#),
        ("() -> bytes(n)", 13, #""n""#, "the name of an out-parameter for the length"),
        ("(int32 n) -> bytes(n)", 20, #""n""#, "the name of an out-parameter for the length"),
        ("(inout string)", 8, #""string""#, "another type"),
        ("(... , int32)", 2, #""...""#, #"a type or ")""#),
        ("(int32, ..., ...)", 14, #""...""#, "a type"),
        ("(enum {a, a})", 11, #""a""#, "another name"),
        ("(enum(uint8) {a = 256})", 14, #""{""#, "numbers that fit uint8"),
        ("(enum {a = x})", 12, #""x""#, "a number"),
        ("(enum(int64) {a = 9223372036854775807, b})", 41, #""}""#, #""=""#),
        ("(callback ())", 11, #""(""#, #""for call", "once", "until destroyed" or "forever""#),
        ("(callback until ())", 17, #""(""#, #""destroyed""#),
        ("() -> callback once ()", 7, #""callback""#, "another type"),
        ("(callback once (callback once ()))", 17, #""callback""#, "another type"),
        ("(callback once (int32, ...))", 24, #""...""#, "a type"),
        ("(callback once () -> string)", 22, #""string""#, "a type that lasts"),
        ("(callback once () -> {int8 *? x})", 22, #""{""#, "a type that lasts"),
        ("(callback once () -> owned(g_free) string)", 22, #""owned""#, "a type that lasts"),
        ("(callback once (object, out string? text))", 29, #""string""#, "a type that lasts"),
        ("(callback once (inout bytes, out bytes))", 34, #""bytes""#, "a type that lasts"),
        ("() -> int32 fails", 18, "the end", failures),
        ("() -> int32 fails error", 19, #""error""#, failures),
        ("() -> float64 fails code", 21, #""code""#, failures),
        ("() -> uint32 fails negative", 20, #""negative""#, "a failure value of the result"),
        ("() -> int32 fails null", 19, #""null""#, "a failure value of the result"),
        ("() -> int8 else 128", 17, #""128""#, "a value of the type int8"),
        ("() -> bool else 1", 17, #""1""#, "a value of the type bool"),
        ("() -> {int8 x} else 1", 21, #""1""#, "a value of the type {int8 x}"),
        ("() -> float64 else 1e999", 20, #""1e999""#, "a value of the type float64"),
    ])
    func `that is randomly damaged is refused`(
        text: String,
        column: Int,
        found: String,
        expected: String
    ) {
        let fault = #expect(throws: SignatureFault.self) { try Signature(parsing: text) }

        #expect(
            fault?.description == "Found \(found) at column \(column), expected \(expected)"
        )
    }

    static let failures = "null, negative, nonzero, false, errno, code or an out-parameter"

    @Test func `that is wrong shows the place`() {
        func excerpt(_ text: String) -> String? {
            #expect(throws: SignatureFault.self) { try Signature(parsing: text) }?.excerpt
        }
        let long = String(repeating: "int32, ", count: 20)

        #expect(excerpt("(object, doubel)") == "(object, doubel)\n         ^")
        #expect(excerpt("(object") == "(object\n       ^")
        #expect(excerpt("") == "\n^")
        #expect(excerpt("(\u{1B}\t\u{301}é)") == "(  ·é)\n ^")
        #expect(
            excerpt("(\(long)x\(String(repeating: "y", count: 40)))")
                == "…t32, int32, int32, int32, int32, int32, x"
                + "\(String(repeating: "y", count: 31))…\n\(String(repeating: " ", count: 41))^"
        )
    }

    @Test func `may name types that the host knows`() throws {
        let rectangle = try InvocationType(parsing: "{int32 x, int32 y}")
        let types = ["Rectangle": rectangle]

        let signature = try Signature(parsing: "(Rectangle *?) -> Rectangle", types: types)

        #expect(signature.description == "({int32 x, int32 y} *?) -> {int32 x, int32 y}")
        #expect(throws: SignatureFault.self) { try Signature(parsing: "(Rectangle)") }
    }

    @Test func `has bounds`() throws {
        func column(_ text: String, _ types: [String: InvocationType] = [:]) -> Int? {
            #expect(throws: SignatureFault.self) {
                try Signature(parsing: text, types: types)
            }?.column
        }
        let deep = String(repeating: "{", count: 17) + "int32"
        let wide = try InvocationType(
            parsing: "{\((0..<400).map { "bool f\($0)" }.joined(separator: ", "))}"
        )

        #expect(column("(\(deep)") == 18)
        #expect(column("(\(String(repeating: " ", count: 20_000)))") == 16_385)
        #expect(column("(int32 \(String(repeating: "*", count: 5_000)))") == 2)
        #expect(column("(Wide, Wide, Wide)", ["Wide": wide]) == 14)
        #expect(column("(\(String(repeating: "bytes, ", count: 63))bytes)") == 443)
    }

    private func checkOutcome(of text: String) {
        do throws(SignatureFault) {
            let signature = try Signature(parsing: text)
            #expect(try Signature(parsing: signature.description) == signature)
        } catch {
            let lines = error.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines.last?.last == "^", "\(text)")
            #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(text)")
            #expect(error.remedy.hasSuffix("."))
        }
    }
}

extension SeededGenerator {
    /// Inserts random white space wherever the syntax allows it.
    fileprivate mutating func spread(_ text: String) -> String {
        let blanks = [" ", "\t", "  ", "\n", " \r\n"]
        return text.split(separator: " ").map { part in
            let spread = part.replacing(",", with: chance(2) ? " ," : ",").replacing(
                "(",
                with: chance(2) ? " ( " : "("
            )
            return spread + blanks.randomElement(using: &self)!
        }.joined()
    }
}
