import RestorationStorage
import Testing

@testable import RestorationKit

/// Sequences of launches, and the objects that the next launch leaves out. Objects A and B belong
/// to one plugin, C to another, and H to the program.
@Suite struct `Consequences of the ends of launches` {
    struct Row: Sendable, CustomTestStringConvertible {
        let ends: [String]
        let leftOut: [String]

        init(_ ends: String, _ leftOut: String) {
            self.ends = ends.split(separator: " ").map(String.init)
            self.leftOut = leftOut.split(separator: " ").map(String.init)
        }

        var testDescription: String { ends.joined(separator: " ") }
    }

    /// Endings: `A.decode!` is a stamped crash while A decoded, and `A.decode` an unexplained end
    /// there. `-` is a normal end, and `?` an end during a restore but outside all objects' code.
    ///
    /// Left out: `A` is an object, `A*` its whole plugin, `P*` a plugin known without an object,
    /// and `all` everything. `A:save` is not asked for its state.
    static let rows = [
        Row("-", ""),
        // A stamped crash leaves the object out permanently.
        Row("A.decode!", "A"), Row("A.decode! - - -", "A"), Row("A.convert! -", "A"),
        Row("A.encode!", "A:save"), Row("A.encode! - -", "A:save"),
        Row("A.decode! - C.decode!", "A C"),
        // An unexplained end has no effect, the second leaves the object out once, and the next
        // permanently.
        Row("A.decode", ""), Row("A.decode A.decode", "A"), Row("A.decode A.decode -", ""),
        Row("A.decode A.decode - A.decode", "A"), Row("A.decode A.decode - A.decode - -", "A"),
        Row("A.decode A.decode - -", ""), Row("A.decode A.decode - - A.decode", ""),
        Row("A.decode - A.decode", ""), Row("A.encode", ""), Row("A.encode A.encode", "A:save"),
        // A launch that ends while it loads a library leaves out the whole plugin.
        Row("A.load!", "A*"), Row("A.load", "A*"), Row("A.load -", ""),
        Row("A.load - A.load", "A*"),
        Row("A.load - B.load - -", "B*"), Row("A.load - -", ""),
        // Other calls.
        Row("A.call!", ""), Row("A.call! B.call!", "P*"), Row("A.call! - A.call!", ""),
        Row("A.call! B.call! - -", "P*"), Row("A.call C.call", ""), Row("A.call B.call", "P*"),
        Row("A.call! A.decode", "A*"),
        // The second bad end in a row in one plugin.
        Row("A.decode! B.decode!", "A B*"), Row("A.decode! C.decode!", "A C"),
        Row("A.decode B.decode", "B*"), Row("A.decode B.decode -", ""),
        Row("H.decode H.finish", "H"),
        Row("A.encode! B.encode!", "A:save B*:save"),
        // Ends in code that is already left out.
        Row("A.load! - A.call!", "P*"), Row("A.call! B.call! - A.call!", "P*"),
        Row("A.decode! - A.decode -", "A"), Row("A.decode B.decode - B.decode -", "B*"),
        Row("A.encode! - A.contents!", "A:save A:save"),
        // Three bad ends in a row, or two outside all objects' code.
        Row("A.decode! C.decode! H.decode!", "all A C H"),
        Row("A.decode! C.decode! H.decode! -", "A C H"),
        Row("A.decode! C.decode! - H.decode!", "A C H"), Row("?", ""), Row("? ?", "all"),
        Row("? ? -", ""), Row("? - ?", ""), Row("? ? - ?", ""),
        Row("A.decode! ? A.encode", "all A"),
    ]

    @Test(arguments: rows)
    func `match the rules`(row: Row) throws {
        var sheet = LedgerPage.Sheet()
        var retainsEverything = false
        for end in row.ends { retainsEverything = sheet.add(try Self.end(end), program: 3) }

        let leftOut = sheet.suspects.filter(\.isLeftOut).map(Self.name)
        #expect((retainsEverything ? ["all"] : []) + leftOut == row.leftOut)
    }

    private static func end(_ text: String) throws -> LedgerPage.Suspect? {
        if text == "-" { return nil }
        let parts = text.split(separator: ".")
        let name = try #require(text.utf8.first)
        let stage: LedgerStage? =
            switch parts.last?.prefix(while: { $0 != "!" }) {
            case "decode": .decode
            case "convert": .convert
            case "encode": .encode
            case "contents": .contents
            case "load": .load
            case "call": .call
            case "finish": .finish
            default: nil
            }
        let identity: UInt64 = ["A": 1, "B": 1, "C": 2].first { $0.key == parts[0] }?.value ?? 3
        let object =
            switch stage {
            case nil: LedgerPage.everything
            case .call: UInt64(UInt8(ascii: "O")) + identity
            default: UInt64(name)
            }
        return LedgerPage.Suspect(
            object: object,
            identity: identity,
            moment: 0,
            stage: stage?.rawValue ?? 0,
            signal: text.hasSuffix("!") ? 11 : 0,
            treatment: .noted
        )
    }

    private static func name(_ suspect: LedgerPage.Suspect) -> String {
        String(UnicodeScalar(UInt8(suspect.object))) + (suspect.isOfPlugin ? "*" : "")
            + (suspect.isOfSave ? ":save" : "")
    }
}
