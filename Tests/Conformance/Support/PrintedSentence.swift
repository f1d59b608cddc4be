import Foundation
import TestSupport

/// A sentence as a page of `Docs` prints it.
struct PrintedSentence {
    /// The sentence with "…" for variable parts.
    let pattern: String

    init(_ pattern: String) { self.pattern = pattern }

    func matches(_ problem: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard problem.hasPrefix(parts[0]) else { return false }
        var rest = problem.dropFirst(parts[0].count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.isEmpty || pattern.hasSuffix("…")
    }

    static func page(_ name: String) -> String {
        return (try? Repository.text(of: "Docs/\(name).md")) ?? ""
    }
}
