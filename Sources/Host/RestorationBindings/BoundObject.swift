internal import RestorationCore
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// An object of a library that the session has created, or that the host has handed to it. What
/// lies in it and has an identifier are its elements (VIEW-1, VIEW-2).
final class BoundObject: BoundInstance, SelectiveElementOwner {
    private let binding: LoadedBinding?
    /// Those found by the last walk, by where the library has them.
    private var elements: [UInt: BoundElement] = [:]
    /// Why the last walk has passed something over.
    private(set) var omission: Diagnosis?
    private var isWalking = false
    /// Whether more has come to lie in it during a walk.
    private var hasGrown = false

    /// The most objects that are walked through. More are taken for a circle.
    static let walkLimit = 1_000_000

    init(_ life: BoundLife, binding: LoadedBinding?, path: String = "", identifier: String? = nil) {
        self.binding = binding
        life.path = path
        super.init(life, identifier: identifier)
    }

    /// What is there now, in the order of the library; `nil` once the object is gone.
    var restorationElements: [any RestorableElement]? {
        guard address != nil, context.mailbox.isOnThread else { return nil }
        return walk()
    }

    /// Libraries make much of what is in a window when it is first shown.
    var awaitsElements: Bool { address != nil }

    override func connect() {
        super.connect()
        life.connect(life.calls.appeared, .appearance)
    }

    override func noteNews() {
        super.noteNews()
        noteAppearance()
    }

    /// There may be more in the object than there was. What was kept for that is applied, and its
    /// changes are heard from now on.
    func noteAppearance() {
        guard address != nil else { return }
        guard !isWalking else {
            hasGrown = true
            return
        }
        context.session?.stateCanBeApplied(to: self)
        _ = restorationElements
    }

    /// Ends what the session has to do with the object and what lies in it.
    func abandon() {
        for element in elements.values { element.end() }
        elements = [:]
        end()
    }

    // MARK: Walking

    /// Walks through all that lies in the object, except what the session has as an object of its
    /// own.
    private func walk() -> [BoundElement] {
        isWalking = true
        omission = nil
        var found: [BoundElement] = []
        var current: [UInt: BoundElement] = [:]
        var steps = Steps(seen: [life.address])
        // The next one last.
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
        // What is not there any more ends here, unless somebody holds it.
        elements = current
        isWalking = false
        // This walk may have met what has told it, or not: the next one finds out. It comes soon
        // only if this one has found something, lest walks go on for ever.
        if hasGrown, isNew { context.mailbox.noteArrival(handle) }
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
        return element
    }

    /// What a walk has done so far.
    private struct Steps {
        var seen: Set<UInt>
        var count = 0

        /// Notes a child. Returns whether the walk has not been there yet, and is not too long:
        /// else it would go in circles.
        mutating func take(_ address: UInt) -> Bool { takeStep() && seen.insert(address).inserted }

        /// Notes that somebody was asked for a child, which may not be there.
        mutating func takeStep() -> Bool {
            count += 1
            return count <= BoundObject.walkLimit
        }
    }

    /// The children of an object of the library, the last one first, without those seen before.
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
                // A number beyond all measure is not worth a single call.
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

/// An object of a library that lies in a ``BoundObject`` and has an identifier.
final class BoundElement: BoundInstance, RestorableElement {
    private weak var owner: BoundObject?

    init(_ life: BoundLife, of owner: BoundObject, identifier: String) {
        self.owner = owner
        super.init(life, identifier: identifier)
    }

    override var restorationParent: (any Restorable)? { owner }
}

extension BindingClass {
    /// What the library calls an object, if that is a name.
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
    /// Keeps an object that was there before.
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
