/// The kind of an object, independent of its class.
enum Kind: String, CaseIterable {
    case leaf = "Leaf"
    case stack = "Stack"
    case tabs = "Tabs"
    case box = "Box"
    /// A plain object that encodes references to its children.
    case list = "List"
    case presenter = "Presenter"
    /// An owner of elements.
    case form = "Form"
    /// A registered object of a window.
    case model = "Model"

    /// The kinds of objects that classes make. A repeated kind is chosen more often at random.
    static let made: [Kind] = [
        .leaf, .leaf, .leaf, .stack, .stack, .tabs, .tabs, .box, .list, .presenter, .form,
    ]

    var hasMembers: Bool { self == .stack || self == .tabs || self == .box || self == .list }
}

/// An object as the script predicts it.
struct ExpectedObject {
    let kind: Kind
    /// `nil` for a window or a registered object.
    let className: String?
    var name: String
    var text = ""
    /// A value that only newer versions of the program know.
    var note: String?
    /// Whether the script cannot predict the note.
    var isNoteOpen = false
    var references: [Int] = []
    var children: [Int] = []
    var keys: [Int: String] = [:]
    var selected: Int?
    var presented: Int?
    var model: Int?
    var elements: [String] = []
    /// Children whose position among the others the script cannot predict.
    var loose: Set<Int> = []

    /// Children that lost their slot to another child while they were unavailable. They return when
    /// the slot is free.
    var displaced: Set<Int> = []

    /// Replaces the values that the object itself encodes by earlier ones.
    mutating func takeValues(of before: ExpectedObject) {
        (text, note, references) = (before.text, before.note, before.references)
        if kind == .list { children = before.children }
    }

    mutating func remove(_ contents: Set<Int>) {
        children.removeAll(where: contents.contains)
        if presented.map(contents.contains) == true { presented = nil }
        if model.map(contents.contains) == true { model = nil }
    }

    /// Gives children their slots again that no other child has.
    mutating func returnDisplaced() {
        displaced = displaced.filter { child in
            keys.contains { $0.key != child && $0.value == keys[child] }
        }
    }

    var contents: [Int] { children + [presented, model].compactMap { $0 } }
}

/// The objects that the user has made and not closed, derived from the script alone. An object is
/// closed when no other object contains or references it.
struct ExpectedState {
    var items: [Int: ExpectedObject] = [:]
    /// In the order of opening.
    var windows: [Int] = []
    /// Objects that were unavailable when their last reference went, while the object that contains
    /// them stayed open. The script cannot predict whether they are closed.
    var uncertain: Set<Int> = []

    var reachable: Set<Int> { reachable(from: windows) { _ in true } }

    /// Objects that may exist although the script does not require them.
    var excused: Set<Int> {
        uncertain.isEmpty ? [] : reachable(from: Array(uncertain)) { _ in true }
    }

    func reachable(
        from start: [Int],
        referring hasReferences: (Int) -> Bool = { _ in true },
        through isOpen: (Int) -> Bool
    ) -> Set<Int> {
        var found: Set<Int> = []
        var open = start
        while let token = open.popLast() {
            guard isOpen(token), let item = items[token], found.insert(token).inserted else {
                continue
            }
            open += item.contents
            if hasReferences(token) { open += item.references }
        }
        return found
    }

    /// The object and all objects that it contains or presents.
    func subtree(of token: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = [token]
        while let token = open.popLast() {
            if found.insert(token).inserted { open += items[token]?.contents ?? [] }
        }
        return found
    }

    func holder(of token: Int) -> Int? {
        items.first { $0.value.contents.contains(token) }?.key
    }

    /// Removes an object from its container. A stack also loses the invisible members above it.
    mutating func take(_ token: Int, from holder: Int, isVisible: (Int) -> Bool) {
        guard var item = items[holder] else { return }
        if item.presented == token { item.presented = nil }
        if let index = item.children.firstIndex(of: token) {
            item.children.remove(at: index)
            item.keys[token] = nil
            item.returnDisplaced()
            if item.kind == .stack {
                while index < item.children.count, !isVisible(item.children[index]) {
                    if item.selected == item.children[index] { item.selected = nil }
                    item.children.remove(at: index)
                }
            }
        }
        if item.selected == token { item.selected = nil }
        items[holder] = item
        loosen(holder, isVisible: isVisible)
    }

    /// Objects that may be hidden even without faults, because another object has their slot.
    var displaced: Set<Int> {
        let displaced = items.values.reduce(into: Set<Int>()) { $0.formUnion($1.displaced) }
        if displaced.isEmpty { return [] }
        return reachable.subtracting(reachable(from: windows) { !displaced.contains($0) })
    }

    /// Adopts the order of the visible children in the running program, if the script cannot
    /// predict the position of one of them.
    mutating func adoptOrder(of children: [Int], in holder: Int) {
        guard let item = items[holder], !item.loose.isDisjoint(with: children) else { return }
        let shown = Set(children)
        // Their position among the children that are still unavailable stays unpredictable.
        items[holder]!.loose = Set(item.children).subtracting(shown)
        var rest = children[...]
        items[holder]!.children = item.children.map {
            shown.contains($0) ? rest.removeFirst() : $0
        }
    }

    /// Marks the positions of the invisible children of tabs or a box as unpredictable, because the
    /// visible children have changed.
    mutating func loosen(_ holder: Int, isVisible: (Int) -> Bool) {
        guard let item = items[holder], item.kind == .tabs || item.kind == .box else { return }
        items[holder]!.loose = Set(item.children.filter { !isVisible($0) })
    }

    /// Removes the closed windows to which objects still refer, with their models: the program does
    /// not build them again. Objects in them may come back.
    mutating func forgetClosedWindows() {
        let closed = items.filter { token, item in
            item.className == nil && item.kind != .model && !windows.contains(token)
        }
        for (token, item) in closed {
            uncertain.formUnion(subtree(of: token).subtracting([token]))
            forget(Set([token, item.model].compactMap(\.self)))
        }
    }

    /// Removes objects and all references to them.
    mutating func forget(_ tokens: Set<Int>) {
        windows.removeAll(where: tokens.contains)
        for (token, item) in items
        where !tokens.isDisjoint(with: item.contents + item.references) {
            var item = item
            item.children.removeAll(where: tokens.contains)
            item.references.removeAll(where: tokens.contains)
            for token in tokens { item.keys[token] = nil }
            item.returnDisplaced()
            if item.presented.map(tokens.contains) == true { item.presented = nil }
            if item.selected.map(tokens.contains) == true { item.selected = nil }
            if item.model.map(tokens.contains) == true { item.model = nil }
            items[token] = item
        }
        for token in tokens { items[token] = nil }
    }
}
