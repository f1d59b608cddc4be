import Foundation
import RestorationCore
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

/// Compares the reader with Foundation's independent one.
@Suite struct `Reading random JSON` {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `finds the same values as Foundation does`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let text = RandomJSON.document(&random)

            let own = try JSONTree(parsing: Array(text.utf8)).root
            let other = try Self.foundation(Array(text.utf8))

            #expect(Plain(own) == Plain(other), "\(text)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `accepts and refuses the same text as Foundation`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = Array(RandomJSON.document(&random).utf8)
            for _ in 0...Int.random(in: 0..<3, using: &random) { Self.change(&bytes, &random) }

            let own = Result { try JSONTree(parsing: bytes).root }
            let other = Result { try Self.foundation(bytes) }

            switch (own, other) {
            case (.success(let own), .success(let other)):
                #expect(Plain(own) == Plain(other), "\(Self.shown(bytes))")
            case (.failure, .failure): break
            case (.success, .failure):
                // The number exceeds Foundation's range.
                #expect(bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }, "\(Self.shown(bytes))")
            case (.failure(let error), .success):
                #expect(Self.isStricter(error, bytes), "\(Self.shown(bytes)): \(error)")
            }
        }
    }

    /// Foundation accepts a comma before a bracket and repeated keys. It also accepts other
    /// encodings, which it detects by a NUL.
    private static func isStricter(_ error: any Error, _ bytes: [UInt8]) -> Bool {
        switch (error as? ManifestError)?.fault {
        case .notJSON(.trailingComma), .repeatedKey: true
        default: bytes.contains(0)
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func foundation(_ bytes: [UInt8]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let interesting =
            Array("\"\\{}[],:0123456789-+.eEutfn/ \n\u{7F}é".utf8) + [0x00, 0x1F, 0xFF]
        let byte = interesting.randomElement(using: &random)!
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
    }
}

/// A JSON value in a comparable form.
private indirect enum Plain: Equatable {
    case null
    case boolean(Bool)
    case number(Rounded)
    case text([Unicode.Scalar])
    case list([Plain])
    case object([[Unicode.Scalar]: Plain])

    /// A number compared with tolerance, since Foundation rounds the last digits of long numbers
    /// wrongly.
    struct Rounded: Equatable {
        let value: Double

        static func == (left: Self, right: Self) -> Bool {
            let size = max(abs(left.value), abs(right.value))
            return left.value == right.value || abs(left.value - right.value) <= size * 1e-14
        }
    }

    init(_ value: JSONValue) {
        if let string = value.string {
            self = .text(Array(string.unicodeScalars))
        } else if let boolean = value.boolean {
            self = .boolean(boolean)
        } else if let elements = value.elements {
            self = .list(elements.map(Plain.init))
        } else if value.isObject {
            let members = value.keys.map { key in
                (
                    Array((key.string ?? "").unicodeScalars),
                    Plain(JSONValue(tree: value.tree, node: key.node + 1))
                )
            }
            self = .object(Dictionary(uniqueKeysWithValues: members))
        } else if value.kind == "null" {
            self = .null
        } else {
            let record = value.tree.nodes[value.node]
            let text = value.tree.bytes[Int(record.start)..<Int(record.end)]
            self = .number(Rounded(value: Double(String(decoding: text, as: UTF8.self)) ?? .nan))
        }
    }

    init(_ value: Any) {
        switch value {
        case let text as String: self = .text(Array(text.unicodeScalars))
        case let list as [Any]: self = .list(list.map(Plain.init))
        case let object as [String: Any]:
            self = .object(
                Dictionary(
                    object.map { (Array($0.unicodeScalars), Plain($1)) },
                    uniquingKeysWith: { first, _ in first }
                )
            )
        case let number as NSNumber:
            // Invariant: `objCType` is a constant C string. Only booleans have the type "c".
            let isBoolean = unsafe String(cString: number.objCType) == "c"
            self =
                isBoolean
                ? .boolean(number.boolValue) : .number(Rounded(value: number.doubleValue))
        default: self = .null
        }
    }
}

private enum RandomJSON {
    static func document(_ random: inout SeededGenerator) -> String { value(depth: 0, &random) }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> String {
        let kinds = depth < 4 ? 0..<8 : 0..<6
        let text =
            switch Int.random(in: kinds, using: &random) {
            case 0: ["null", "true", "false"].randomElement(using: &random)!
            case 1, 2: number(&random)
            case 3, 4, 5: string(&random)
            case 6:
                "["
                    + (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                        value(depth: depth + 1, &random)
                    }.joined(separator: ",") + space(&random) + "]"
            default:
                "{"
                    + (0..<Int.random(in: 0..<5, using: &random)).map { number in
                        // The number makes the key unique.
                        let key = string(&random).dropLast() + "\(number)\""
                        return space(&random) + key + space(&random) + ":"
                            + value(depth: depth + 1, &random)
                    }.joined(separator: ",") + space(&random) + "}"
            }
        return space(&random) + text + space(&random)
    }

    private static func space(_ random: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\t \r\n"].randomElement(using: &random)!
    }

    private static func number(_ random: inout SeededGenerator) -> String {
        let digits = ["0", "7", "-0", "-12", "120034", "9007199254740993", "-9223372036854775808"]
        let fraction = ["", "", "", ".0", ".5", ".25e0", "e2", "E+3", "e-4"]
        return digits.randomElement(using: &random)! + fraction.randomElement(using: &random)!
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Notes", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "é",
            "e\u{301}", "😀", "/*", "//", "{", "]", ",", "\u{7F}", "\\u0000",
        ]
        return "\""
            + (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined() + "\""
    }
}
