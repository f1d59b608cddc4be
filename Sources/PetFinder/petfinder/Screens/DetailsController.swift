import PetFinderModel
import RestorationKit
import RestorationTerminal

/// One cat with its story and a notes panel below, or an edit screen instead. Plugins provide the
/// panel and the edit screen.
final class DetailsController: UIViewController, CatScreen {
    /// The cat's id, which does not change.
    var cat: Cat.ID = ""
    private var facts: UILabel?
    private var story: UITextView?
    private var heading: UILabel?
    private var notes: PluginView?
    private var edit: PluginView?
    private var isEditing = false
    /// The notes in the book when the restored state was saved, if the notes panel had the focus
    /// then; `nil` otherwise.
    private var keptNotes: String?

    override class var outlets: [UIOutlet] {
        [
            UIOutlet("facts", \DetailsController.facts),
            UIOutlet("story", \DetailsController.story),
            UIOutlet("heading", \DetailsController.heading),
            UIOutlet("notes", \DetailsController.notes), UIOutlet("edit", \DetailsController.edit),
        ]
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        facts?.textColor = .secondaryLabel
        navigationItem.leftBarButtonItem = UIBarButtonItem(title: "‹ Back") { [weak self] in
            self?.leave()
        }
        notes?.onLeave = { [weak self] in self?.focusStory() }
        edit?.onLeave = { [weak self] in self?.endEditing() }
        showCats()
    }

    /// Makes the plugins' objects, now that the controller has a path.
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if notes?.object == nil { notes?.show(making: { try make("Notes") }) }
        if isEditing, edit?.object == nil { edit?.show(making: { try make("Edit") }) }
        showCats()
    }

    private func make(_ identifier: String) throws -> any Restorable {
        try makeRestorableObject(identifier, parameters: ["pet": .string(cat)])
    }

    func showCats() {
        let cat = book.cat(cat)
        // Not the cat's name: the edit screen may save a new name while it is open, and the title
        // would still show the old one.
        title = isEditing ? "Edit" : cat?.name ?? "Details"
        facts?.text = cat.map { "\($0.breed), \($0.ageInWords)" }
        story?.text = cat?.story ?? "This cat is not with us any more."
        for view in [facts, story, heading, notes] as [UIView?] { view?.isHidden = isEditing }
        edit?.isHidden = !isEditing
    }

    // MARK: Keys

    override var keyCommands: [UIKeyCommand]? {
        let leave = UIKeyCommand(title: "Back", input: UIKeyCommand.inputEscape) { [weak self] in
            self?.leave()
        }
        guard !isEditing else { return [] }
        return [
            UIKeyCommand(title: "Edit", input: "e") { [weak self] in self?.beginEditing() },
            UIKeyCommand(title: "Notes", input: "n") { [weak self] in self?.notes?.takeFocus() },
        ] + (notes?.isFocused == true ? [] : [leave])
    }

    private func beginEditing() {
        isEditing = true
        if edit?.object == nil { edit?.show(making: { try make("Edit") }) }
        showCats()
        edit?.takeFocus()
        invalidateRestorableState()
    }

    /// Closes the edit screen. Keeps its object only if that cannot be shown, so that its retained
    /// state survives.
    private func endEditing() {
        if edit?.isWaiting != true { edit?.object = nil }
        isEditing = false
        showCats()
        focusStory()
        invalidateRestorableState()
    }

    private func focusStory() { story?.takeFocus() }

    /// Goes back. Asks first if retained state waits for a plugin, because going back would discard
    /// it.
    private func leave() {
        if isEditing { return endEditing() }
        let isWaiting = [notes, edit].contains { $0?.isWaiting == true }
        guard isWaiting else { return goBack() }
        ask(
            "Your input waits for its plugin. It is lost if you leave.",
            title: "Leave"
        ) { [weak self] in self?.goBack() }
    }

    private func goBack() { navigationController?.popViewController(animated: true) }

    // MARK: Restoration

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(cat, forKey: "cat")
        coder.encode(isEditing, forKey: "isEditing")
        coder.encode(notes?.object, forKey: "notes")
        coder.encode(edit?.object, forKey: "edit")
        if notes?.isFocused == true {
            coder.encode(book.notes(about: cat), forKey: "keptNotes")
            coder.markSensitive("keptNotes")
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        cat = coder.decodeObject(of: NSString.self, forKey: "cat").map { "\($0)" } ?? ""
        isEditing = coder.decodeBool(forKey: "isEditing")
        keptNotes = coder.decodeObject(of: NSString.self, forKey: "keptNotes").map { "\($0)" }
        notes?.object = coder.decodeObject(forKey: "notes") as? any Restorable
        edit?.object = coder.decodeObject(forKey: "edit") as? any Restorable
        showCats()
    }

    /// The panel saves the notes when the user leaves it. If the notes in the book differ from
    /// `keptNotes`, the user left the panel after this state was saved, so the story gets the
    /// focus.
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard let saved = keptNotes else { return }
        keptNotes = nil
        if saved != book.notes(about: cat) { focusStory() }
    }
}
