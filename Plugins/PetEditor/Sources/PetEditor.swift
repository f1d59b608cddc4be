import RestorationPluginKit

/// The edit screen for one cat: fields for its name, its age and its story, and two buttons.
///
/// Nothing is kept until "Save"; until then all that was typed, with every cursor, is the state that
/// comes back.
final class PetEditor: RestorableObject {
    static let restorableProperties = [
        RestorableProperty("pet", \PetEditor.pet),
        RestorableProperty("name", \PetEditor.name.storedText, .sensitive),
        RestorableProperty("nameCursor", \PetEditor.name.storedCursor),
        RestorableProperty("age", \PetEditor.age.storedText, .sensitive),
        RestorableProperty("ageCursor", \PetEditor.age.storedCursor),
        RestorableProperty("story", \PetEditor.story.storedText, .sensitive),
        RestorableProperty("storyCursor", \PetEditor.story.storedCursor),
        RestorableProperty("storyTop", \PetEditor.storyTop),
        RestorableProperty("focus", \PetEditor.focus),
    ]

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
    private(set) lazy var screen = makeScreenTable()

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
