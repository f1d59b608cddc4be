import RestorationStorage
import Testing

@testable import RestorationKit

/// Launches one after the other, and what the next one leaves out. Objects A and B are of one
/// plugin, C of another one, and H is the program's own.
@Suite struct `What follows from how launches ended` {
    struct Row: Sendable, CustomTestStringConvertible {
        let ends: [String]
        let leftOut: [String]

        init(_ ends: String, _ leftOut: String) {
            self.ends = ends.split(separator: " ").map(String.init)
            self.leftOut = leftOut.split(separator: " ").map(String.init)
        }

        var testDescription: String { ends.joined(separator: " ") }
    }

    /// `A.decode!` is a launch that ended with a stamp while A decoded, `A.decode` one that ended
    /// there without, `-` one that is not bad, `?` one that ended while it restored, in nobody's
    /// code. Of what is left out, `A` is an object, `A*` all of its plugin, and `all` is everything;
    /// `A:save` is not asked for its state.
    static let rows = [
        Row("-", ""),
        // With a stamp, for good.
        Row("A.decode!", "A"), Row("A.decode! - - -", "A"), Row("A.convert! -", "A"),
        Row("A.encode!", "A:save"), Row("A.encode! - -", "A:save"),
        Row("A.decode! - C.decode!", "A C"),
        // Without one: nothing, one launch, and then for good.
        Row("A.decode", ""), Row("A.decode A.decode", "A"), Row("A.decode A.decode -", ""),
        Row("A.decode A.decode - A.decode", "A"), Row("A.decode A.decode - A.decode - -", "A"),
        Row("A.decode A.decode - -", ""), Row("A.decode A.decode - - A.decode", ""),
        Row("A.decode - A.decode", ""), Row("A.encode", ""), Row("A.encode A.encode", "A:save"),
        // A launch that loads a library, with all of the plugin.
        Row("A.load!", "A*"), Row("A.load", "A*"), Row("A.load -", ""),
        Row("A.load - A.load", "A*"),
        Row("A.load - B.load - -", "B*"), Row("A.load - -", ""),
        // Any other call.
        Row("A.method!", ""), Row("A.method! A.method!", "A"), Row("A.method! - A.method!", ""),
        Row("A.destroy! A.method! - -", "A"),
        // The second in a row in one plugin.
        Row("A.decode! B.decode!", "A B*"), Row("A.decode! C.decode!", "A C"),
        Row("A.decode B.decode", "B*"), Row("A.decode B.decode -", ""),
        Row("H.decode H.finish", "H"),
        Row("A.encode! B.encode!", "A:save B*:save"),
        // Three in a row, or two in nobody's code.
        Row("A.decode! C.decode! H.decode!", "all A C H"),
        Row("A.decode! C.decode! H.decode! -", "A C H"),
        Row("A.decode! C.decode! - H.decode!", "A C H"), Row("?", ""), Row("? ?", "all"),
        Row("? ? -", ""), Row("? - ?", ""), Row("? ? - ?", ""),
        Row("A.decode! ? A.encode", "all A"),
    ]

    @Test(arguments: rows)
    func `is what the rules say`(row: Row) throws {
        var history = CrashHistory()
        var retainsEverything = false
        for end in row.ends { retainsEverything = history.add(try Self.end(end)) }

        let leftOut = history.suspects.filter(\.isLeftOut).map(Self.name)
        #expect((retainsEverything ? ["all"] : []) + leftOut == row.leftOut)
    }

    private static func end(_ text: String) throws -> CrashHistory.End {
        if text == "-" { return .well }
        if text == "?" { return .inNobodysCode }
        let parts = text.split(separator: ".")
        let name = try #require(text.utf8.first)
        let stage: LedgerStage =
            switch parts[1].prefix(while: { $0 != "!" }) {
            case "decode": .decode
            case "convert": .convert
            case "encode": .encode
            case "load": .load
            case "method": .method
            case "destroy": .destroy
            default: .finish
            }
        return .inCall(
            CrashHistory.Call(
                object: UInt64(name),
                identity: parts[0] == "C" ? 2 : parts[0] == "H" ? 3 : 1,
                stage: stage,
                isOfPlugin: parts[0] != "H",
                signal: text.hasSuffix("!") ? 11 : 0
            )
        )
    }

    private static func name(_ suspect: LedgerPage.Suspect) -> String {
        String(UnicodeScalar(UInt8(suspect.object))) + (suspect.isOfPlugin ? "*" : "")
            + (suspect.knownStage?.kind == .save ? ":save" : "")
    }
}
