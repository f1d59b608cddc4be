/// Looks for the constant `restorationPlugin` in an author's sources.
///
/// Without it the generated file would not compile, and its error would say nothing about the file
/// in which something has to be written. This only reads text: what looks like the constant is left
/// to the compiler.
enum PluginConstant {
    static let name = "restorationPlugin"

    /// What is wrong, with the file and the line; `nil` if the constant seems to be there.
    ///
    /// - Parameters:
    ///   - sources: the files of the target, by path.
    ///   - manifest: the path of the manifest, named where no file is to blame.
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

    /// The text with an empty line for each that is only a comment.
    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace).hasPrefix("//") ? "" : $0 }
            .joined(separator: "\n")
    }
}
