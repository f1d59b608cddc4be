import RestorationCore

/// A page of the manual, made of what `--help` prints.
///
/// Semantic source: man(7). It has no date: the same sources make the same page.
struct ManualPage {
    private let command: CommandDescription
    /// What the page refers to besides.
    private let related: [CommandDescription]

    /// The pages of a command and of all below it.
    static func all(of command: CommandDescription) -> [ManualPage] {
        let all = command.all
        return all.map { page in
            let parents = all.filter { other in
                other.words.count < page.words.count && page.words.starts(with: other.words)
            }
            return ManualPage(command: page, related: parents + page.commands)
        }
    }

    /// The name of its file: `restorectl-archive-show.1`.
    var fileName: String { command.pageName + ".1" }

    /// The page as `man` reads it.
    var text: String {
        let title = command.pageName.uppercased()
        var lines = [
            ".TH \(title) 1 \"\" \"RestorationKit \(restorationVersion)\" \"User Commands\""
        ]
        // Names are copied, so none is broken at the end of a line.
        lines += [".nh", ".ad l"]
        let abstract = (command.abstract ?? "").split(separator: ".").first.map { String($0) } ?? ""
        lines += [".SH NAME", "\(command.pageName.roff) \\- \(abstract.roff)"]
        lines += [".SH SYNOPSIS"] + synopsis
        lines += Self.sections(of: command.discussion ?? "")
        lines += Self.list("COMMANDS", of: command.commands.map { ($0.title, $0.abstract ?? "") })
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        lines += Self.list(
            "ARGUMENTS",
            of: arguments.filter { $0.kind == .positional }.map { ($0.title, $0.text) }
        )
        lines += Self.list(
            "OPTIONS",
            of: arguments.filter { $0.kind != .positional }.map { ($0.title, $0.text) }
        )
        if !related.isEmpty {
            lines += [".SH SEE ALSO"]
            for (number, other) in related.enumerated() {
                let comma = number == related.count - 1 ? "" : ","
                lines.append(".BR \(other.pageName.roff) (1)\(comma)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var synopsis: [String] {
        var names = [command.words]
        names += (command.aliases ?? []).map { command.words.dropLast() + [$0] }
        return names.enumerated().flatMap { number, words in
            (number > 0 ? [".br"] : []) + [".B \(words.joined(separator: " ").roff)"]
                + (command.commands.isEmpty ? [] : ["\\fIcommand\\fR"])
                + (command.arguments ?? []).filter(\.shouldDisplay).map(\.synopsis)
        }
    }

    /// The paragraphs of the help, and its sections, such as that with examples.
    private static func sections(of discussion: String) -> [String] {
        var lines: [String] = [".SH DESCRIPTION"]
        var isExample = false
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if isIndented != isExample {
                lines.append(isIndented ? ".EX" : ".EE")
                isExample = isIndented
            }
            if isIndented {
                lines.append(String(line.dropFirst(2)).roff)
            } else if line.hasSuffix(":"), line == line.uppercased() {
                lines.append(".SH \(String(line.dropLast()).roff)")
            } else {
                lines.append(line.isEmpty ? ".PP" : String(line).roff)
            }
        }
        if isExample { lines.append(".EE") }
        // Nothing stands between the last paragraph and the section after it.
        return lines.enumerated().filter { number, line in
            line != ".PP" || number + 1 < lines.count && !lines[number + 1].hasPrefix(".")
        }.map(\.element)
    }

    private static func list(_ title: String, of entries: [(String, String)]) -> [String] {
        guard !entries.isEmpty else { return [] }
        return [".SH \(title)"] + entries.flatMap { [".TP", $0.0, $0.1.roff] }
    }
}

extension CommandDescription {
    fileprivate var pageName: String { words.joined(separator: "-") }
    fileprivate var title: String { "\\fB\(commandName.roff)\\fR" }
}

extension CommandDescription.Argument {
    /// The names and the value, as a list of options shows them.
    fileprivate var title: String {
        guard kind != .positional else { return value }
        let names = (names ?? []).map { "\\fB\($0.text.roff)\\fR" }.joined(separator: ", ")
        return kind == .option ? "\(names) \(value)" : names
    }

    /// What it does, its default, and what it may be.
    fileprivate var text: String {
        var sentences = [abstract ?? "", discussion ?? ""].filter { !$0.isEmpty }
        if let allValues { sentences.append("One of \(allValues.joined(separator: ", ")).") }
        if let defaultValue { sentences.append("Without it, \(defaultValue).") }
        return sentences.joined(separator: " ")
    }

    /// How it stands in a whole command.
    fileprivate var synopsis: String {
        let name = (names ?? []).last.map { "\\fB\($0.text.roff)\\fR" } ?? ""
        let parts = [kind == .positional ? "" : name, kind == .flag ? "" : value]
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ") + (isRepeating ? " ..." : "")
        return isOptional || kind == .flag ? "[\(text)]" : text
    }

    private var value: String { "\\fI\((valueName ?? "value").roff)\\fR" }
}

extension String {
    /// The text with nothing in it that `man` would act upon.
    ///
    /// Semantic source: groff_char(7) for characters that are shown as others, roff(7) for lines
    /// that begin as requests do.
    fileprivate var roff: String {
        let text = reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\(rs"
            case "-": text += "\\-"
            case "~": text += "\\(ti"
            case "^": text += "\\(ha"
            case "`": text += "\\(ga"
            case "'": text += "\\(aq"
            default: text.append(character)
            }
        }
        return hasPrefix(".") ? "\\&" + text : text
    }
}
