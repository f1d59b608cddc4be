import RestorationKit

/// An object of the program, of any kind.
class Page: Restorable {
    unowned let life: Life
    let token: Int
    let kind: Kind
    let className: String?
    var name: String
    weak var parent: Page?
    var hasState: Bool

    var text = ""
    var note: String?
    /// Pages, and stand-ins for unavailable ones.
    var references: [any Restorable] = []
    var slots: [RestorationSlot] = []
    var selected: (any Restorable)?
    var presented: (any Restorable)?
    var model: Page?

    required init(
        _ life: Life,
        _ token: Int,
        _ kind: Kind,
        _ name: String,
        className: String?,
        isNew: Bool
    ) {
        self.life = life
        self.token = token
        self.kind = kind
        self.name = name
        self.className = className
        hasState = isNew
    }

    static func type(of kind: Kind) -> Page.Type {
        switch kind {
        case .leaf, .model: Page.self
        case .stack, .tabs, .box: Container.self
        case .list: List.self
        case .presenter: Presenter.self
        case .form: Form.self
        }
    }

    var restorationIdentifier: String? { name }
    var restorationParent: (any Restorable)? { parent }
    var restorationClass: String? { className }
    var restorationChildren: [any Restorable] {
        slots.map(\.child) + [presented, model].compactMap { $0 }
    }
    func restorationDiscriminator(of child: any Restorable) -> String? {
        slots.first { $0.child === child }?.key
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        try life.willEncode(self)
        coder.encode(token, forKey: "token")
        coder.encode(text, forKey: "text")
        if life.launchFaults.knowsNotes, let note { coder.encode(note, forKey: "note") }
        coder.encode(references, forKey: "references")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let token = try coder.decode(Int.self, forKey: "token")
        let text = try coder.decode(String.self, forKey: "text") ?? ""
        let note =
            life.launchFaults.knowsNotes ? try coder.decode(String.self, forKey: "note") : nil
        let references = try coder.decodeReferences(forKey: "references")
        try life.willDecode(self, valuesOf: token)
        (self.text, self.note, self.references) = (text, note, references)
        hasState = true
    }

    func restorationDidFinish() {}

    // MARK: The program's use of the object

    /// All objects that this one references in the program.
    var targets: [any Restorable] { restorationChildren + references }

    func insert(_ page: Page, at index: Int, key: String?) {
        slots.insert(RestorationSlot(page, key: key), at: index)
        page.parent = self
    }

    func remove(_ page: Page) {
        slots.removeAll { $0.child === page }
        if selected === page { selected = nil }
        if presented === page { presented = nil }
        if page.parent === self { page.parent = nil }
    }

    /// Replaces stand-ins by the objects that have arrived.
    func takeArrivals() {
        references = references.map { ($0 as? UnavailableObject)?.arrived ?? $0 }
        guard kind == .list else { return }
        slots = slots.map { RestorationSlot(($0.child as? UnavailableObject)?.arrived ?? $0.child) }
        adopt()
    }

    func adopt() {
        for case let page as Page in restorationChildren { page.parent = self }
    }

    /// Breaks the reference cycles among objects.
    func letGo() {
        references = []
        slots = []
        selected = nil
        presented = nil
        model = nil
    }
}

/// A stack, tabs with keys, or a box: a container whose children have places.
class Container: Page, RestorableContainer {
    var restorationSlots: [RestorationSlot] { slots }
    var restorationSelection: (any Restorable)? { selected }
    var restorationArrangement: RestorationArrangement { kind == .stack ? .stack : .places }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        self.slots = slots
        selected = selection
        adopt()
    }
}

/// A window: a container that presents, and has a registered object.
final class Window: Container, RestorablePresenter {
    var restorationPresented: (any Restorable)? { presented }
    func presentRestored(_ object: any Restorable) {
        presented = object
        adopt()
    }

    override func encodeRestorableState(with coder: RestorationCoder) throws {
        try super.encodeRestorableState(with: coder)
        coder.encode(model, forKey: "model")
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        let found = try coder.decodeReference(forKey: "model")
        try super.decodeRestorableState(with: coder)
        if let found = found as? Page, found !== model {
            life.note(.identity, "\(token) gets the model \(found.token)")
        }
    }
}

/// A plain object that encodes its children itself.
final class List: Page {
    override func encodeRestorableState(with coder: RestorationCoder) throws {
        try super.encodeRestorableState(with: coder)
        coder.encode(slots.map(\.child), forKey: "children")
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        let children = try coder.decodeReferences(forKey: "children")
        try super.decodeRestorableState(with: coder)
        slots = children.map { RestorationSlot($0) }
        adopt()
    }
}

final class Presenter: Page, RestorablePresenter {
    var restorationPresented: (any Restorable)? { presented }
    func presentRestored(_ object: any Restorable) {
        presented = object
        adopt()
    }
}

/// An owner of two elements, which it may load later.
final class Form: Page, RestorableElementOwner {
    private(set) var elements: [Element]?
    var restorationElements: [any RestorableElement]? { elements }

    func load() { if elements == nil { elements = (0..<2).map { Element(self, $0) } } }
}

final class Element: RestorableElement {
    unowned let owner: Form
    let number: Int
    var text = ""
    var hasState: Bool

    init(_ owner: Form, _ number: Int) {
        self.owner = owner
        self.number = number
        hasState = owner.hasState && owner.life.isNew(owner)
    }

    var restorationIdentifier: String? { "element\(number)" }
    var restorationParent: (any Restorable)? { owner }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(owner.token, forKey: "owner")
        coder.encode(number, forKey: "element")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let token = try coder.decode(Int.self, forKey: "owner")
        let text = try coder.decode(String.self, forKey: "text") ?? ""
        try owner.life.willDecode(self, valuesOf: token)
        self.text = text
        hasState = true
    }
}
