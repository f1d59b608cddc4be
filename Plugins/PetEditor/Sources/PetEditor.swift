import RestorationPluginKit

/// The edit screen for one cat: fields for its name, age and story, and two buttons.
///
/// Until "Save", all typed text and every cursor are restorable state.
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

    /// The field or button with the keyboard focus.
    enum Focus: String, RestorationCodable, CaseIterable {
        case name, age, story, save, cancel
    }

    private(set) var pet = ""
    var name = TextBuffer("", limit: Pets.nameLimit)
    var age = TextBuffer("", limit: 8)
    var story = TextBuffer("", limit: Pets.textLimit)
    /// The byte offset in the story at which the first visible row starts.
    var storyTop = 0
    var focus = Focus.name
    /// The cat's name, age and story in Pet Finder when editing began. `nil` if an older version of
    /// the editor saved the state.
    private var basis: [String]?
    private(set) lazy var screen = makeScreenTable()

    /// A restore has no parameters. The decoded state names the cat.
    init(_ request: CreationRequest) throws {
        guard let id = try request.parameter("pet", as: String.self) else { return }
        guard let pet = Pets.find(id) else { throw PetEditorError.unknownPet }
        self.pet = id
        begin(with: pet)
    }

    private func begin(with pet: Pets.Pet) {
        name = TextBuffer(pet.name, limit: name.limit)
        age = TextBuffer("\(pet.age)", limit: age.limit)
        story = TextBuffer(pet.story, cursor: 0, limit: story.limit)
        storyTop = 0
        focus = .name
        basis = pet.fields
    }

    /// Discards edits that began before the cat's current values in Pet Finder were saved, because
    /// saving the edits would undo those values. This is needed if the values were saved and the
    /// state was not.
    func restorationDidFinish() {
        guard let basis, let current = Pets.find(pet), current.fields != basis else { return }
        let typedAge = Int(age.text).map(String.init) ?? age.text
        if current.fields == [name.text, typedAge, story.text] {
            // Already saved. New edits begin from these values.
            self.basis = current.fields
        } else {
            begin(with: current)
        }
        invalidateRestorableState()
    }

    var ageProblem: String? {
        if let years = Int(age.text), (0...Pets.maximumAge).contains(years) { return nil }
        return "a whole number, 0 to \(Pets.maximumAge)"
    }

    var nameProblem: String? { name.text.allSatisfy(\.isWhitespace) ? "needs a name" : nil }
}

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

let restorationPlugin = RestorationPlugin(PetEditor.self)
