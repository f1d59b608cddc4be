import RestorationPluginKit

/// The edit screen for one cat: fields for its name, its age and its story, and two buttons.
///
/// Nothing is kept until "Save"; until then all that was typed, with every cursor, is the state
/// that comes back.
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
        RestorableProperty("basis", \PetEditor.basis, .sensitive),
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
    /// What Pet Finder kept when the corrections were begun: name, age and story. `nil` after state
    /// that an older editor saved, which did not remember it.
    private var basis: [String]?
    /// What Pet Finder draws with.
    private(set) lazy var screen = makeScreenTable()

    /// On a restore there are no parameters: the cat comes with the state.
    init(_ request: CreationRequest) throws {
        guard let id = try request.parameter("pet", as: String.self) else { return }
        guard let pet = Pets.find(id) else { throw PetEditorError.unknownPet }
        self.pet = id
        begin(with: pet)
    }

    /// Shows what Pet Finder keeps, for new corrections.
    private func begin(with pet: Pets.Pet) {
        name = TextBuffer(pet.name, limit: name.limit)
        age = TextBuffer("\(pet.age)", limit: age.limit)
        story = TextBuffer(pet.story, cursor: 0, limit: story.limit)
        storyTop = 0
        focus = .name
        basis = pet.fields
    }

    /// Drops corrections that are older than what Pet Finder keeps: to save them would undo what
    /// was saved after them. That happens when the records could still be written and the state
    /// could not.
    func restorationDidFinish() {
        guard let basis, let kept = Pets.find(pet), kept.fields != basis else { return }
        let typedAge = Int(age.text).map(String.init) ?? age.text
        if kept.fields == [name.text, typedAge, story.text] {
            // Saved already: the screen stays as it was, and what is typed now begins with that.
            self.basis = kept.fields
        } else {
            begin(with: kept)
        }
        invalidateRestorableState()
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
            problem: "Pet Finder does not know the cat to be edited",
            remedy: "Go back and choose another cat."
        )
    }
}

/// What the host loads.
let restorationPlugin = RestorationPlugin(PetEditor.self)
