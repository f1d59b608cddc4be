/// One failure in words: what happened, where, and what to do about it.
///
/// Programs print it in three lines:
///
/// ```
/// error: The library carries no manifest
///    at: /usr/lib/restoration/plugins/libnotes.so
///   fix: Embed restoration-plugin.json, or put it beside the library as libnotes.restoration.json.
/// ```
public struct Diagnosis: Sendable {
    /// What happened, as a sentence without its full stop.
    public let problem: String
    /// The text that is wrong, and below it a line with a caret that points into it, or the words
    /// of the dynamic loader; `nil` where that would show nothing.
    public let excerpt: String?
    /// Where: a file, a restoration path, a key; `nil` where there is no place to name.
    public let place: String?
    /// What the reader can do, as a sentence with its full stop.
    public var remedy: String { advice + (outlook ?? "") }
    /// The remedy without its ``outlook``.
    package let advice: String
    /// The end of a remedy that says what becomes of state: that it is kept, and until when.
    /// Whoever does not keep it says something else there.
    ///
    /// It begins with what joins it to the ``advice``: "; its state is retained until then."
    package let outlook: String?

    /// Joins the three parts. None may contain a value that is being restored.
    ///
    /// - Parameter problem: a full stop at its end is taken off: plugins' own words often have one.
    /// - Parameter excerpt: no more than what authors of plugins or the dynamic loader wrote.
    /// - Parameter place: a path, a file or a key; `nil` if the problem says where.
    /// - Parameter remedy: a sentence with its full stop.
    public init(problem: String, excerpt: String? = nil, place: String? = nil, remedy: String) {
        self.init(
            problem: problem,
            excerpt: excerpt,
            place: place,
            advice: remedy,
            outlook: nil
        )
    }

    /// As ``init(problem:excerpt:place:remedy:)``, with a remedy that ends with what becomes of
    /// state.
    ///
    /// - Parameter advice: a sentence, or what the outlook goes on with; empty if there is nothing
    ///   to do.
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

    /// Another failure that has the remedy of `cause`.
    package init(problem: String, place: String? = nil, remedyOf cause: Diagnosis) {
        self.init(problem: problem, place: place, advice: cause.advice, outlook: cause.outlook)
    }
}

extension Diagnosis: Hashable {
    // What reads the same is the same, whichever part of the remedy is the outlook.
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
    /// The parts on one line each, as ``Diagnosis`` shows them.
    public var description: String {
        let excerpt = excerpt?.split(separator: "\n").map { "       \($0)" }
        let lines: [String?] = [
            "error: \(problem)", excerpt?.joined(separator: "\n"), place.map { "   at: \($0)" },
            "  fix: \(remedy)",
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}

/// An error that can say what happened, where, and what to do about it.
public protocol DiagnosedError: Error, CustomStringConvertible {
    /// The error in words. Names identifiers, keys and sizes, never values being restored.
    var diagnosis: Diagnosis { get }
}

extension DiagnosedError {
    /// The diagnosis, line by line.
    public var description: String { diagnosis.description }
}
