import Foundation

/// A rule of the file of allowed differences: lines of a life that may differ.
// A regular expression is only read once it is made.
struct AllowedDifference: @unchecked Sendable {
    let name: String
    /// What a line of a difference must match from its beginning to its end, such as
    /// `issues - State that could .*`.
    let pattern: Regex<AnyRegexOutput>
    let effect: Effect

    /// What a rule does to a life.
    enum Effect: String {
        /// The lines may differ.
        case goesOn = "goes on"
        /// The lines may differ, and the seed is not compared any more: it goes on differently.
        case parts
        /// The lines may be in another order, where both engines have them equally often.
        case reorders
        /// A life in which either engine has such a line may differ in all, and the seed is not
        /// compared any more.
        case excuses
    }

    func matches(_ line: String) -> Bool { line.wholeMatch(of: pattern) != nil }

    /// What is left of a life's differing lines when those are paired that both engines have.
    func leavingOutReordered(_ lines: [String]) -> [String] {
        guard effect == .reorders else { return lines }
        var unpaired: [String: [Int]] = [:]
        var paired: Set<Int> = []
        for (number, line) in lines.enumerated() where matches(line) {
            if let other = unpaired[Difference.mirrored(line)]?.popLast() {
                paired.formUnion([number, other])
            } else {
                unpaired[line, default: []].append(number)
            }
        }
        return lines.indices.filter { !paired.contains($0) }.map { lines[$0] }
    }

    struct Fault: Error, CustomStringConvertible {
        let line: String
        var description: String {
            "A line of the allowed differences is no rule: \(line)\n"
                + "  fix: Write NAME | goes on, parts, reorders or excuses | PATTERN | why"
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
                guard fields.count == 4, let effect = Effect(rawValue: fields[1]),
                    let pattern = try? Regex(fields[2])
                else { throw Fault(line: String(line)) }
                return AllowedDifference(
                    name: fields[0],
                    pattern: pattern,
                    effect: effect
                )
            }
    }
}
