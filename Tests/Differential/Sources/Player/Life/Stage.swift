import RestorationKit

/// One life of the program: what its objects ask to know what to do, and where they tell what was
/// done to them.
final class Stage {
    // Sessions, and all that they call, are on the one thread that plays.
    nonisolated(unsafe) private static var playing: Stage?
    static var current: Stage { playing! }

    let script: Script
    let plan: LifePlan
    private(set) var calls: [String] = []
    /// How many moments have passed.
    var moment = -1
    /// What the program holds besides its roots.
    var held: [any Restorable] = []
    /// By node.
    var shelf: [Int: Part] = [:]
    var roots: [Part] = []
    /// What the program has made itself, by node.
    private(set) var built: [Int: WeakReference] = [:]
    weak var session: RestorationSession?
    private(set) var tickets: [(number: Int, ticket: RestorationTicket)] = []
    /// What could not take its state yet.
    private(set) var awaiting: [(number: Int, object: WeakReference)] = []
    private var observed: [(label: String, object: WeakReference)] = []

    init(_ script: Script, life: Int) {
        self.script = script
        plan = LifePlan(script, life: life)
        Self.playing = self
    }

    // MARK: Telling

    func log(_ line: String) { calls.append(line) }

    func observe(_ part: Part) {
        let label = part.label + (part.isMadeByClass ? "*" : "")
        observed.append((label, WeakReference(object: part)))
    }
    func observe(_ bit: Bit) { observed.append((bit.label, WeakReference(object: bit))) }

    /// The labels of all objects that have ended, sorted.
    var deallocated: [String] {
        observed.filter { $0.object.object == nil }.map(\.label).sorted()
    }

    func name(_ object: any Restorable) -> String {
        switch object {
        case let part as Part: part.label
        case let bit as Bit: bit.label
        case let unavailable as UnavailableObject:
            "?\(unavailable.path)" + (unavailable.isAwaited ? " awaited" : "")
                + (unavailable.arrived.map { " arrived as \(name($0))" } ?? "")
        default: "\(type(of: object))"
        }
    }

    func names(_ objects: [any Restorable]) -> String {
        "[\(objects.map(name).joined(separator: ", "))]"
    }

    // MARK: Deciding

    func trouble(of number: Int?) -> Trouble { number.map { plan.troubles[$0] } ?? .none }

    private func isThere(_ moment: Int?) -> Bool { moment.map { $0 <= self.moment } ?? false }

    /// What a class does before it creates an object.
    func beginCreation(_ number: Int?, _ request: borrowing CreationRequest) throws {
        guard request.reason != .make, let number else { return }
        switch trouble(of: number) {
        case .declined: throw CreationDeclined()
        case .creationFails: throw Misfortune(text: "It cannot be created")
        case .late(let moment) where !isThere(moment):
            let ticket = request.ticket
            if !tickets.contains(where: { $0.ticket === ticket }) {
                tickets.append((number, ticket))
                ticket.onCancel { Stage.playing?.log("cancelled: \(number)") }
            }
            throw ObjectNotYetAvailable()
        default: break
        }
    }

    /// What an object does while it decodes.
    func beginDecoding(_ number: Int?, of object: any Restorable, isAfterReading: Bool) throws {
        switch trouble(of: number) {
        case .decodingFails(isAfterReading): throw Misfortune(text: "It cannot be decoded")
        case .notYet(let moment, isAfterReading) where !isThere(moment):
            if !awaiting.contains(where: { $0.object.object === object }) {
                awaiting.append((number!, WeakReference(object: object)))
            }
            throw StateNotYetApplicable()
        default: break
        }
    }

    func asksForAnotherType(_ number: Int?) -> Bool { trouble(of: number) == .mismatch }

    /// Whether an object could not take its state yet when it was asked.
    func isAwaiting(_ object: any Restorable) -> Bool {
        awaiting.contains { $0.object.object === object }
    }

    /// Those that can take their state now; each is told once.
    func takeReady() -> [any Restorable] {
        let ready = awaiting.filter { number, _ in
            guard case .notYet(let moment, _) = trouble(of: number) else { return false }
            return isThere(moment)
        }
        awaiting.removeAll { entry in ready.contains { $0.number == entry.number } }
        return ready.compactMap(\.object.object)
    }

    func className(of kind: Script.Kind) -> String {
        plan.isRenamed.contains(kind) ? "\(kind)2" : "\(kind)"
    }

    // MARK: Building

    func make(_ number: Int) -> Part {
        let part = plainPart(number)
        built[number] = WeakReference(object: part)
        return part
    }

    private func plainPart(_ number: Int) -> Part {
        let node = script.nodes[number]
        if node.maker == .program, plan.hasRenamedType {
            switch node.kind {
            case .part: return FormerPart(number, scope: node.scope)
            case .box: return FormerBox(number, scope: node.scope)
            case .desk: return FormerDesk(number, scope: node.scope)
            default: break
            }
        }
        switch node.kind {
        case .part: return Part(number, scope: node.scope)
        case .box: return Box(number, scope: node.scope)
        case .sheet: return Sheet(number, scope: node.scope)
        case .page: return Page(number, scope: node.scope)
        case .desk: return Desk(number, scope: node.scope)
        }
    }

    /// Makes what `part` makes by itself, and what that makes.
    func furnish(_ part: Part) {
        guard let number = part.number else { return }
        for child in script.children(of: number) {
            let node = script.nodes[child]
            guard node.role != .element, !plan.isOmitted.contains(child) else { continue }
            let isFirst = plan.number == 1
            guard isFirst || node.maker == .program || node.maker == .registering else { continue }
            let object = make(child)
            switch node.role {
            case .child where node.maker != .registering: part.insert(object, key: node.slot)
            case .presented: part.presented = object
            default: held.append(object)
            }
            object.parent = part
            if node.maker == .shelf { shelf[child] = object }
            if node.maker == .registering {
                try? session?.registerObject(object, identifier: node.name!, parent: part)
            }
            furnish(object)
        }
    }

    /// Lets what was made for the first life refer to each other.
    func refer() {
        for (number, node) in script.nodes.enumerated() {
            guard let part = built[number]?.object as? Part else { continue }
            part.refer(to: node.references.compactMap { built[$0]?.object })
            part.friend = node.friend.flatMap { built[$0]?.object as? Part }
            if let box = part as? Box { box.selected = box.members.last }
        }
    }

    func end() { Self.playing = nil }

    func letGo() {
        (held, shelf, roots) = ([], [:], [])
    }

    func fallApart() {
        for (_, reference) in observed { (reference.object as? Part)?.fallApart() }
    }
}
