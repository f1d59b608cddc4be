import Foundation
import RestorationCore
import TestSupport
import Testing

@Suite struct `The kinds of value` {
    @Test(arguments: [
        "Sources/PluginSDK/CRestorationPlugin/include/restoration/coder.h",
        "Docs/Examples/Tally/Rust/restoration.rs",
    ])
    func `have the same number in each language`(file: String) throws {
        let text = try String(
            contentsOf: Repository.root.appending(path: file),
            encoding: .utf8
        )
        let numbers = text.matches(of: /KIND_([A-Z]+)(?:: u32)? = (\d+)/).map { match in
            "\(match.1.lowercased()) \(match.2)"
        }

        let kinds = ValueKind.allCases.map { "\($0) \($0.rawValue)" }
        // Two kinds are never in archives: a query for any kind, and an integer in the union's
        // unsigned member.
        #expect(numbers.sorted() == (kinds + ["any 0", "unsigned 256"]).sorted())
    }
}
