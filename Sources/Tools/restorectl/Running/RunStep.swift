import RestorationCore
import RestorationDiscovery
import RestorationInvocation
import RestorationTesting

enum RunStep: Equatable {
    case make(path: String?, className: String?, parameters: [String: RestorationValue])
    case show(path: String?)
    case list
    case call(path: String?, method: String, [Word])
    case set(path: String?, key: String, Word)
    case expect(path: String?, key: String, Word)
    case save, reload, kill, restart, help, quit

    struct Fault: Error, Equatable {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    static let summaries: [(form: String, does: String)] = [
        ("make [PATH] [CLASS] [NAME=VALUE]…", "makes an object, with parameters"),
        ("show [PATH]", "shows its state, properties and methods"),
        ("list", "lists the objects"),
        ("call [PATH] METHOD [VALUE]…", "calls a method"),
        ("set [PATH] KEY VALUE", "sets a property"),
        ("expect [PATH] KEY VALUE", "fails unless the object would save this value"),
        ("save", "saves now"),
        ("reload", "loads a new build of the file, and retains all state"),
        ("kill", "ends the process at once, as SIGKILL does, and restores in a new one"),
        ("restart", "saves, ends, and restores in a new process"),
        ("help", "shows these lines"),
        ("quit", "saves and ends"),
    ]

    /// Parses a line; `nil` for an empty line or a # comment.
    ///
    /// A path contains a slash. Without a path, the step means the object that was made last.
    init?(parsing line: String) throws(Fault) {
        var words = try Self.words(of: line)
        guard let verb = words.first, verb.text.first != "#" else { return nil }
        words.removeFirst()
        var path: String?
        if let first = words.first, !first.isQuoted, first.text.contains("/"), verb.text != "list" {
            path = first.text
            words.removeFirst()
        }
        switch (verb.text, words.count) {
        case ("make", _): self = try Self.make(path, words)
        case ("show", 0): self = .show(path: path)
        case ("list", 0): self = .list
        case ("call", 1...):
            self = .call(path: path, method: words[0].text, Array(words.dropFirst()))
        case ("set", 2): self = .set(path: path, key: words[0].text, words[1])
        case ("expect", 2): self = .expect(path: path, key: words[0].text, words[1])
        case ("save", 0): self = .save
        case ("reload", 0): self = .reload
        case ("kill", 0): self = .kill
        case ("restart", 0): self = .restart
        case ("help", _): self = .help
        case ("quit", 0), ("exit", 0): self = .quit
        default:
            let verbs = Self.summaries.map { String($0.form.prefix { $0 != " " }) }
            if let form = Self.summaries.first(where: { $0.form.hasPrefix(verb.text + " ") }) {
                throw Fault("write: \(form.form)")
            }
            let near = Spelling.nearest(to: verb.text, among: verbs)
            throw Fault(
                "there is no step \"\(verb.text)\""
                    + (near.map { "; did you mean \($0)?" } ?? "; help lists them")
            )
        }
    }

    private static func make(_ path: String?, _ words: [Word]) throws(Fault) -> RunStep {
        var className: String?
        var parameters: [String: RestorationValue] = [:]
        for word in words {
            let parts = word.text.split(separator: "=", maxSplits: 1)
            if parts.count == 2, !word.isQuoted {
                parameters[String(parts[0])] = Word(text: String(parts[1]), isQuoted: false).value
            } else if className == nil, parameters.isEmpty {
                className = word.text
            } else {
                throw Fault("write: \(summaries[0].form)")
            }
        }
        return .make(path: path, className: className, parameters: parameters)
    }

    // MARK: Words

    struct Word: Equatable {
        var text: String
        /// Whether it was quoted, and thus is text in any case.
        var isQuoted: Bool

        /// The word as a value of unknown type: JSON if it parses, otherwise text.
        var value: RestorationValue {
            guard !isQuoted else { return .string(text) }
            return JSONText.value(of: Array(text.utf8)) ?? .string(text)
        }

        func value(as type: WrittenType) -> RestorationValue {
            type.takesText(text) ? .string(text) : value.fitted(to: type)
        }

        /// Whether the word denotes a saved value, whose kind determines the interpretation.
        func isLiteral(of saved: RestorationValue) -> Bool {
            switch saved {
            case .string(let saved): saved == text
            // JSON lacks these kinds, so they are written as `show` prints them.
            case .bytes, .date, .uuid: StateSnapshot.text(of: saved) == text || saved.equals(value)
            default: saved.equals(value)
            }
        }
    }

    /// Splits a line at spaces outside quotation marks, brackets and braces. In quotation marks, a
    /// backslash escapes a quotation mark or a backslash.
    private static func words(of line: String) throws(Fault) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var depth = 0
        var isInQuotes = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                word?.text.append(character)
                isEscaped = false
            } else if isInQuotes, character == "\\", depth == 0 {
                isEscaped = true
            } else if character == "\"" {
                isInQuotes.toggle()
                // Inside brackets it belongs to the JSON.
                if depth > 0 {
                    word?.text.append(character)
                } else {
                    word = word ?? Word(text: "", isQuoted: true)
                }
            } else if character == " " || character == "\t", !isInQuotes, depth == 0 {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                if !isInQuotes {
                    if "[{".contains(character) { depth += 1 }
                    if "]}".contains(character) { depth -= 1 }
                }
                word = word ?? Word(text: "", isQuoted: false)
                word?.text.append(character)
            }
        }
        guard !isInQuotes else { throw Fault("a quotation mark is missing") }
        if let word { words.append(word) }
        return words
    }
}

extension RestorationValue {
    /// Whether a literal has the same value, regardless of number kinds.
    fileprivate func equals(_ literal: RestorationValue) -> Bool {
        switch (self, literal) {
        case (.array(let own), .array(let other)):
            own.count == other.count && zip(own, other).allSatisfy { $0.equals($1) }
        case (.dictionary(let own), .dictionary(let other)):
            own.count == other.count
                && own.allSatisfy { key, value in other[key].map(value.equals) ?? false }
        case (.float, _): self == literal.fitted(to: .native(.float32))
        case (.double, _): self == literal.fitted(to: .native(.float64))
        case (.integer, _), (.unsigned, _): self == literal.fitted(to: .native(.int64))
        case (.bytes, _): self == literal.fitted(to: WrittenType("bytes"))
        default: self == literal
        }
    }
}
