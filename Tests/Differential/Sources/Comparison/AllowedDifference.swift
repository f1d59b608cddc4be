import Foundation

/// A rule of the file of allowed differences: lines of a life that may differ.
// A regular expression is only read once it is made.
struct AllowedDifference: @unchecked Sendable {
    let name: String
    /// What a line of a difference must match from its beginning to its end, such as
    /// `issues - State that could .*`. A rule that excuses may have several: each has its line.
    let patterns: [Regex<AnyRegexOutput>]
    let effect: Effect
    /// Of a rule that excuses: the sections that may differ; none names them all.
    let sections: Set<String>

    /// What a rule does to a life.
    enum Effect: String {
        /// The lines may differ.
        case goesOn = "goes on"
        /// The lines may differ, and the seed is not compared any more: it goes on differently.
        case parts
        /// The lines may be in another order, where both engines have them equally often.
        case reorders
        /// A life that has such lines, in what differs or on either engine, may differ in whole
        /// sections, and the seed is not compared any more.
        case excuses
    }

    func matches(_ line: String) -> Bool {
        patterns.count == 1 && line.wholeMatch(of: patterns[0]) != nil
    }

    /// What is left of a life's differing lines.
    ///
    /// - Parameter lines: Those that no other rule allows.
    func leavingOutExcused(_ lines: [String], of difference: Difference) -> [String] {
        guard effect == .excuses, !lines.isEmpty else { return lines }
        let isExcuse = patterns.allSatisfy { pattern in
            (difference.lines + difference.context).contains { $0.wholeMatch(of: pattern) != nil }
        }
        guard isExcuse else { return lines }
        return lines.filter { line in
            !sections.isEmpty && !sections.contains(String(line.prefix { $0 != " " }))
        }
    }

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
                + "  fix: Write NAME | goes on, parts, reorders or excuses | PATTERN | why;"
                + " excuses may be followed by sections, and its PATTERN have && between several"
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
                guard fields.count == 4, let (effect, sections) = readEffect(fields[1]),
                    let patterns = try? fields[2].split(separator: " && ").map({
                        try Regex(String($0))
                    }), patterns.count == 1 || effect == .excuses
                else { throw Fault(line: String(line)) }
                return AllowedDifference(
                    name: fields[0],
                    patterns: patterns,
                    effect: effect,
                    sections: sections
                )
            }
    }

    /// Such as `goes on`, or `excuses state issues`.
    private static func readEffect(_ text: String) -> (Effect, Set<String>)? {
        if let effect = Effect(rawValue: text) { return (effect, []) }
        let words = text.split(separator: " ").map { String($0) }
        guard words.first == Effect.excuses.rawValue else { return nil }
        return (.excuses, Set(words.dropFirst()))
    }
}
