import RestorationCore
import RestorationDiscovery
import RestorationInvocation
import RestorationTesting

/// One line of a session with `plugin run`.
enum RunStep: Equatable {
    case make(path: String?, className: String?, parameters: [String: RestorationValue])
    case show(path: String?)
    case list
    case call(path: String?, method: String, [Word])
    case set(path: String?, key: String, Word)
    case expect(path: String?, key: String, Word)
    case save, reload, kill, restart, help, quit

    /// Why a line is no step, in a sentence.
    struct Fault: Error, Equatable {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    /// What each step looks like and does, for people.
    static let summaries: [(form: String, does: String)] = [
        ("make [PATH] [CLASS] [NAME=VALUE]…", "makes an object, with parameters"),
        ("show [PATH]", "shows its state, properties and methods"),
        ("list", "lists the objects"),
        ("call [PATH] METHOD [VALUE]…", "calls a method"),
        ("set [PATH] KEY VALUE", "sets a property"),
        ("expect [PATH] KEY VALUE", "fails unless the object would save this value"),
        ("save", "saves now"),
        ("reload", "has a new build of the file take over, with the state of all objects"),
        ("kill", "ends the process at once, as SIGKILL does, and restores in a new one"),
        ("restart", "saves, ends, and restores in a new process"),
        ("help", "shows these lines"),
        ("quit", "saves and ends"),
    ]

    /// Reads a line; `nil` for an empty one and for a comment, which begins with #.
    ///
    /// A path has a slash in it; where it is left out, the object that was made last is meant.
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
        /// Whether it was in quotation marks: then it is text, whatever it looks like.
        var isQuoted: Bool

        /// The word as a value where nobody knows the type: JSON where it looks like it, and else
        /// text.
        var value: RestorationValue {
            guard !isQuoted else { return .string(text) }
            return JSONText.value(of: Array(text.utf8)) ?? .string(text)
        }

        /// The word as a value of the type that is wanted.
        func value(as type: WrittenType) -> RestorationValue {
            type.takesText(text) ? .string(text) : value.fitted(to: type)
        }

        /// Whether the word stands for a value that is saved, whose kind tells how to read it.
        func isLiteral(of saved: RestorationValue) -> Bool {
            switch saved {
            case .string(let saved): saved == text
            // JSON has no such kinds: they are written as `show` prints them.
            case .bytes, .date, .uuid: StateSnapshot.text(of: saved) == text || saved.equals(value)
            default: saved.equals(value)
            }
        }
    }

    /// The words of a line: apart by spaces, unless these are in quotation marks, brackets or
    /// braces. In quotation marks, a backslash stands before a quotation mark or another one.
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
                // Inside of brackets it is JSON's.
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
    /// Whether a literal has the value, whichever kinds of numbers it is written in.
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
