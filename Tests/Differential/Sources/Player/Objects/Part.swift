import RestorationKit

/// An object of the program under test. What it does in a life is decided by the stage.
class Part: RestorableObject {
    let name: String?
    /// Its node; `nil` of one whose name several have.
    let number: Int?
    let kind: Script.Kind
    let isMadeByClass: Bool
    weak var parent: Part?
    /// The scope of a root.
    var scope: String?
    /// What it encodes by itself, of a container none.
    var children: [any Restorable] = []
    /// Of a presenter.
    var presented: (any Restorable)?
    /// Of an owner; `nil` while they are not loaded.
    var bits: [Bit]?
    private(set) var references: [any Restorable] = []
    private(set) var weakReferences: [WeakReference] = []
    weak var friend: Part?
    var value = 0
    var note = ""
    var balance = 0
    var failsToEncode = false

    class var kind: Script.Kind { .part }
    class var restorableProperties: [RestorableProperty] { [] }

    var node: Script.Node? { number.map { Stage.current.script.nodes[$0] } }
    var label: String { "\(name ?? "-")\(scope.map { "#\($0)" } ?? "")" }

    /// What the program makes by itself.
    init(_ number: Int, scope: String? = nil) {
        let node = Stage.current.script.nodes[number]
        name = node.name
        self.number = number
        kind = Self.kind
        isMadeByClass = node.maker == .restorationClass
        self.scope = scope
        value = number
        note = "\(number) from life \(Stage.current.plan.number)"
        begin()
    }

    required init(_ request: CreationRequest) throws {
        let stage = Stage.current
        stage.log("create \(request.path.joined(separator: "/")) for \(request.reason)")
        number = stage.script.number(of: request.identifier)
        try stage.beginCreation(number, request)
        name = request.identifier
        kind = Self.kind
        isMadeByClass = true
        begin()
        stage.log("made \(label)")
        if request.reason != .make { stage.furnish(self) }
    }

    private func begin() {
        Stage.current.observe(self)
        guard kind.isOwner else { return }
        let isLoaded = number.map { Stage.current.plan.hasLoaded.contains($0) } ?? true
        if isLoaded { loadElements() }
    }

    func loadElements() {
        guard kind.isOwner, bits == nil else { return }
        bits = []
        for number in number.map({ Stage.current.script.children(of: $0) }) ?? [] {
            let plan = Stage.current.plan
            guard Stage.current.script.nodes[number].role == .element,
                !plan.isOmitted.contains(number)
            else { continue }
            bits!.append(Bit(number, of: self))
        }
    }

    // MARK: Restorable

    var restorationIdentifier: String? { name }
    var restorationParent: (any Restorable)? { node?.namesParent == false ? nil : parent }
    var restorationClass: String? {
        if node?.maker == .shelf { return "Shelf" }
        return isMadeByClass ? Stage.current.className(of: kind) : nil
    }
    var restorationChildren: [any Restorable] {
        node?.listsChildren == false ? [] : children + [presented].compactMap(\.self)
    }
    func restorationDiscriminator(of child: any Restorable) -> String? { nil }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        let stage = Stage.current
        stage.log("encode \(label)")
        if failsToEncode { throw Misfortune(text: "It does not encode") }
        coder.encode(value, forKey: "value")
        coder.encode(note, forKey: "note")
        if stage.plan.writesExtra { coder.encode(stage.plan.number, forKey: "extra") }
        coder.encode(references + weakReferences.compactMap(\.object), forKey: "references")
        if let friend { coder.encode(friend, forKey: "friend") }
        if !kind.isContainer { coder.encode(children, forKey: "children") }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let stage = Stage.current
        stage.log("decode \(label)")
        try stage.beginDecoding(number, of: self, isAfterReading: false)
        if stage.asksForAnotherType(number) {
            _ = try coder.decode([Int].self, forKey: "note")
        }
        value = try coder.decode(Int.self, forKey: "value") ?? -1
        try stage.beginDecoding(number, of: self, isAfterReading: true)
        note = try coder.decode(String.self, forKey: "note") ?? "none"
        if stage.plan.readsExtra, let extra = try coder.decode(Int.self, forKey: "extra") {
            stage.log("extra \(extra)")
        }
        refer(to: try coder.decodeReferences(forKey: "references"))
        friend = try coder.decode(Part.self, forKey: "friend")
        if !kind.isContainer {
            children = try coder.decodeReferences(forKey: "children")
            for case let child as Part in children { child.parent = self }
        }
        stage.log(
            "\(label) is \(value) \"\(note)\" → \(stage.names(references)),"
                + " \(friend?.label ?? "none"), \(stage.names(children))"
        )
    }

    func restorationDidFinish() { Stage.current.log("finish \(label)") }

    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        Stage.current.log("migrate a \(kind) from \(version)")
        if Stage.current.plan.failingMigrations.contains(kind) {
            guard version > 1 else { throw MigrationUnsupported() }
            throw Misfortune(text: "It does not migrate")
        }
        try new.encodeCopies(from: old, except: ["note"])
        let note = try old.decode(String.self, forKey: "note") ?? ""
        new.encode("\(note) +\(version)", forKey: "note")
    }

    // MARK: References

    /// Holds what it refers to, or does not, as its node says.
    func refer(to objects: [any Restorable]) {
        if node?.holdsReferences ?? false {
            (references, weakReferences) = (objects, [])
        } else {
            (references, weakReferences) = ([], objects.map { WeakReference(object: $0) })
        }
    }

    var referenced: [any Restorable] { references + weakReferences.compactMap(\.object) }

    /// Takes a child out, wherever it is.
    func remove(_ child: any Restorable) {
        children.removeAll { $0 === child }
        if presented === child { presented = nil }
    }

    /// Puts a child in, at the end or at the front.
    func insert(_ child: any Restorable, key: String? = nil, atFront: Bool = false) {
        if atFront { children.insert(child, at: 0) } else { children.append(child) }
        (child as? Part)?.parent = self
    }

    /// All that it holds as children, in order.
    var members: [any Restorable] { children }

    /// Lets go of everything, so that what refers to each other ends.
    func fallApart() { (references, weakReferences, children, presented) = ([], [], [], nil) }
}

struct WeakReference {
    weak var object: (any Restorable)?
}

/// Why something fails that is to fail.
struct Misfortune: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

/// Types that were called otherwise.
final class FormerPart: Part {}
final class FormerBox: Box {}
final class FormerDesk: Desk {}
