/// A function that creates or destroys objects of a class, recognised by its name: `door_new` and
/// `new_door`, `DoorCreate` and `LIB_CreateDoor`, `door_free` and `delete_door`.
struct LifetimeFunction {
    let name: String
    /// The purpose of its verb, and the verb's rank: lower ranks are more likely.
    let purpose: Purpose
    let rank: Int
    /// The object's letters: the name without the verb, in lower case.
    let subject: String

    enum Purpose {
        case making, ending
    }

    init?(_ name: String) {
        let words = Words(name)
        for (rank, verb) in Self.verbs.enumerated() {
            guard let position = words.position(of: verb.word), words.count > 1,
                !verb.isLast || position == words.count - 1
            else { continue }
            self.name = name
            purpose = verb.purpose
            self.rank = rank
            subject = words.letters(without: position)
            return
        }
        return nil
    }

    private struct Verb {
        let word: String
        let purpose: Purpose
        /// The verb counts only at the end of a name: `close_door` may shut an open door.
        var isLast = false
    }

    private static let verbs = [
        Verb(word: "new", purpose: .making), Verb(word: "create", purpose: .making),
        Verb(word: "make", purpose: .making), Verb(word: "alloc", purpose: .making),
        Verb(word: "open", purpose: .making, isLast: true),
        Verb(word: "init", purpose: .making, isLast: true),
        Verb(word: "free", purpose: .ending), Verb(word: "destroy", purpose: .ending),
        Verb(word: "delete", purpose: .ending), Verb(word: "dispose", purpose: .ending),
        Verb(word: "close", purpose: .ending, isLast: true),
        Verb(word: "unref", purpose: .ending, isLast: true),
        Verb(word: "release", purpose: .ending, isLast: true),
    ]
}

struct LifetimeFunctions {
    let all: [LifetimeFunction]
    private let subjects: Set<String>

    init(in names: Set<String>) {
        all = names.compactMap { LifetimeFunction($0) }.sorted {
            ($0.rank, $0.name) < ($1.rank, $1.name)
        }
        subjects = Set(all.map(\.subject))
    }

    func areOf(_ letters: String) -> Bool { subjects.contains(letters) }

    /// The function that creates an object of a class. Some libraries declare a more general class
    /// as its result. Functions with parameters are left to the author.
    func maker(of className: String, _ prefix: String, _ types: HeaderTypes) -> String? {
        first(.making, of: className, prefix) { name, isNamedSo in
            guard let function = types.functions[name], !function.isVariadic else { return false }
            return function.parameters.isEmpty && function.result.shape == .pointer
                && (isNamedSo || function.result.className == className)
        }
    }

    /// The function that destroys an object and takes no other argument.
    func ender(of className: String, _ prefix: String, _ types: HeaderTypes) -> String? {
        first(.ending, of: className, prefix) { name, _ in
            types.functions[name]?.isAbout(only: className) ?? false
        }
    }

    /// - Parameter isFit: Receives a function, and whether its name has the exact class name.
    private func first(
        _ purpose: LifetimeFunction.Purpose,
        of className: String,
        _ prefix: String,
        where isFit: (String, Bool) -> Bool
    ) -> String? {
        let own = Words(className).letters()
        let short = className.hasSuffix("_t") ? String(own.dropLast()) : own
        let subjects: Set = [own, short, Words(prefix).letters()]
        return all.first {
            $0.purpose == purpose && subjects.contains($0.subject)
                && isFit($0.name, $0.subject == own)
        }?
        .name
    }
}

/// The words of a name: `door_new`, `newDoor` and `DoorNew` have two each.
struct Words {
    private let words: [String]

    init(_ name: String) {
        var words: [String] = []
        for part in name.split(separator: "_") {
            var word = ""
            let letters = Array(part)
            for (index, letter) in letters.enumerated() {
                let isNext = index + 1 < letters.count && letters[index + 1].isLowercase
                let isAfterSmall = index > 0 && !letters[index - 1].isUppercase
                if letter.isUppercase, isAfterSmall || isNext, !word.isEmpty {
                    words.append(word)
                    word = ""
                }
                word += letter.lowercased()
            }
            words.append(word)
        }
        self.words = words
    }

    var count: Int { words.count }

    /// The last position of a word: `free_type_free` frees a "free type".
    func position(of word: String) -> Int? { words.lastIndex(of: word) }

    func letters(without position: Int? = nil) -> String {
        words.indices.filter { $0 != position }.map { words[$0] }.joined()
    }

    /// The joined letters of the first word, the first two words, and so on.
    var beginnings: [String] {
        words.indices.map { words[...$0].joined() }
    }
}
