import RestorationTesting

/// Compares the values of live objects with the script.
struct InvariantChecker {
    let life: Life
    let expected: ExpectedState
    let excused: Set<Int>

    init(_ life: Life) {
        self.life = life
        expected = life.expected
        excused = life.expected.excused
    }

    // MARK: The tree

    /// Every object that exists is in its place and has its values, even if others are unavailable.
    func checkTree() throws {
        let reachable = expected.reachable
        var seen: Set<Int> = []
        for page in life.visible {
            let token = page.token
            guard seen.insert(token).inserted else {
                throw Violation(.identity, "\(token) is there twice")
            }
            guard reachable.contains(token) || excused.contains(token) else {
                throw Violation(.closing, "\(token) was closed, and is there")
            }
            guard let item = expected.items[token] else { continue }
            try checkValues(page, item)
            try checkChildren(page, item)
        }
    }

    private func checkValues(_ page: Page, _ item: ExpectedObject) throws {
        let token = page.token
        guard page.hasState else {
            if page.text != "" { throw Violation(.identity, "\(token) has values of nobody") }
            return
        }
        if page.text != item.text {
            let isOwn = page.text.isEmpty || page.text.isText(of: token)
            let property: Property = isOwn ? .retention : .identity
            throw Violation(property, "\(token) has \"\(page.text)\", not \"\(item.text)\"")
        }
        if life.launchFaults.knowsNotes, !item.isNoteOpen, page.note != item.note {
            let (has, should) = (page.note ?? "none", item.note ?? "none")
            throw Violation(.retention, "\(token) has the note \(has), not \(should)")
        }
        try checkReferences(page, item)
        for element in (page as? Form)?.elements ?? [] where element.hasState {
            let text = item.elements[element.number]
            if element.text != text {
                throw Violation(
                    .retention,
                    "Element \(element.number) of \(token) has \"\(element.text)\", not \"\(text)\""
                )
            }
        }
    }

    private func checkReferences(_ page: Page, _ item: ExpectedObject) throws {
        let targets = page.references.map(Self.target)
        guard targets.count == item.references.count,
            zip(targets, item.references).allSatisfy({ $0 == nil || $0 == $1 })
        else {
            let text = targets.map { $0.map { "\($0)" } ?? "?" }
            throw Violation(
                .retention,
                "\(page.token) refers to \(text), not to \(item.references)"
            )
        }
    }

    /// The token of an object, or `nil` for a stand-in.
    private static func target(_ object: any Restorable) -> Int? { (object as? Page)?.token }

    private func checkChildren(_ page: Page, _ item: ExpectedObject) throws {
        let token = page.token
        let children = page.members.map(\.token)
        guard Set(children).count == children.count else {
            throw Violation(.identity, "\(token) has \(children)")
        }
        var rest = item.children.filter { !item.loose.contains($0) }[...]
        for child in children where !item.loose.contains(child) {
            guard let index = rest.firstIndex(of: child) else {
                throw Violation(.recovery, "\(token) has \(children) of \(item.children)")
            }
            rest = rest[(index + 1)...]
        }
        for slot in page.slots {
            guard let child = slot.child as? Page, slot.key != item.keys[child.token] else {
                continue
            }
            throw Violation(.recovery, "\(child.token) is in the slot \(slot.key ?? "none")")
        }
        if let presented = page.presented as? Page, presented.token != item.presented {
            throw Violation(.recovery, "\(token) presents \(presented.token)")
        }
        let selected = page.selected as? Page
        if let selected, selected.token != item.selected, item.selected != nil {
            throw Violation(.recovery, "\(token) selects \(selected.token), not \(item.selected!)")
        }
    }

    // MARK: Without faults

    /// Every object exists, in its order and slot, with its state and references.
    func checkWhole() throws {
        let seen = Set(life.visible.map(\.token))
        let displaced = expected.displaced
        let missing = expected.reachable.subtracting(seen).subtracting(excused)
            .subtracting(displaced).sorted()
        guard missing.isEmpty else { throw Violation(.recovery, "\(missing) are not there") }
        for page in life.visible where !excused.contains(page.token) {
            try checkWhole(page, expected.items[page.token]!, displaced)
        }
        let windows = life.windows.map(\.token)
        guard windows == expected.windows else {
            throw Violation(.recovery, "The windows are \(windows), not \(expected.windows)")
        }
    }

    private func checkWhole(_ page: Page, _ item: ExpectedObject, _ displaced: Set<Int>) throws {
        let token = page.token
        func check(_ isRight: Bool, _ text: @autoclosure () -> String) throws {
            if !isRight { throw Violation(.recovery, "\(token) \(text())") }
        }
        try check(page.hasState, "has not got its state")
        try check(page.name == item.name, "is called \(page.name), not \(item.name)")
        let children = page.members.map(\.token)
        let open = excused.union(item.displaced)
        let isWhole = Set(children).subtracting(open) == Set(item.children).subtracting(open)
        try check(isWhole, "has \(children), not \(item.children)")
        let targets = page.references.map(Self.target)
        let isClosed = targets.allSatisfy { $0 != nil } || !excused.union(displaced).isEmpty
        try check(isClosed, "refers to \(targets.count) objects that are not there")
        let presented = (page.presented as? Page)?.token
        let isPresented = presented == item.presented || !excused.isEmpty
        try check(isPresented, "presents \(presented ?? -1), not \(item.presented ?? -1)")
        let selected = (page.selected as? Page)?.token
        try check(
            item.selected == nil || selected == item.selected
                || !excused.union(item.displaced).isEmpty,
            "selects \(selected ?? -1), not \(item.selected ?? -1)"
        )
        try check(page.model?.token == item.model, "has another model")
        for element in (page as? Form)?.elements ?? [] {
            try check(element.hasState, "has an element without its state")
        }
    }
}

extension String {
    /// Whether the text was typed into the object with that token.
    func isText(of token: Int) -> Bool { self == "t\(token)" || hasPrefix("t\(token).") }
}
