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
struct Thing {
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
    mutating func takeValues(of before: Thing) {
        (text, note, references) = (before.text, before.note, before.references)
        if kind == .list { children = before.children }
    }

    var contents: [Int] { children + [presented, model].compactMap { $0 } }
}

/// The objects that the user has made and not closed, derived from the script alone. An object is
/// closed when no other object contains or references it.
struct Truth {
    var things: [Int: Thing] = [:]
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
            guard isOpen(token), let thing = things[token], found.insert(token).inserted else {
                continue
            }
            open += thing.contents
            if hasReferences(token) { open += thing.references }
        }
        return found
    }

    /// The object and all objects that it contains or presents.
    func subtree(of token: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = [token]
        while let token = open.popLast() {
            if found.insert(token).inserted { open += things[token]?.contents ?? [] }
        }
        return found
    }

    func holder(of token: Int) -> Int? {
        things.first { $0.value.contents.contains(token) }?.key
    }

    /// Removes an object from its container. A stack also loses the invisible members above it.
    mutating func take(_ token: Int, from holder: Int, isVisible: (Int) -> Bool) {
        guard var thing = things[holder] else { return }
        if thing.presented == token { thing.presented = nil }
        if let index = thing.children.firstIndex(of: token) {
            thing.children.remove(at: index)
            let key = thing.keys.removeValue(forKey: token)
            thing.displaced.remove(token)
            thing.displaced = thing.displaced.filter { thing.keys[$0] != key }
            if thing.kind == .stack {
                while index < thing.children.count, !isVisible(thing.children[index]) {
                    if thing.selected == thing.children[index] { thing.selected = nil }
                    thing.children.remove(at: index)
                }
            }
        }
        if thing.selected == token { thing.selected = nil }
        things[holder] = thing
        loosen(holder, isVisible: isVisible)
    }

    /// Objects that may be hidden even without faults, because another object has their slot.
    var displaced: Set<Int> {
        let displaced = things.values.reduce(into: Set<Int>()) { $0.formUnion($1.displaced) }
        if displaced.isEmpty { return [] }
        return reachable.subtracting(reachable(from: windows) { !displaced.contains($0) })
    }

    /// Adopts the order of the visible children in the running program, if the script cannot
    /// predict the position of one of them.
    mutating func adoptOrder(of children: [Int], in holder: Int) {
        guard let thing = things[holder], !thing.loose.isDisjoint(with: children) else { return }
        let shown = Set(children)
        // Their position among the children that are still unavailable stays unpredictable.
        things[holder]!.loose = Set(thing.children).subtracting(shown)
        var rest = children[...]
        things[holder]!.children = thing.children.map {
            shown.contains($0) ? rest.removeFirst() : $0
        }
    }

    /// Marks the positions of the invisible children of tabs or a box as unpredictable, because the
    /// visible children have changed.
    mutating func loosen(_ holder: Int, isVisible: (Int) -> Bool) {
        guard let thing = things[holder], thing.kind == .tabs || thing.kind == .box else { return }
        things[holder]!.loose = Set(thing.children.filter { !isVisible($0) })
    }

    /// Removes objects and all references to them.
    mutating func forget(_ tokens: Set<Int>) {
        windows.removeAll(where: tokens.contains)
        for (token, thing) in things
        where !tokens.isDisjoint(with: thing.contents + thing.references) {
            var thing = thing
            thing.children.removeAll(where: tokens.contains)
            thing.references.removeAll(where: tokens.contains)
            for token in tokens { thing.keys[token] = nil }
            thing.displaced = thing.displaced.filter { child in
                thing.keys.contains { $0.key != child && $0.value == thing.keys[child] }
            }
            if thing.presented.map(tokens.contains) == true { thing.presented = nil }
            if thing.selected.map(tokens.contains) == true { thing.selected = nil }
            if thing.model.map(tokens.contains) == true { thing.model = nil }
            things[token] = thing
        }
        for token in tokens { things[token] = nil }
    }
}
