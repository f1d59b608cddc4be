import RestorationTesting

/// The usual object of the scenarios. It encodes a text, children and references.
class Node: RestorableObject {
    var restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var restorationClass: String?
    private(set) var restorationChildren: [any Restorable] = []
    var text = ""
    /// Encoded with their names as keys.
    var references: [String: any Restorable] = [:]
    /// Whether children are encoded. A forgetful container does not encode them.
    var encodesChildren = true
    var decodesChildren = true
    /// The slots of children with equal identifiers.
    var slots: [ObjectIdentifier: String] = [:]
    var onEncode: (RestorationCoder) throws -> Void = { _ in }
    var onDecode: (RestorationCoder) throws -> Void = { _ in }
    var onFinish: () -> Void = {}

    init(_ identifier: String?, text: String = "", _ children: [Node] = []) {
        restorationIdentifier = identifier
        self.text = text
        children.forEach { add($0) }
    }

    required init(_ request: CreationRequest) throws {
        Log.note("create \(request.path.joined(separator: "/"))")
        restorationIdentifier = request.identifier
    }

    var name: String { restorationIdentifier ?? "-" }
    var children: [Node] { restorationChildren.compactMap { $0 as? Node } }

    func add(_ child: any Restorable, in slot: String? = nil) {
        guard !restorationChildren.contains(where: { $0 === child }) else { return }
        (child as? Node)?.restorationParent = self
        restorationChildren.append(child)
        slots[ObjectIdentifier(child)] = slot
    }

    /// Replaces the children.
    func hold(_ held: [RestorationSlot]) {
        restorationChildren = []
        slots = [:]
        for slot in held { add(slot.child, in: slot.key) }
    }

    func restorationDiscriminator(of child: any Restorable) -> String? {
        slots[ObjectIdentifier(child)]
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        Log.note("encode \(name)")
        coder.encode(text, forKey: "text")
        if encodesChildren { coder.encode(restorationChildren, forKey: "children") }
        for (name, object) in references.sorted(by: { $0.key < $1.key }) {
            coder.encode(object, forKey: "to " + name)
        }
        try onEncode(coder)
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        Log.note("decode \(name)")
        text = try coder.decode(String.self, forKey: "text") ?? ""
        if decodesChildren {
            for child in try coder.decodeReferences(forKey: "children") { add(child) }
        }
        references = [:]
        for key in coder.keys where key.hasPrefix("to ") {
            references[String(key.dropFirst(3))] = try coder.decodeReference(forKey: key)
        }
        try onDecode(coder)
    }

    func restorationDidFinish() {
        Log.note("finish \(name)")
        onFinish()
    }
}

/// Declines its creation in a restore.
final class Declining: Node {
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        if request.reason != .make { throw CreationDeclined() }
    }
}

/// Fails its creation in a restore.
final class Failing: Node {
    struct Failure: Error {}
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        if request.reason != .make { throw Failure() }
    }
}

/// Reads its state when it is created.
final class Peeking: Node {
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        if let text = try request.coder?.decode(String.self, forKey: "text") {
            Log.note("create sees \(text)")
        }
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        try super.decodeRestorableState(with: coder)
        Log.note("decode sees \(text)")
    }
}

/// A participant of a type unrelated to ``Node``.
final class Foreign: Restorable {
    let restorationIdentifier: String?
    init(_ identifier: String?) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) {}
    func decodeRestorableState(with coder: RestorationCoder) { Log.note("decode foreign") }
    func restorationDidFinish() { Log.note("finish foreign") }
}
