/// A function that makes objects of a class, or ends them, by its name: `door_new` and `new_door`,
/// `DoorCreate` and `LIB_CreateDoor`, `door_free` and `delete_door`.
struct LifeFunction {
    let name: String
    /// What it does by its name, and where that stands among the functions that do the same: the
    /// first of a list is what a library most likely means.
    let purpose: Purpose
    let rank: Int
    /// What it does that to: the letters of the name without the verb, all small.
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
        /// It counts at the end of a name alone: `close_door` may shut a door that is open.
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

/// What makes and ends objects in a library, as far as names tell.
struct LifeFunctions {
    let all: [LifeFunction]
    private let subjects: Set<String>

    init(in names: Set<String>) {
        all = names.compactMap { LifeFunction($0) }.sorted {
            ($0.rank, $0.name) < ($1.rank, $1.name)
        }
        subjects = Set(all.map(\.subject))
    }

    /// Whether something makes or ends what is called so.
    func areOf(_ letters: String) -> Bool { subjects.contains(letters) }

    /// What makes an object of a class. Some libraries say that it makes one of a more general
    /// class. What has parameters is left to the author.
    func maker(of className: String, _ prefix: String, _ types: HeaderTypes) -> String? {
        first(.making, of: className, prefix) { name, isNamedSo in
            guard let function = types.functions[name], !function.isVariadic else { return false }
            return function.parameters.isEmpty && function.result.shape == .pointer
                && (isNamedSo || function.result.className == className)
        }
    }

    /// What ends one, and takes nothing but the object.
    func ender(of className: String, _ prefix: String, _ types: HeaderTypes) -> String? {
        first(.ending, of: className, prefix) { name, _ in
            types.functions[name]?.isAbout(only: className) ?? false
        }
    }

    /// - Parameter isFit: Given a function, and whether it names the very class.
    private func first(
        _ purpose: LifeFunction.Purpose,
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

/// The words of a name: `door_new`, `newDoor` and `DoorNew` have two.
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

    /// The last place of a word: `free_type_free` ends a free type.
    func position(of word: String) -> Int? { words.lastIndex(of: word) }

    /// All letters, without those of one word.
    func letters(without position: Int? = nil) -> String {
        words.indices.filter { $0 != position }.map { words[$0] }.joined()
    }

    /// The letters of the first word, of the first two, and so on.
    var beginnings: [String] {
        words.indices.map { words[...$0].joined() }
    }
}
