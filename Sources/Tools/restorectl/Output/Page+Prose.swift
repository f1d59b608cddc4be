import TerminalDialogue

extension Page {
    /// Adds sentences, wrapped between words.
    ///
    /// - Parameter label: Precedes the first line. Later lines are indented by its width.
    mutating func add(
        wrapping text: String,
        _ meaning: Span.Meaning = .plain,
        label: Span? = nil,
        indent: Int = 0
    ) {
        let margin = indent + (label?.text.columns ?? 0)
        for (number, line) in Self.lines(of: text, width: Self.width - margin).enumerated() {
            if let label, number == 0 {
                add(label, Span(line, meaning), indent: indent)
            } else {
                add(Span(line, meaning), indent: margin)
            }
        }
    }

    /// Wraps text. Words longer than a line, such as paths, stay whole, so that users can copy
    /// them.
    private static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.escapedForTerminal.split(separator: " ") {
            if !line.isEmpty, line.columns + 1 + String(word).columns > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
