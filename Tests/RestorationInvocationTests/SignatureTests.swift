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

        #expect(signature.parameters == parameters)
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
        ("(object) -> flaot64", 13, #""flaot64""#, "a type or void", oneOf),
        ("(object) ->", 12, "the end", "a type or void", oneOf),
        ("(object) - > bool", 10, #""-""#, #""->" or the end"#, remove),
        ("(object) -> bool;", 17, #"";""#, "the end", remove),
        ("(object) -> owned bool", 19, #""bool""#, #""string""#, "Only a string can be owned."),
        (
            "(owned string)", 2, #""owned""#, #"a type or ")""#,
            "Write string; only a result can be owned."
        ),
        ("(void)", 2, #""void""#, #"a type or ")""#, "Write () for a function without parameters."),
        ("(int)", 2, #""int""#, #"a type or ")""#, "Write int32."),
        ("(object, double)", 10, #""double""#, "a type", "Write float64."),
        ("(const char *)", 2, #""const""#, #"a type or ")""#, "Write string."),
        ("(uint8_t)", 2, #""uint8_t""#, #"a type or ")""#, "Write uint8."),
        ("(String)", 2, #""String""#, #"a type or ")""#, "Write string."),
        ("(größe)", 2, #""gr""#, #"a type or ")""#, oneOf),
        ("(\u{1B}[31m)", 2, "U+1B", #"a type or ")""#, oneOf),
        (
            "(\(String(repeating: "x", count: 40)))", 2,
            "\"\(String(repeating: "x", count: 32))…\"", #"a type or ")""#, oneOf
        ),
    ])
    func `that is wrong says where, what was expected, and what to write`(
        text: String,
        column: Int,
        found: String,
        expected: String,
        remedy: String
    ) {
        let fault = #expect(throws: SignatureFault.self) { try Signature(parsing: text) }

        #expect(
            fault?.description == "At column \(column) stands \(found) in place of \(expected)"
        )
        #expect(fault?.remedy == remedy)
    }

    static let oneOf =
        "Write one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,"
        + " size, float32, float64, string, object."
    static let remove = "Remove what stands there, or correct what is before it."

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

    @Test func `comes back from its text, whatever it is`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let signature = random.signature()

            let text = random.spread(signature.description)

            #expect(try Signature(parsing: text) == signature, "\(text)")
        }
    }

    @Test func `cut off or changed anywhere is another signature or an error with its place`() {
        var random = SeededGenerator(seed: 2)
        let alphabet = Array("()->, \tobjectringsz0123468_é猫\0\n\u{1B}").map(String.init)
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
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<12, using: &random)
            checkOutcome(
                of: (0..<count).map { _ in parts.randomElement(using: &random)! }.joined()
            )
        }
    }

    private func checkOutcome(of text: String) {
        do throws(SignatureFault) {
            let signature = try Signature(parsing: text)
            #expect(try Signature(parsing: signature.description) == signature)
        } catch {
            #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(text)")
            #expect(error.remedy.hasSuffix("."))
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func signature() -> Signature {
        let count = Int.random(in: 0...6, using: &self)
        let parameters = (0..<count).map { _ in InvocationType.plain.randomElement(using: &self)! }
        let results = InvocationType.plain + [.void, .ownedString]
        return Signature(parameters: parameters, result: results.randomElement(using: &self)!)
    }

    /// Puts blanks wherever they may stand.
    fileprivate mutating func spread(_ text: String) -> String {
        let blanks = ["", " ", "\t", "  "]
        return text.split(separator: " ").map { part in
            guard !part.contains("owned") else { return "\(part) " }
            return part.replacing(",", with: blanks.randomElement(using: &self)! + ",")
                + blanks.randomElement(using: &self)!
        }.joined()
    }
}
