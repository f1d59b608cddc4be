import PetFinderModel
import RestorationKit
import RestorationTerminal

/// One cat with its story; below it a panel for notes and, instead of both, an edit screen while
/// the cat is being edited. Panel and edit screen come from plugins.
final class DetailsController: UIViewController, CatScreen {
    /// The cat that it is about, from beginning to end.
    var cat: Cat.ID = ""
    private var facts: UILabel?
    private var story: UITextView?
    private var heading: UILabel?
    private var notes: PluginView?
    private var edit: PluginView?
    private var isEditing = false
    /// The notes that were kept when state with the keys in the panel was saved; `nil` otherwise.
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

    /// Objects are made at their path, which the controller has by now.
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
        // What is being edited may be saved already, and the screen not closed yet: the bar shows
        // no name that the fields do not have.
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

    /// What could not be restored waits, with its state, for the day when its plugin is back.
    private func endEditing() {
        if edit?.isWaiting != true { edit?.object = nil }
        isEditing = false
        showCats()
        focusStory()
        invalidateRestorableState()
    }

    private func focusStory() { story?.takeFocus() }

    /// Goes back. What waits for a plugin that is gone would go with the screen, so that the person
    /// is asked.
    private func leave() {
        if isEditing { return endEditing() }
        let isWaiting = [notes, edit].contains { $0?.isWaiting == true }
        guard isWaiting else { return goBack() }
        ask(
            "What you typed here waits for its plugin. It is lost if you leave.",
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

    /// Notes are kept by leaving the panel: if that happened after this state was saved, the story
    /// has the keys.
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard let kept = keptNotes else { return }
        keptNotes = nil
        if kept != book.notes(about: cat) { focusStory() }
    }
}
