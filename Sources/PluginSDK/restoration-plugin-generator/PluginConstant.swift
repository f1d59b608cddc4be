/// Searches an author's sources for the constant `restorationPlugin`.
///
/// Without the constant the generated file would not compile, and the error would not name the
/// author's file. The search reads only text. The compiler checks the rest.
enum PluginConstant {
    static let name = "restorationPlugin"

    /// An error with file and line; `nil` if the constant seems to exist.
    ///
    /// - Parameters:
    ///   - sources: The files of the target, by path.
    ///   - manifest: The path of the manifest, for errors that belong to no source file.
    static func complaint(about sources: [(path: String, text: String)], manifest: String)
        -> String?
    {
        let codes = sources.map { ($0.path, withoutComments($0.text)) }
        guard !codes.contains(where: { $1.contains(/\brestorationPlugin\b/) }) else { return nil }
        for (path, code) in codes {
            guard let match = code.firstMatch(of: misnamed) else { continue }
            let line = code[..<match.range.lowerBound].count { $0.isNewline } + 1
            return "\(path):\(line): error: The plugin's constant is called \(match.1). Call it"
                + " \(name): let \(name) = RestorationPlugin(…)."
        }
        return
            "\(manifest):1: error: No source file beside the manifest declares \(name). Write in one"
            + " of them: let \(name) = RestorationPlugin(YourClass.self)."
    }

    private static var misnamed: Regex<(Substring, Substring)> {
        /\b(?:let|var)\s+(\w+)\s*(?::\s*RestorationPlugin\b|=\s*RestorationPlugin\s*\()/
    }

    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace).hasPrefix("//") ? "" : $0 }
            .joined(separator: "\n")
    }
}
