/// One failure in words: what happened, where, and what to do about it.
///
/// Programs print it in three lines:
///
/// ```
/// error: The library carries no manifest
///    at: /usr/lib/restoration/plugins/libnotes.so
///   fix: Embed restoration-plugin.json, or put it beside the library as libnotes.restoration.json.
/// ```
public struct Diagnosis: Hashable, Sendable {
    /// What happened, as a sentence without its full stop.
    public let problem: String
    /// The text that is wrong, and below it a line with a caret that points into it; `nil` where that
    /// would show nothing.
    public let excerpt: String?
    /// Where: a file, a restoration path, a key; `nil` where there is no place to name.
    public let place: String?
    /// What the reader can do, as a sentence with its full stop.
    public let remedy: String

    /// Joins the three parts. None may contain a value that is being restored.
    ///
    /// - Parameter problem: a full stop at its end is taken off: plugins' own words often have one.
    /// - Parameter excerpt: no more than what authors of plugins wrote.
    public init(problem: String, excerpt: String? = nil, place: String? = nil, remedy: String) {
        let hasStop = problem.hasSuffix(".") && !problem.hasSuffix("..")
        self.problem = hasStop ? String(problem.dropLast()) : problem
        self.excerpt = excerpt
        self.place = place
        self.remedy = remedy
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
