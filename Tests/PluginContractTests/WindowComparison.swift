import RestorationTesting

/// Where windows are not as the rules say.
struct WindowComparison {
    private let life: WindowLife
    private let expected: ExpectedWindows
    private let session: RestorationSession
    private var plan: RandomWindows { life.plan }

    init(_ life: WindowLife, _ expected: ExpectedWindows, _ session: RestorationSession) {
        self.life = life
        self.expected = expected
        self.session = session
    }

    func differences() -> [String] {
        var found: [String] = []
        if life.windows.map(\.number) != expected.windows {
            found.append("There are other windows")
        }
        for window in life.windows { compare(window, &found) }
        return found
    }

    private func compare(_ node: WindowNode, _ found: inout [String]) {
        let (number, name) = (node.number, expected.places[node.number].name)
        compare(path: node, &found)
        let isStateless = expected.stateless.contains(number)
        let value = isStateless ? WindowNode.none : expected.values[number]
        if node.value != value { found.append("\(name) has the value \(node.value), not \(value)") }
        let targets = isStateless ? [] : expected.references[number]
        if node.references.count != targets.count
            || !zip(node.references, targets).allSatisfy(isReference)
        {
            found.append("\(name) refers to \(names(node.references)), not to \(targets)")
        }
        if let container = node as? WindowContainer { compare(children: container, &found) }
    }

    /// The scope of the window counts, and no other discriminator.
    private func compare(path node: WindowNode, _ found: inout [String]) {
        let path = expected.path(of: node.number)
        let steps = session.path(of: node)?.components ?? []
        let here =
            steps.prefix(1).map(\.description) + steps.dropFirst().map(\.identifier.rawValue)
        if here != path { found.append("\(node.number) is at \(here), not at \(path)") }
        if node.parent != nil, node.name != path.last {
            found.append("\(node.number) calls itself \(node.name), not \(path)")
        }
    }

    private func compare(children container: WindowContainer, _ found: inout [String]) {
        let number = container.number
        let wanted = (expected.children[number] ?? []).filter { expected.live.contains($0) }
        let held = container.children
        let isSame = held.elementsEqual(wanted) { isNode($0, $1) }
        guard isSame else {
            found.append("\(container.name) holds \(names(held)), not \(wanted)")
            return
        }
        let keys = container.restorationSlots.map(\.key)
        let slots = wanted.map { expected.places[$0].slot }
        if keys != slots { found.append("\(container.name) has the slots \(keys), not \(slots)") }
        compare(selection: container, &found)
        for case let node as WindowNode in held { compare(node, &found) }
    }

    private func compare(selection container: WindowContainer, _ found: inout [String]) {
        let selected = container.selected
        let wanted = expected.selections[container.number]
        let isSame =
            switch (selected, wanted) {
            case (nil, nil): true
            // What is not there is selected when it comes.
            case (nil, let wanted?): !expected.live.contains(wanted)
            case (let selected?, let wanted?): isNode(selected, wanted)
            case (_?, nil): false
            }
        if !isSame {
            let text = selected.map { names([$0]) } ?? "nothing"
            found.append(
                "\(container.name) selects \(text), not \(wanted.map { "\($0)" } ?? "nothing")"
            )
        }
    }

    /// Of what failed to decode, the object was there when others referred to it. What stood for an
    /// object that came late does not always tell that it has come: not of one that has not got its
    /// state, and not of one below another late one. In the next life the reference leads there.
    private func isReference(_ object: any Restorable, _ target: Int) -> Bool {
        let object = arrival(object)
        let mayStand = !expected.live.contains(target) || !life.tickets.isEmpty
        return isNode(object, target) || mayStand && isStandIn(object, for: target)
    }

    private func arrival(_ object: any Restorable) -> any Restorable {
        (object as? UnavailableObject)?.arrived ?? object
    }

    private func isNode(_ object: any Restorable, _ number: Int) -> Bool {
        (object as? WindowNode)?.number == number
    }

    private func isStandIn(_ object: any Restorable, for number: Int) -> Bool {
        (object as? UnavailableObject)?.path.last.rawValue == expected.places[number].name
    }

    private func names(_ objects: [any Restorable]) -> String {
        let names = objects.map { object in
            (object as? WindowNode).map { "\($0.number)" }
                ?? (object as? UnavailableObject).map { "?\($0.path)" } ?? "\(type(of: object))"
        }
        return "[\(names.joined(separator: ", "))]"
    }
}
