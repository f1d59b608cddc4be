import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins

@testable import RestorationKit

/// One life of a program whose objects are those of a random tree.
final class TreeLife {
    /// Where objects that are created sign in, and what they are to fail at.
    // Invariant: one test alone uses it, and a session's calls come on that test's thread.
    nonisolated(unsafe) static var current: TreeLife?

    let tree: RandomTree
    let isFaulty: Bool
    private let root = TreeContainer()
    var session: RestorationSession?
    /// The objects that were made.
    fileprivate(set) var made: [TreeNode] = []
    /// The objects whose data has arrived, and what the others wait for.
    private var arrived: Set<Int> = []
    private var tickets: [Int: RestorationTicket] = [:]

    init(_ tree: RandomTree, isFaulty: Bool = false) {
        self.tree = tree
        self.isFaulty = isFaulty
        root.name = "Root"
        root.kind = .stack
        made.append(root)
    }

    private func start(_ program: ContractProgram) throws -> RestorationSession {
        let session = try program.session { options in
            guard isFaulty, let missing = tree.missingPlugin else { return }
            let other: RandomTree.Kind = missing == .cPlugin ? .swiftPlugin : .cPlugin
            options.pluginDirectories = [program.directory(of: other)]
        }
        session.register(TreeContainer.self, as: "Container")
        session.register(TreePlain.self, as: "Plain")
        if !isFaulty {
            session.register(TreeContainer.self, as: "GoneContainer")
            session.register(TreePlain.self, as: "GonePlain")
        }
        session.addRoot(root)
        self.session = session
        return session
    }

    /// Builds the whole tree.
    func build(in program: ContractProgram) throws {
        let session = try start(program)
        try session.restore()
        var objects: [any Restorable] = [root]
        for (number, node) in tree.nodes.enumerated().dropFirst() {
            let parent = objects[node.parent!] as! TreeNode
            let object = try makeObject(number, node, under: parent, session)
            try place(object, node, under: parent, session)
            objects.append(object)
        }
        for (number, node) in tree.nodes.enumerated() {
            let references = node.references.map { objects[$0] }
            (objects[number] as? TreeNode)?.references = references
            (objects[number] as? LooseCarrier)?.references = references
        }
    }

    private func place(
        _ object: any Restorable,
        _ node: RandomTree.Node,
        under parent: TreeNode,
        _ session: RestorationSession
    ) throws {
        if let element = object as? TreeElement { return parent.elements.append(element) }
        guard node.isRegistered else { return parent.adopt(object, in: node.slot) }
        if let object = object as? TreeNode { made.append(object) }
        try session.registerObject(object, identifier: node.name ?? "", parent: parent)
    }

    /// Makes what the program makes in every life, as it is before it has its state.
    private func buildOwn(_ session: RestorationSession) throws {
        var objects = [0: root as TreeNode]
        addElements(to: root, 0)
        for (number, node) in tree.nodes.enumerated() where node.isOwn {
            let parent = objects[node.parent!]!
            let object = node.kind.isContainer ? TreeContainer() : TreePlain()
            object.name = node.name
            object.kind = node.kind
            object.number = Self.unrestored(number)
            object.fault = node.fault
            object.parent = parent
            try place(object, node, under: parent, session)
            objects[number] = object
            addElements(to: object, number)
            if !node.isRegistered { made.append(object) }
        }
    }

    /// Gives an object its elements, as they are before they have their state.
    fileprivate func addElements(to owner: TreeNode, _ number: Int) {
        owner.elements = tree.elements(of: number).map { number in
            let element = TreeElement()
            element.name = tree.nodes[number].name
            element.number = Self.unrestored(number)
            element.parent = owner
            return element
        }
        made += owner.elements
    }

    /// The number of an object of the program's own before it has its state.
    private static func unrestored(_ number: Int) -> Int { -1 - number }

    private func makeObject(
        _ number: Int,
        _ node: RandomTree.Node,
        under parent: TreeNode,
        _ session: RestorationSession
    ) throws -> any Restorable {
        guard node.kind.isPlugin else {
            let made =
                node.isElement
                ? TreeElement() : node.kind.isContainer ? TreeContainer() : TreePlain()
            let prefix = node.fault == .classGone ? "Gone" : ""
            if node.maker == .restorationClass {
                made.restorationClass = prefix + (node.kind.isContainer ? "Container" : "Plain")
            }
            made.name = node.name
            made.kind = node.kind
            made.number = number
            made.fault = node.fault
            made.parent = parent
            return made
        }
        let carrier = LooseCarrier(node.name, parent, number, isFragile: node.fault == .failing)
        if let language = node.kind.language,
            let identifier = node.name.flatMap({ RestorationIdentifier($0) })
        {
            // As an object of a plugin is known that the session has made. Below a parent that has
            // no identifier itself it makes none.
            session.registry.record(
                carrier,
                as: ObjectRegistry.Identity(
                    identifier: identifier,
                    parent: parent,
                    restorationClass: ClassOnPaper(language)
                )
            )
        }
        return carrier
    }

    @discardableResult
    func restore(in program: ContractProgram) throws -> RestorationReport {
        let session = try start(program)
        try buildOwn(session)
        unsafe Self.current = self
        defer { unsafe Self.current = nil }
        return try session.restore(reason: isFaulty ? Self.faultyReason : .launch)
    }

    /// Tells plugins, which know nothing else of the test, that some objects are to fail.
    private static let faultyReason = RestorationReason.session

    fileprivate func isThere(_ number: Int, _ request: CreationRequest) -> Bool {
        guard !arrived.contains(number) else { return true }
        tickets[number] = request.ticket
        return false
    }

    /// Lets the data of late objects arrive, and saves in between.
    ///
    /// - Returns: What has become of all objects.
    func letArrive() throws -> RestorationReport {
        guard let session else { throw SessionError.closed }
        unsafe Self.current = self
        defer { unsafe Self.current = nil }
        for time in 0..<RandomTree.arrivalCount where tree.isLate {
            for number in tree.arrivals(at: time) {
                arrived.insert(number)
                tickets[number]?.arrive()
                // Some alone, and some together.
                if number.isMultiple(of: 2) { session.runPending() }
            }
            session.runPending()
            if time == tree.nodes.count % RandomTree.arrivalCount { try session.preserveNow() }
        }
        guard let report = session.report else { throw SessionError.notRestored }
        return report
    }

    /// Saves and ends.
    func end() throws -> PreservationReport {
        var report: PreservationReport?
        session?.onSave = { report = $0.report }
        try session?.preserveNow()
        session?.close()
        for node in made { node.letGo() }
        guard let report else { throw SessionError.closed }
        return report
    }

    // MARK: Looking at what came back

    /// The numbers of the objects that came back with their state.
    var restoredNumbers: Set<Int> { Set(made.filter(\.hasDecoded).map(\.number)) }

    func differences(from expected: ExpectedTree) -> [String] {
        var objects: [Int: TreeNode] = [:]
        for node in made where node.hasDecoded { objects[node.number] = node }
        var found: [String] = []
        for (number, path) in expected.paths.sorted(by: { $0.key < $1.key })
        where expected.outcomes[path] == .restored && !tree.nodes[number].kind.isPlugin {
            let name = path.joined(separator: "/")
            guard let object = objects[number] else {
                found.append("\(name) has no object with its state")
                continue
            }
            let wanted = expected.savedChildren(of: number).filter {
                isHeld($0, in: number, expected)
            }
            let held = object.children.map(arrival).filter { !($0 is UnavailableObject) }
            let isWhole =
                held.count == wanted.count
                && zip(held, wanted).allSatisfy { holds($0, $1) }
            if !isWhole { found.append("\(name) holds \(names(held)), not \(wanted)") }
            if let slots = (object as? TreeContainer)?.restorationSlots {
                let keys = slots.filter { !(arrival($0.child) is UnavailableObject) }.map(\.key)
                let saved = wanted.map { tree.nodes[$0].slot }
                if keys != saved { found.append("\(name) has the slots \(keys), not \(saved)") }
            }
            for (reference, target) in zip(object.references, tree.nodes[number].references)
            where !isSame(reference, target, expected)
                && !(tree.nodes[number].isElement && isLeftOut(reference, target, expected))
            {
                found.append("\(name) refers to \(names([reference])), not to \(target)")
            }
        }
        return found + halfDecoded(expected)
    }

    /// The objects of the program's own that failed to decode and are not what they were before.
    private func halfDecoded(_ expected: ExpectedTree) -> [String] {
        expected.paths.compactMap { number, path in
            guard tree.nodes[number].isOwn, expected.outcomes[path] == .retained else { return nil }
            let before = Self.unrestored(number)
            guard let object = made.first(where: { [number, before].contains($0.number) }) else {
                return "\(path.joined(separator: "/")) is gone"
            }
            let own = tree.nodes.indices
                .filter { tree.nodes[$0].parent == number && tree.nodes[$0].maker == .program }
            let isWhole =
                object.number == before && object.references.isEmpty
                && (object is TreeContainer
                    || object.children.count == own.count
                        && zip(object.children, own).allSatisfy { holds($0, $1) })
            return isWhole ? nil : "\(path.joined(separator: "/")) is left half-way"
        }
    }

    private func isHeld(_ child: Int, in number: Int, _ expected: ExpectedTree) -> Bool {
        let path = expected.paths[child]!
        if expected.outcomes[path] == .restored || tree.nodes[child].isOwn { return true }
        // Whoever decodes its children itself has them as they were then.
        return !tree.nodes[number].kind.isContainer && wasThere(child, expected)
    }

    /// What an object stood for that was awaited, if that has come.
    private func arrival(_ object: any Restorable) -> any Restorable {
        (object as? UnavailableObject)?.arrived ?? object
    }

    /// Whether an object was there when others decoded, whatever became of it.
    private func wasThere(_ number: Int, _ expected: ExpectedTree) -> Bool {
        expected.paths[number].map { expected.present.contains($0) } ?? false
    }

    /// Whether it is the object of that number; of a plugin's, by the name that the session knows
    /// and the class that made it, for its state may not have come.
    func holds(_ object: (any Restorable)?, _ number: Int) -> Bool {
        guard let language = tree.nodes[number].kind.language else {
            let found = (object as? TreeNode)?.number
            return found == number || tree.nodes[number].isOwn && found == Self.unrestored(number)
        }
        guard let object = object as? PluginObject else { return false }
        return object.pluginClass.plugin == language.plugin
            && session?.path(of: object)?.last.rawValue == tree.nodes[number].name
    }

    /// Elements decode when stacks have been attached, and know nothing of what was left out then.
    private func isLeftOut(
        _ object: (any Restorable)?,
        _ target: Int,
        _ expected: ExpectedTree
    ) -> Bool {
        let isThere = expected.paths[target].map { expected.outcomes[$0] == .restored } ?? false
        return !isThere && (object == nil || object is UnavailableObject)
    }

    func isSame(
        _ object: (any Restorable)?,
        _ target: Int,
        _ expected: ExpectedTree
    ) -> Bool {
        guard let path = expected.paths[target] else { return object == nil }
        let object = object.map(arrival)
        // What was awaited then, and has come to nothing since; or was out of the question already.
        if tree.isLate, expected.outcomes[path] != .restored {
            let isOpen = expected.pathsBelowLate.contains(path.joined(separator: "/"))
            if object is UnavailableObject || isOpen && object == nil { return true }
        }
        let isUnheld = expected.unheld[path.joined(separator: "/")] != nil
        if isUnheld, object is UnavailableObject { return true }
        if wasThere(target, expected) { return holds(object, target) }
        return expected.outcomes[path] == .skipped ? object == nil : object is UnavailableObject
    }

    func names(_ objects: [(any Restorable)?]) -> [String] {
        objects.map { object in
            (object as? TreeNode).map { "\($0.number)" } ?? object.map { "\(type(of: $0))" }
                ?? "nil"
        }
    }
}

/// An object of a random tree.
class TreeNode: RestorableObject, RestorableElementOwner {
    var name: String?
    var kind = RandomTree.Kind.plain
    var number = 0
    var fault = RandomTree.Fault.none
    var restorationClass: String?
    weak var parent: TreeNode?
    var references: [(any Restorable)?] = []
    private(set) var hasDecoded = false
    var elements: [TreeElement] = []
    var restorationElements: [any RestorableElement]? { elements }

    var restorationIdentifier: String? { name }
    var restorationParent: (any Restorable)? { parent }
    var restorationChildren: [any Restorable] { children }
    func restorationDiscriminator(of child: any Restorable) -> String? { nil }
    var children: [any Restorable] { [] }
    func adopt(_ child: any Restorable, in slot: String?) {}

    init() {}

    required init(_ request: CreationRequest) throws {
        let life = unsafe TreeLife.current
        name = request.identifier
        let coder = request.coder
        kind = try coder?.decode(RandomTree.Kind.self, forKey: "kind") ?? .plain
        fault = try coder?.decode(RandomTree.Fault.self, forKey: "fault") ?? .none
        restorationClass = try coder?.decode(String.self, forKey: "class")
        number = try coder?.decode(Int.self, forKey: "number") ?? 0
        if life?.isFaulty == true, fault == .declined { throw CreationDeclined() }
        if let life, life.isFaulty, fault == .late, !life.isThere(number, request) {
            throw ObjectNotYetAvailable()
        }
        life?.made.append(self)
        life?.addElements(to: self, number)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(kind, forKey: "kind")
        coder.encode(fault, forKey: "fault")
        coder.encode(restorationClass, forKey: "class")
        coder.encode(number, forKey: "number")
        coder.encode(references.map { RestorationReference($0) }, forKey: "references")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        number = try coder.decode(Int.self, forKey: "number") ?? 0
        references =
            try coder.decode([RestorationReference].self, forKey: "references")?.map(\.object) ?? []
        // When it is put back to what it was before, it has the number from before.
        guard number >= 0 else { return }
        if unsafe TreeLife.current?.isFaulty == true, fault == .failing { throw BrokenNode() }
        hasDecoded = true
    }

    /// They hold each other in circles.
    func letGo() { references = [] }
}

struct BrokenNode: Error {}

extension RandomTree.Kind: RestorationCodable {}
extension RandomTree.Fault: RestorationCodable {}

/// Belongs to its owner, which makes it.
final class TreeElement: TreeNode, RestorableElement {}

/// Encodes its children itself.
final class TreePlain: TreeNode {
    private var own: [any Restorable] = []
    override var children: [any Restorable] { own }
    override func adopt(_ child: any Restorable, in slot: String?) { own.append(child) }

    override func encodeRestorableState(with coder: RestorationCoder) throws {
        // The session alone knows what plugins' objects are called.
        let children = own.filter {
            $0.restorationIdentifier != nil || $0 is UnavailableObject || $0 is PluginObject
        }
        coder.encode(children, forKey: "children")
        try super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        try super.decodeRestorableState(with: coder)
        own = try coder.decodeReferences(forKey: "children")
    }

    override func letGo() {
        super.letGo()
        own = []
    }
}

/// A stack or places.
final class TreeContainer: TreeNode, RestorableContainer {
    private(set) var restorationSlots: [RestorationSlot] = []
    var restorationArrangement: RestorationArrangement { kind == .stack ? .stack : .places }
    var distinguishesChildrenByPosition: Bool { kind == .stack }
    override var children: [any Restorable] { restorationSlots.map(\.child) }

    override func adopt(_ child: any Restorable, in slot: String?) {
        restorationSlots.append(RestorationSlot(child, key: slot))
    }

    func attachRestored(_ slots: [RestorationSlot], selecting: (any Restorable)?) {
        restorationSlots = slots
    }

    override func letGo() {
        super.letGo()
        restorationSlots = []
    }
}

/// Stands for a plugin's object in the life that makes it.
private final class LooseCarrier: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    private let number: Int
    /// Whether it fails to decode in a life of ``TreeLife/faultyReason``.
    private let isFragile: Bool
    /// Held weakly: in this life everything has a parent that holds it.
    var references: [(any Restorable)?] {
        get { held.map(\.object) }
        set { held = newValue.map { WeakReference(object: $0) } }
    }
    private var held: [WeakReference] = []

    private struct WeakReference {
        weak var object: (any Restorable)?
    }

    init(_ identifier: String?, _ parent: TreeNode, _ number: Int, isFragile: Bool) {
        restorationIdentifier = identifier
        restorationParent = parent
        self.number = number
        self.isFragile = isFragile
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(number, forKey: "number")
        if isFragile { coder.encode(true, forKey: "fragile") }
        coder.encode(references.map { RestorationReference($0) }, forKey: "references")
    }
}
