/// The description of one failure in three parts: problem, place and remedy.
///
/// Programs print it in three lines:
///
/// ```
/// error: The library carries no manifest
///    at: /usr/lib/restoration/plugins/libnotes.so
///   fix: Embed restoration-plugin.json, or put it beside the library as libnotes.restoration.json.
/// ```
public struct Diagnosis: Sendable {
    /// The problem, as a sentence without its full stop.
    public let problem: String
    /// The faulty text above a line with a caret, or the dynamic loader's message; `nil` if it
    /// would add nothing.
    public let excerpt: String?
    /// The place: a file, a restoration path or a key; `nil` if there is none to name.
    public let place: String?
    /// Instructions for the reader, as a sentence with its full stop.
    public var remedy: String { advice + (outlook ?? "") }
    package let advice: String
    /// The end of a remedy, which says how long the state is retained, or that it is not.
    ///
    /// It begins with its conjunction: "; its state is retained until then."
    package let outlook: String?

    /// Joins the three parts. No part may contain a value that is being restored.
    ///
    /// - Parameters:
    ///   - problem: a sentence; a full stop at its end is removed.
    ///   - excerpt: only text by authors of plugins or by the dynamic loader.
    ///   - place: a path, a file or a key; `nil` if the problem names the place.
    ///   - remedy: a sentence with its full stop.
    public init(problem: String, excerpt: String? = nil, place: String? = nil, remedy: String) {
        self.init(
            problem: problem,
            excerpt: excerpt,
            place: place,
            advice: remedy,
            outlook: nil
        )
    }

    /// Creates a diagnosis whose remedy ends with an outlook on the state.
    ///
    /// - Parameter advice: a sentence, or the clause before the outlook; empty if no action is
    ///   needed.
    package init(
        problem: String,
        excerpt: String? = nil,
        place: String? = nil,
        advice: String,
        outlook: String?
    ) {
        let hasStop = problem.hasSuffix(".") && !problem.hasSuffix("..")
        self.problem = hasStop ? String(problem.dropLast()) : problem
        self.excerpt = excerpt
        self.place = place
        self.advice = advice
        self.outlook = outlook
    }

    package init(problem: String, place: String? = nil, remedyOf cause: Diagnosis) {
        self.init(problem: problem, place: place, advice: cause.advice, outlook: cause.outlook)
    }
}

extension Diagnosis: Hashable {
    // The split between advice and outlook does not matter.
    public static func == (a: Self, b: Self) -> Bool {
        a.problem == b.problem && a.excerpt == b.excerpt && a.place == b.place
            && a.remedy == b.remedy
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(problem)
        hasher.combine(excerpt)
        hasher.combine(place)
        hasher.combine(remedy)
    }
}

extension Diagnosis: CustomStringConvertible {
    /// The parts on one line each, as shown at ``Diagnosis``.
    public var description: String {
        let excerpt = excerpt?.split(separator: "\n").map { "       \($0)" }
        let lines: [String?] = [
            "error: \(problem)", excerpt?.joined(separator: "\n"), place.map { "   at: \($0)" },
            "  fix: \(remedy)",
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}

/// An error with a diagnosis.
public protocol DiagnosedError: Error, CustomStringConvertible {
    /// The description of the error. It names identifiers, keys and sizes, never restored values.
    var diagnosis: Diagnosis { get }
}

extension DiagnosedError {
    /// The diagnosis, one part per line.
    public var description: String { diagnosis.description }
}
