import PetFinderModel
import RestorationCore
import TerminalScreen

/// One cat with its story; below it a panel for notes, and instead of both, while the cat is being
/// edited, an edit screen. Panel and edit screen come from plugins.
final class DetailsController: Screen {
    /// Where the keys go.
    private enum Focus: String, RestorationCodable {
        case story, notes, edit
    }

    let restorationIdentifier: String? = "Details"
    weak var navigation: NavigationController?
    var restorationParent: (any Restorable)? { navigation }
    var restorationChildren: [any Restorable] { [notes?.object, edit?.object].compactMap(\.self) }

    /// The cat that it is about, from beginning to end.
    let cat: Cat.ID
    private let services: Services
    private var scroll = StoryScroll()
    private var focus = Focus.story
    /// The notes that were kept when state with the keys in the panel was saved; `nil` otherwise.
    private var keptNotes: String?
    private var notes: PluginScreen?
    /// There while the cat is being edited, and for as long as a draft waits for its plugin.
    private var edit: PluginScreen?

    /// Details without notes: they come with ``makeNotes()`` or from an archive.
    init(cat: Cat.ID, navigation: NavigationController, services: Services) {
        self.cat = cat
        self.navigation = navigation
        self.services = services
    }

    /// Whether something of it waits for a plugin that is gone.
    var isWaiting: Bool { [notes, edit].contains { $0?.isWaiting == true } }

    /// Makes the panel for notes. Needs a place in a stack, because its route is found by its path.
    func makeNotes() { notes = makeScreen("Notes") }

    private func makeScreen(_ identifier: String) -> PluginScreen {
        PluginScreen(making: {
            try services.session.make(identifier, under: self, parameters: ["pet": .string(cat)])
        })
    }

    private func screen(restored object: any Restorable) -> PluginScreen {
        PluginScreen(restored: object, session: services.session)
    }

    var title: String { focus == .edit ? "Details › Edit" : "Details" }

    // MARK: Keys

    var help: [HelpEntry] {
        switch focus {
        case .notes: notes?.help ?? []
        case .edit: edit?.help ?? []
        case .story:
            [
                HelpEntry("e", "Edit"), HelpEntry("n", "Notes"), HelpEntry("↑↓", "Scroll"),
                HelpEntry("Esc", "Back"),
            ]
        }
    }

    var takesText: Bool {
        switch focus {
        case .notes: notes?.takesText ?? false
        case .edit: edit?.takesText ?? false
        case .story: false
        }
    }

    func handle(_ key: Key) -> KeyOutcome {
        switch focus {
        case .story: handleInStory(key)
        case .notes: handle(key, in: notes)
        case .edit: handle(key, in: edit)
        }
    }

    private func handleInStory(_ key: Key) -> KeyOutcome {
        switch key {
        case .character("e"):
            if edit == nil { edit = makeScreen("Edit") }
            focus = .edit
        case .character("n"), .tab, .backTab:
            focus = .notes
        case .escape:
            return .leave
        default:
            guard scroll.handle(key) else { return .ignored }
        }
        services.session.invalidate(self)
        return .handled
    }

    private func handle(_ key: Key, in screen: PluginScreen?) -> KeyOutcome {
        let outcome = screen?.handle(key) ?? .leave
        guard outcome == .leave else { return outcome }
        // What could not be restored waits, with its state, for the day when its plugin is back.
        if focus == .edit, edit?.isWaiting != true { edit = nil }
        focus = .story
        services.session.invalidate(self)
        return .handled
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas, in area: Area) {
        if focus == .edit, let edit {
            let inside = canvas.frame(area, title: "Edit", style: .frameFocused)
            return edit.draw(on: &canvas, in: inside.inset(left: 1, right: 1), isFocused: true)
        }
        let notesRows = min(max(area.rows / 3, 5), area.rows / 2)
        let (upper, lower) = area.split(topRows: area.rows - notesRows)
        drawStory(on: &canvas, in: upper)
        let isFocused = focus == .notes
        let inside = canvas.frame(lower, title: "Notes", style: isFocused ? .frameFocused : .frame)
        notes?.draw(on: &canvas, in: inside.inset(left: 1, right: 1), isFocused: isFocused)
    }

    private func drawStory(on canvas: inout Canvas, in area: Area) {
        let style: Style = focus == .story ? .frameFocused : .frame
        guard let cat = services.book.cat(cat) else {
            let inside = canvas.frame(area, title: "Details", style: style)
            canvas.write("This cat is not with us any more.", in: inside.inset(left: 1, top: 1))
            return
        }
        let inside = canvas.frame(area, title: cat.name, style: style)
        let (head, body) = inside.inset(left: 1, right: 1).split(topRows: 2)
        canvas.write("\(cat.breed), \(cat.ageInWords)", in: head, style: .quiet)
        scroll.draw(cat.story, from: scroll.offset, on: &canvas, in: body, barAlong: area)
    }

    // MARK: Restoration

    /// Says whose details a record is, before there is an object for it.
    static let catKey: StaticString = "cat"

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(cat, forKey: Self.catKey)
        coder.encode(scroll.offset, forKey: "scroll")
        coder.encode(focus, forKey: "focus")
        if focus == .notes {
            coder.encode(services.book.notes(about: cat), forKey: "keptNotes")
            coder.markSensitive("keptNotes")
        }
        coder.encode(notes?.object, forKey: "notes")
        coder.encode(edit?.object, forKey: "edit")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        scroll.offset = try coder.decode(Int.self, forKey: "scroll") ?? 0
        focus = try coder.decode(Focus.self, forKey: "focus") ?? .story
        keptNotes = try coder.decode(String.self, forKey: "keptNotes")
        notes = try coder.decodeReference(forKey: "notes").map(screen(restored:))
        edit = try coder.decodeReference(forKey: "edit").map(screen(restored:))
    }

    /// What could not be made the last time may have its plugin now.
    func restorationDidFinish() {
        if notes == nil { makeNotes() }
        if edit == nil, focus == .edit { edit = makeScreen("Edit") }
        // Notes are kept by leaving the panel: that happened after this state was saved.
        if focus == .notes, let keptNotes, keptNotes != services.book.notes(about: cat) {
            focus = .story
            services.session.invalidate(self)
        }
    }
}
