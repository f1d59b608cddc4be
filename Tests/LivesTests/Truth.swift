/// What an object is, wherever it comes from.
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

    /// Those that classes make.
    static let made: [Kind] = [
        .leaf, .leaf, .leaf, .stack, .stack, .tabs, .tabs, .box, .list, .presenter, .form,
    ]

    var hasMembers: Bool { self == .stack || self == .tabs || self == .box || self == .list }
}

/// An object as the script knows it.
struct Thing {
    let kind: Kind
    /// `nil` of a window, or of a registered object.
    let className: String?
    var name: String
    var text = ""
    /// A value that newer versions of the program alone know.
    var note: String?
    /// Whether the script does not say what became of the note.
    var isNoteOpen = false
    var references: [Int] = []
    var children: [Int] = []
    /// The slots of tabs.
    var keys: [Int: String] = [:]
    var selected: Int?
    var isSelectionOpen = false
    var presented: Int?
    var model: Int?
    /// The texts of a form's elements.
    var elements: [String] = []
    /// Children of which the script does not say between which others they are.
    var loose: Set<Int> = []

    /// Children that lost their slot to another one while they were not there: they are there again
    /// when it is free.
    var displaced: Set<Int> = []

    /// Takes what the object encodes itself from what it encoded before.
    mutating func takeValues(of before: Thing) {
        (text, note, references) = (before.text, before.note, before.references)
        if kind == .list { children = before.children }
    }

    var contents: [Int] { children + [presented, model].compactMap { $0 } }
}

/// What the person has made and not closed, from the script alone. A thing is closed when nothing
/// has or references it any more.
struct Truth {
    var things: [Int: Thing] = [:]
    /// In the order in which they were opened.
    var windows: [Int] = []
    /// Objects that were not to be seen when the last reference to them went, though nobody closed
    /// the object that they are part of: the script does not say whether they are closed.
    var uncertain: Set<Int> = []

    var reachable: Set<Int> { reachable(from: windows) { _ in true } }

    /// What may be there though nothing says that it is.
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

    /// The object and all that it contains or presents.
    func subtree(of token: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = [token]
        while let token = open.popLast() {
            if found.insert(token).inserted { open += things[token]?.contents ?? [] }
        }
        return found
    }

    /// The object that contains or presents another one.
    func holder(of token: Int) -> Int? {
        things.first { $0.value.contents.contains(token) }?.key
    }

    /// Takes an object out of its container; a stack loses the members above as well that are not
    /// to be seen.
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

    /// What may be hidden though all is well, since another object has its slot.
    var displaced: Set<Int> {
        let displaced = things.values.reduce(into: Set<Int>()) { $0.formUnion($1.displaced) }
        if displaced.isEmpty { return [] }
        return reachable.subtracting(reachable(from: windows) { !displaced.contains($0) })
    }

    /// Takes the order of children from what is to be seen, where it was open.
    mutating func adoptOrder(of children: [Int], in holder: Int) {
        guard let thing = things[holder], !thing.loose.isDisjoint(with: children) else { return }
        let shown = Set(children)
        // Where these lie among those that are still not there stays open.
        things[holder]!.loose = Set(thing.children).subtracting(shown)
        var rest = children[...]
        things[holder]!.children = thing.children.map {
            shown.contains($0) ? rest.removeFirst() : $0
        }
    }

    /// Where an object that is not to be seen lies among others is open once those change.
    mutating func loosen(_ holder: Int, isVisible: (Int) -> Bool) {
        guard let thing = things[holder], thing.kind == .tabs || thing.kind == .box else { return }
        things[holder]!.loose = Set(thing.children.filter { !isVisible($0) })
    }

    /// Takes an object, and all of it, out of everything.
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
