import RestorationPluginKit

/// The edit screen for one cat: fields for its name, its age and its story, and two buttons.
///
/// Nothing is kept until "Save"; until then all that was typed, with every cursor, is the state that
/// comes back.
final class PetEditor: RestorableObject {
    /// What the keys apply to.
    enum Focus: String, RestorationCodable, CaseIterable {
        case name, age, story, save, cancel
    }

    private(set) var pet = ""
    var name = TextBuffer("", limit: Pets.nameLimit)
    var age = TextBuffer("", limit: 8)
    var story = TextBuffer("", limit: Pets.textLimit)
    /// Where the first row of the story on the screen begins, in bytes.
    var storyTop = 0
    var focus = Focus.name
    /// What Pet Finder draws with.
    private(set) lazy var screen = ScreenTable(for: self)

    /// On a restore there are no parameters: the cat comes with the state.
    init(_ request: CreationRequest) throws {
        guard let id = try request.parameter("pet", as: String.self) else { return }
        guard let pet = Pets.find(id) else { throw PetEditorError.unknownPet }
        self.pet = id
        name = TextBuffer(pet.name, limit: name.limit)
        age = TextBuffer("\(pet.age)", limit: age.limit)
        story = TextBuffer(pet.story, cursor: 0, limit: story.limit)
    }

    /// What is wrong with the age, if anything is.
    var ageProblem: String? {
        if let years = Int(age.text), (0...Pets.maximumAge).contains(years) { return nil }
        return "a whole number, 0 to \(Pets.maximumAge)"
    }

    /// What is wrong with the name, if anything is.
    var nameProblem: String? { name.text.allSatisfy(\.isWhitespace) ? "needs a name" : nil }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(pet, forKey: "pet")
        coder.encode(name.text, forKey: "name")
        coder.encode(name.cursor, forKey: "nameCursor")
        coder.encode(age.text, forKey: "age")
        coder.encode(age.cursor, forKey: "ageCursor")
        coder.encode(story.text, forKey: "story")
        coder.encode(story.cursor, forKey: "storyCursor")
        coder.encode(storyTop, forKey: "storyTop")
        coder.encode(focus, forKey: "focus")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        func buffer(_ text: String?, _ cursor: Int?, limit: Int) -> TextBuffer {
            let text = text ?? ""
            return TextBuffer(text, cursor: cursor ?? text.utf8.count, limit: limit)
        }
        pet = try coder.decode(String.self, forKey: "pet") ?? ""
        name = buffer(
            try coder.decode(String.self, forKey: "name"),
            try coder.decode(Int.self, forKey: "nameCursor"),
            limit: name.limit
        )
        age = buffer(
            try coder.decode(String.self, forKey: "age"),
            try coder.decode(Int.self, forKey: "ageCursor"),
            limit: age.limit
        )
        story = buffer(
            try coder.decode(String.self, forKey: "story"),
            try coder.decode(Int.self, forKey: "storyCursor"),
            limit: story.limit
        )
        storyTop = try coder.decode(Int.self, forKey: "storyTop") ?? 0
        focus = try coder.decode(Focus.self, forKey: "focus") ?? .name
    }
}

/// Why there is no edit screen.
enum PetEditorError: DiagnosedError, Hashable {
    /// Pet Finder does not know the cat.
    case unknownPet

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "The cat to be edited is not known",
            remedy: "Go back and choose another cat."
        )
    }
}

/// What the host loads.
let restorationPlugin = RestorationPlugin(PetEditor.self)
