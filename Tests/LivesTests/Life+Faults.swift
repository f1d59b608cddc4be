import RestorationKit

/// Faults of creating and decoding objects.
extension Life {
    private func fault(of token: Int, _ kind: Kind) -> LaunchFaults.Fault {
        launchFaults.fault(of: token, kind) { mayDecline(token) }
    }

    /// A restoration class was asked to create an object.
    func willCreate(_ token: Int, _ kind: Kind, _ request: borrowing CreationRequest) throws {
        if !open.contains(token) { note(.closing, "\(token) was closed, and is made again") }
        let fault = fault(of: token, kind)
        switch fault {
        case .creationFails: try fail(fault, token, Broken())
        case .declines:
            note(.declined, [token])
            decline(token)
            throw CreationDeclined()
        case .awaited where !arrived.contains(token):
            tickets[token] = request.ticket
            try fail(fault, token, ObjectNotYetAvailable())
        default: break
        }
    }

    /// An object has decoded its values.
    func willDecode(_ page: Page, valuesOf token: Int?) throws {
        if token != page.token {
            note(.identity, "\(page.token) gets the values of \(token ?? -1)")
        }
        let fault = fault(of: page.token, page.kind)
        switch fault {
        case .decodingFails: try fail(fault, page.token, Broken())
        case .notYet where !arrived.contains(page.token):
            try fail(fault, page.token, StateNotYetApplicable())
        default: break
        }
    }

    func willDecode(_ element: Element, valuesOf token: Int?) throws {
        let owner = element.owner.token
        if token != owner {
            note(.identity, "An element of \(owner) gets the values of \(token ?? -1)")
        }
        let fault = fault(of: owner, .form)
        if fault == .elementsFail { try fail(fault, owner, Broken()) }
    }

    private func fail(_ fault: LaunchFaults.Fault, _ token: Int, _ error: any Error) throws {
        if let event = fault.event { note(event, [token]) }
        throw error
    }

    // MARK: Declining

    /// An object whose class declines it, and the members above it in a stack.
    private func cut(above token: Int) -> [Int] {
        guard let holder = expected.holder(of: token), let item = expected.items[holder],
            item.kind == .stack, let index = item.children.firstIndex(of: token)
        else { return [token] }
        return Array(item.children[index...])
    }

    /// The objects that close when the class of an object declines it.
    private func declined(_ token: Int) -> Set<Int> {
        cut(above: token).reduce(into: []) { $0.formUnion(expected.subtree(of: $1)) }
    }

    /// Whether the script can predict the objects that a decline closes: no other object references
    /// them, and they are the ones whose saved paths lie below.
    private func mayDecline(_ token: Int) -> Bool {
        let closed = declined(token)
        let tops = cut(above: token)
        let paths = counters.paths.filter { tops.contains($0.value) }.keys
        let below = counters.paths.filter { place in
            paths.contains { place.key == $0 || place.key.hasPrefix("\($0)/") }
        }
        return closed == Set(below.values) && expected.excused.isDisjoint(with: closed)
            && expected.items.allSatisfy {
                closed.contains($0.key) || closed.isDisjoint(with: $0.value.references)
            }
    }

    private func decline(_ token: Int) {
        let closed = declined(token)
        // The session may create members above it in a stack before it cuts the stack.
        let below = expected.subtree(of: token)
        let before = expected.reachable
        expected.forget(closed)
        expected.uncertain.formUnion(before.subtracting(expected.reachable).subtracting(closed))
        close(below)
    }
}
