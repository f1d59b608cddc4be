internal import RestorationDiscovery
internal import RestorationInvocation

struct BoundCalls {
    let match: CallRunner?
    let create: CallRunner?
    /// The named arguments of `create`.
    let creationNames: [(name: String, type: InvocationType, number: Int)]
    let destroy: CallRunner?
    let adopt: CallRunner?
    let release: CallRunner?
    let identifier: (get: CallRunner, unless: CallRunner?)?
    let children: Children?
    let properties: [BoundProperty]
    let changes: BoundNotification?
    let destroyed: BoundNotification?
    let appeared: BoundNotification?
    let finished: CallRunner?
    let failureMessage: CallRunner?

    enum Children {
        case linked(first: CallRunner, next: CallRunner)
        case counted(count: CallRunner, at: CallRunner, index: Int?)
    }

    init(
        _ declared: BindingDocument.Class,
        _ prepare: (CallSequence) throws(InvocationError) -> CallRunner
    ) throws(InvocationError) {
        func prepared(_ calls: CallSequence?) throws(InvocationError) -> CallRunner? {
            guard let calls else { return nil }
            return try prepare(calls)
        }
        if case .calls(let calls)? = declared.match {
            match = try prepare(calls)
        } else {
            match = nil
        }
        create = try prepared(declared.create)
        var names: [(name: String, type: InvocationType, number: Int)] = []
        for (name, type) in declared.create?.freeNames ?? [:] {
            if let number = create?.number(of: name) { names.append((name, type, number)) }
        }
        creationNames = names.sorted { $0.number < $1.number }
        destroy = try prepared(declared.destroy)
        adopt = try prepared(declared.adopt)
        release = try prepared(declared.release)
        if let calls = declared.identifier {
            identifier = (try prepare(calls.get), try prepared(calls.unless))
        } else {
            identifier = nil
        }
        switch declared.children {
        case .linked(let first, let next)?:
            children = .linked(first: try prepare(first), next: try prepare(next))
        case .counted(let count, let at)?:
            let runner = try prepare(at)
            children = .counted(
                count: try prepare(count),
                at: runner,
                index: runner.number(of: "index")
            )
        case nil: children = nil
        }
        var properties: [BoundProperty] = []
        for property in declared.state { properties.append(try BoundProperty(property, prepare)) }
        self.properties = properties
        changes = try BoundNotification(declared.changed, declared.unchanged, prepare)
        destroyed = try BoundNotification(declared.destroyed, declared.undestroyed, prepare)
        appeared = try BoundNotification(declared.appeared, declared.unappeared, prepare)
        finished = try prepared(declared.finished)
        failureMessage = try prepared(declared.failureMessage)
    }
}
