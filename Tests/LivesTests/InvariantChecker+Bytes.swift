import RestorationTesting

/// Compares the newest archive with the script.
extension InvariantChecker {
    func checkBytes() throws {
        let saved = life.durableState
        let reachable = saved.reachable
        let excused = saved.excused
        guard let state = try life.disk.savedState() else {
            if reachable.isEmpty { return }
            throw Violation(.retention, "Nothing is saved")
        }
        var found: Set<Int> = []
        var elements: Set<String> = []
        var paths: [String: Int] = [:]
        for object in state.objects {
            if case .integer(let owner)? = object.values["owner"] {
                let owner = Int(owner)
                elements.insert("\(owner) \(object.values["element"] ?? .null)")
                try checkElement(of: owner, object.values, saved)
            }
            guard case .integer(let value)? = object.values["token"] else { continue }
            let token = Int(value)
            if let other = paths.updateValue(token, forKey: object.path) {
                throw Violation(.identity, "\(other) and \(token) are at \(object.path)")
            }
            guard found.insert(token).inserted else {
                throw Violation(.identity, "\(token) has two records")
            }
            guard reachable.contains(token), !excused.contains(token) else { continue }
            try check(object.values, of: token, saved.items[token]!)
        }
        life.counters.paths = paths
        let missing = reachable.subtracting(found).subtracting(excused).sorted()
        guard missing.isEmpty else {
            throw Violation(.retention, "The records of \(missing) are gone")
        }
        try checkClosed(found.subtracting(reachable).subtracting(excused))
        for token in reachable.subtracting(excused) where saved.items[token]!.kind == .form {
            for number in 0..<2 where !elements.contains("\(token) integer(\(number))") {
                throw Violation(.retention, "Element \(number) of \(token) has no record")
            }
        }
    }

    /// Expects no records of closed objects, except of those that live objects still reach.
    private func checkClosed(_ tokens: Set<Int>) throws {
        // Before the first save of this launch, the archive is that of an earlier one.
        guard !tokens.isEmpty, life.store.durableCount > 0 else { return }
        let living = life.pages.compactMap { $0.page?.token }
        let left = tokens.subtracting(expected.reachable(from: living) { _ in true }).sorted()
        guard left.isEmpty else {
            throw Violation(.closing, "The records of \(left), which were closed, are saved")
        }
    }

    private func check(
        _ values: [String: RestorationValue],
        of token: Int,
        _ item: ExpectedObject
    ) throws {
        func check(_ key: String, _ value: String?) throws {
            let saved: String? = if case .string(let text)? = values[key] { text } else { nil }
            guard saved != value else { return }
            let text = "The record of \(token) has the \(key) \(saved ?? "none")"
            throw Violation(.retention, "\(text), not \(value ?? "none")")
        }
        try check("text", item.text)
        if !item.isNoteOpen { try check("note", item.note) }
        guard case .array(let references)? = values["references"] else {
            throw Violation(.retention, "The record of \(token) has lost its references")
        }
        let count = references.count { $0 != .reference(nil) && $0 != .null }
        guard count == item.references.count || !self.excused.isEmpty else {
            throw Violation(
                .retention,
                "The record of \(token) refers to \(count) objects, not to \(item.references)"
            )
        }
    }

    private func checkElement(
        of owner: Int,
        _ values: [String: RestorationValue],
        _ saved: ExpectedState
    ) throws {
        guard let item = saved.items[owner], case .integer(let number)? = values["element"],
            case .string(let text)? = values["text"], saved.reachable.contains(owner),
            text != item.elements[Int(number)]
        else { return }
        throw Violation(
            .retention,
            "The record of element \(number) of \(owner) has \"\(text)\""
        )
    }
}
