import RestorationKit

/// A container.
class Box: Part, RestorableContainer {
    private(set) var slots: [RestorationSlot] = []
    weak var selected: (any Restorable)?
    override class var kind: Script.Kind { .box }

    var restorationSlots: [RestorationSlot] { slots }
    var restorationSelection: (any Restorable)? { selected }
    var restorationArrangement: RestorationArrangement { node?.arrangement ?? .places }
    var distinguishesChildrenByPosition: Bool { node?.countsPositions ?? true }

    override var restorationChildren: [any Restorable] {
        slots.map(\.child) + [presented].compactMap(\.self)
    }

    override func restorationDiscriminator(of child: any Restorable) -> String? {
        guard let position = slots.firstIndex(where: { $0.child === child }) else { return nil }
        if let key = slots[position].key { return key }
        guard distinguishesChildrenByPosition else { return nil }
        let name = child.restorationIdentifier
        let before = slots[..<position].filter {
            $0.key == nil && $0.child.restorationIdentifier == name
        }
        return before.isEmpty ? nil : "\(before.count + 1)"
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        let stage = Stage.current
        let text = slots.map { stage.name($0.child) + ($0.key.map { "#\($0)" } ?? "") }
        stage.log(
            "attach \(label): \(text.joined(separator: " ")),"
                + " selecting \(selection.map(stage.name) ?? "none")"
        )
        self.slots = slots
        for case let child as Part in slots.map(\.child) { child.parent = self }
        if let selection { selected = selection }
    }

    override func remove(_ child: any Restorable) {
        slots.removeAll { $0.child === child }
        super.remove(child)
    }

    override func insert(_ child: any Restorable, key: String? = nil, atFront: Bool = false) {
        let slot = RestorationSlot(child, key: key)
        if atFront { slots.insert(slot, at: 0) } else { slots.append(slot) }
        (child as? Part)?.parent = self
    }

    func reverse() { slots.reverse() }

    /// Shows what has come where what stood for it is.
    func replaceArrived() {
        slots = slots.map { slot in
            guard let arrived = (slot.child as? UnavailableObject)?.arrived else { return slot }
            return RestorationSlot(arrived, key: slot.key)
        }
    }

    override var members: [any Restorable] { slots.map(\.child) }

    override func fallApart() {
        super.fallApart()
        slots = []
    }
}

final class Sheet: Part, RestorablePresenter {
    override class var kind: Script.Kind { .sheet }
    var restorationPresented: (any Restorable)? { presented }
    func presentRestored(_ object: any Restorable) { present(object) }
}

final class Page: Part, RestorableElementOwner {
    override class var kind: Script.Kind { .page }
    var restorationElements: [any RestorableElement]? { bits }
    var awaitsElements: Bool { awaitsBits }
}

class Desk: Box, RestorablePresenter, RestorableElementOwner {
    override class var kind: Script.Kind { .desk }
    var restorationPresented: (any Restorable)? { presented }
    func presentRestored(_ object: any Restorable) { present(object) }
    var restorationElements: [any RestorableElement]? { bits }
    var awaitsElements: Bool { awaitsBits }
}

extension Part {
    fileprivate func present(_ object: any Restorable) {
        Stage.current.log("present by \(label): \(Stage.current.name(object))")
        presented = object
        (object as? Part)?.parent = self
    }

    fileprivate var awaitsBits: Bool {
        number.map { Stage.current.plan.awaitsElements.contains($0) } ?? false
    }
}

/// An element.
final class Bit: RestorableElement {
    let name: String
    let number: Int
    var value = 0
    private weak var owner: Part?

    var label: String { name }

    init(_ number: Int, of owner: Part) {
        let stage = Stage.current
        self.number = number
        name = stage.script.nodes[number].name!
        self.owner = owner
        value = number
        stage.observe(self)
    }

    var restorationIdentifier: String? { name }
    var restorationParent: (any Restorable)? {
        Stage.current.script.nodes[number].namesParent ? owner : nil
    }
    var isSecret: Bool { Stage.current.script.nodes[number].isSecret }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        Stage.current.log("encode \(label)")
        coder.encode(value, forKey: "value")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        Stage.current.log("decode \(label)")
        try Stage.current.beginDecoding(number, of: self, isAfterReading: false)
        if Stage.current.asksForAnotherType(number) {
            _ = try coder.decode([Int].self, forKey: "value")
        }
        value = try coder.decode(Int.self, forKey: "value") ?? -1
        try Stage.current.beginDecoding(number, of: self, isAfterReading: true)
        Stage.current.log("\(label) is \(value)")
    }

    func restorationDidFinish() { Stage.current.log("finish \(label)") }
}

/// A class that returns what is there already.
final class Shelf: RestorationClass {
    let name = "Shelf"
    let plugin: String? = nil
    let schemaVersion = 1

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        let stage = Stage.current
        let identifier = request.identifier
        stage.log("look for \(identifier) on the shelf")
        let number = stage.script.number(of: identifier)
        try stage.beginCreation(number, request)
        guard let number, let object = stage.shelf[number] else {
            throw Misfortune(text: "It is not on the shelf")
        }
        return object
    }
}
