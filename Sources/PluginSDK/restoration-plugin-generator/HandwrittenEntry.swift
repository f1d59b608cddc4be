/// Searches an author's sources for generated parts. A second entry point or note would cause an
/// error of the linker or the host that names no file.
enum HandwrittenEntry {
    /// An error with file and line; `nil` if the sources have no such parts.
    static func complaint(about sources: [(path: String, text: String)]) -> String? {
        for (path, text) in sources {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                guard let part = part(in: line) else { continue }
                return "\(path):\(index + 1): error: The build makes \(part). Remove this one."
            }
        }
        return nil
    }

    private static func part(in line: Substring) -> String? {
        guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { return nil }
        if line.contains("\".note.restoration\"") { return "the note with the manifest" }
        let isEntry =
            line.contains("func restoration_plugin_entry")
            || line.contains("\"restoration_plugin_entry\"")
            || line.contains("@c(restoration_plugin_entry)")
        return isEntry ? "the plugin's entry point" : nil
    }
}
