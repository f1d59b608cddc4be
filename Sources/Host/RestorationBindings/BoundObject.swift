internal import RestorationCore
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// A library object that the session has created or adopted. Named objects inside it are its
/// elements (VIEW-1, VIEW-2).
final class BoundObject: BoundInstance, SelectiveElementOwner {
    private let binding: LoadedBinding?
    /// By address, from the last walk.
    private var elements: [UInt: BoundElement] = [:]
    /// The reason why the last walk skipped an object, if it did.
    private(set) var omission: Diagnosis?
    private var isWalking = false
    /// Whether elements appeared during the walk.
    private var hasGrown = false

    /// The limit of a walk; more objects count as a cycle.
    static let walkLimit = 1_000_000

    init(_ life: BoundLife, binding: LoadedBinding?, path: String = "", identifier: String? = nil) {
        self.binding = binding
        life.path = path
        super.init(life, identifier: identifier)
    }

    /// In the library's order; `nil` after the object's destruction.
    var restorationElements: [any RestorableElement]? {
        guard address != nil, context.mailbox.isOnThread else { return nil }
        return walk()
    }

    /// Libraries create much of a window when it is first shown.
    var awaitsElements: Bool { address != nil }

    override func connect() {
        super.connect()
        life.connect(life.calls.appeared, .appearance)
    }

    override func handleArrivals() {
        super.handleArrivals()
        restoreNewElements()
    }

    /// Restores and connects new elements. Removed elements end with the next save, which follows.
    func restoreNewElements() {
        guard address != nil else { return }
        guard !isWalking else {
            hasGrown = true
            return
        }
        let former = Set(elements.keys)
        context.session?.applyAwaitedState(to: self)
        _ = restorationElements
        if !former.isSubset(of: elements.keys) { context.mailbox.invalidate(handle) }
    }

    func abandon() {
        for element in elements.values { element.end() }
        elements = [:]
        end()
    }

    // MARK: Walking

    /// Walks all objects inside this one, except the session's own objects.
    private func walk() -> [BoundElement] {
        isWalking = true
        omission = nil
        var found: [BoundElement] = []
        var current: [UInt: BoundElement] = [:]
        var steps = Steps(seen: [life.address])
        // A stack: the next object is last.
        var ahead = children(of: life.address, boundClass, life.calls, &steps)
        while let address = ahead.popLast() {
            guard bound.owner(at: address) == nil,
                let boundClass = binding?.boundClass(of: address)
            else { continue }
            guard let calls = try? boundClass.calls() else {
                omission = omission ?? boundClass.fault?.diagnosis
                continue
            }
            if let identifier = boundClass.identifier(of: address) {
                do {
                    let element = try element(at: address, boundClass, calls, identifier)
                    found.append(element)
                    current[address] = element
                } catch {
                    (error as? BindingError).map { boundClass.common.reportOnce($0) }
                }
            }
            ahead += children(of: address, boundClass, calls, &steps)
        }
        let isNew = current.keys.contains { elements[$0] == nil }
        // Vanished elements end here, unless they are referenced.
        elements = current
        isWalking = false
        // This walk may have missed new elements. Another one follows soon, but only if this one
        // found any: otherwise walks might repeat forever.
        if hasGrown, isNew { context.mailbox.recordArrival(handle) }
        hasGrown = false
        return found
    }

    private func element(
        at address: UInt,
        _ boundClass: BindingClass,
        _ calls: BoundCalls,
        _ identifier: String
    ) throws -> BoundElement {
        if let known = elements[address], known.boundClass === boundClass, known.address != nil {
            known.identifier = identifier
            return known
        }
        let life = BoundLife(address, of: boundClass, calls, .adopted)
        try life.begin()
        let element = BoundElement(life, of: self, identifier: identifier)
        element.connect()
        element.rememberDefaults()
        return element
    }

    private struct Steps {
        var seen: Set<UInt>
        var count = 0

        /// Returns false for a cycle, or beyond the limit.
        mutating func take(_ address: UInt) -> Bool { takeStep() && seen.insert(address).inserted }

        mutating func takeStep() -> Bool {
            count += 1
            return count <= BoundObject.walkLimit
        }
    }

    /// The unseen children of a library object, in reverse order.
    private func children(
        of address: UInt,
        _ boundClass: BindingClass,
        _ calls: BoundCalls,
        _ steps: inout Steps
    ) -> [UInt] {
        var children: [UInt] = []
        do throws(CallRunner.Failure) {
            switch calls.children {
            case .linked(let first, let next)?:
                var child = try first.value(of: address).address
                while let address = child {
                    guard steps.take(address) else { throw next.endless }
                    children.append(address)
                    child = try next.value(of: address).address
                }
            case .counted(let count, let at, let index)?:
                // An implausible count.
                guard case .integer(let count) = try count.value(of: address),
                    count <= Self.walkLimit
                else { throw at.endless }
                for number in 0..<max(0, count) {
                    var values = at.values(object: address)
                    if let index { values[index] = .integer(number) }
                    try at.run(&values)
                    guard let child = values.last.address else {
                        guard steps.takeStep() else { throw at.endless }
                        continue
                    }
                    guard steps.take(child) else { throw at.endless }
                    children.append(child)
                }
            case nil: break
            }
        } catch {
            life.path = path
            life.common.reportOnce(
                error,
                .walk,
                className: boundClass.name,
                path: path,
                about: address
            )
        }
        return children.reversed()
    }
}

/// A named object inside a ``BoundObject``.
final class BoundElement: BoundInstance, RestorableElement {
    private weak var owner: BoundObject?

    init(_ life: BoundLife, of owner: BoundObject, identifier: String) {
        self.owner = owner
        super.init(life, identifier: identifier)
    }

    override var restorationParent: (any Restorable)? { owner }
}

extension BindingClass {
    func identifier(of address: UInt) -> String? {
        guard let identifier = try? calls().identifier else { return nil }
        do throws(CallRunner.Failure) {
            guard case .string(let name?) = try identifier.get.value(of: address), !name.isEmpty
            else { return nil }
            if let unless = identifier.unless,
                case .string(let other?) = try unless.value(of: address), other == name
            {
                return nil
            }
            return name
        } catch {
            common.reportOnce(error, .identify, className: self.name, about: address)
            return nil
        }
    }
}

extension BoundLife {
    /// Calls `adopt`.
    func begin() throws {
        guard let adopt = calls.adopt else { return }
        var values = adopt.values(object: address)
        do throws(CallRunner.Failure) {
            try adopt.run(&values)
        } catch {
            if values.isBegun { run(calls.release, .release) }
            throw common.failure(
                error,
                .adopt,
                className: boundClass.name,
                path: path,
                about: address
            )
        }
    }
}
