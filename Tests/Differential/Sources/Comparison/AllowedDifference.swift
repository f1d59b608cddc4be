import Foundation

/// A rule of the file of allowed differences: lines of a life that may differ.
struct AllowedDifference: Sendable {
    let name: String
    /// What a line of a difference must match from its beginning to its end, such as
    /// `issues - State that could .*`.
    let pattern: String
    /// Whether a seed that it applies to goes on differently, so that its later lives are not
    /// compared.
    let parts: Bool

    func allows(_ line: String) -> Bool {
        guard let regex = try? Regex(pattern).dotMatchesNewlines() else { return false }
        return line.wholeMatch(of: regex) != nil
    }

    struct Fault: Error, CustomStringConvertible {
        let line: String
        var description: String {
            "A line of the allowed differences is no rule: \(line)\n"
                + "  fix: Write NAME | parts or goes on | PATTERN | why"
        }
    }

    /// Each line is one of a rule; a rule may have many. Lines that are empty, or begin with #, are
    /// for readers.
    static func read(_ path: String) throws -> [AllowedDifference] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                let fields = line.split(separator: " | ").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard fields.count == 4, ["parts", "goes on"].contains(fields[1]),
                    (try? Regex(fields[2])) != nil
                else { throw Fault(line: String(line)) }
                return AllowedDifference(
                    name: fields[0],
                    pattern: fields[2],
                    parts: fields[1] == "parts"
                )
            }
    }
}
