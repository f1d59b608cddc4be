/// What the rules say is saved of windows, and what is there of it in each life, without any code
/// of the product.
struct ExpectedWindows {
    let plan: RandomWindows
    /// The objects that are saved, or retained.
    private(set) var saved: Set<Int>
    /// Where they are, and what they are called.
    private(set) var places: [Place]
    /// The children of containers, in order.
    private(set) var children: [Int: [Int]] = [:]
    private(set) var selections: [Int: Int] = [:]
    private(set) var references: [[Int]]
    private(set) var values: [Int]

    /// What the person has done, to read when something is not as expected.
    private(set) var history: [String] = []

    /// What the life that is being played has of it.
    private(set) var live: Set<Int> = []
    /// Those that are there without their state.
    private(set) var stateless: Set<Int> = []
    /// Those that have been in a slot whose key could be a number of the session's: outside of it
    /// they may still be told apart by that number from another one of their name.
    private var numbered: Set<Int> = []
    /// The windows that they were restored in.
    private var homes: [Int] = []

    struct Place {
        /// `nil` of a window.
        var parent: Int?
        var slot: String?
        var name: String
    }

    init(_ plan: RandomWindows) {
        self.plan = plan
        saved = Set(plan.nodes.indices)
        places = plan.nodes.map { Place(parent: $0.parent, slot: $0.slot, name: $0.name) }
        references = plan.references
        values = Array(plan.nodes.indices)
        for (number, node) in plan.nodes.enumerated() {
            if let parent = node.parent { children[parent, default: []].append(number) }
        }
        for (number, members) in children where number.isMultiple(of: 2) {
            selections[number] = members.last
        }
        live = saved
    }

    var windows: [Int] {
        plan.nodes.indices.filter { plan.nodes[$0].parent == nil && saved.contains($0) }
    }

    func isBelow(_ number: Int, _ ancestor: Int) -> Bool {
        sequence(first: number) { places[$0].parent }.contains(ancestor)
    }

    private func window(of number: Int) -> Int {
        Array(sequence(first: number) { places[$0].parent }).last!
    }

    /// The names from its window to an object.
    func path(of number: Int) -> [String] {
        sequence(first: number) { places[$0].parent }.map { places[$0].name }.reversed()
    }

    // MARK: Restoring

    /// Says what is there when a life has restored, and all has arrived that does.
    mutating func restore(_ troubles: RandomWindows.Troubles) {
        live = []
        stateless = []
        homes = places.indices.map { window(of: $0) }
        // 1. What can be made, parents first. A stack ends below what cannot.
        for window in windows { make(window, troubles) }
        // 2. What fails to decode is not there, and ends a stack after all have decoded.
        for number in saved where troubles.faults[number] == .decodingFails { live.remove(number) }
        for number in live where plan.nodes[number].kind == .stack { endStack(number) }
        for number in live where troubles.faults[number] == .neverReady { stateless.insert(number) }
        if plan.isStrict { giveUp() }
    }

    private mutating func make(_ number: Int, _ troubles: RandomWindows.Troubles) {
        live.insert(number)
        let node = plan.nodes[number]
        for child in children[number] ?? [] {
            let isGone = troubles.isClassGone && plan.nodes[child].isOfPlugin
            switch troubles.faults[child] {
            case _ where isGone, .creationFails, .lateForEver:
                if node.kind == .stack { return }
            default: make(child, troubles)
            }
        }
    }

    private mutating func endStack(_ stack: Int) {
        let members = children[stack] ?? []
        guard let gap = members.firstIndex(where: { !live.contains($0) }) else { return }
        for member in members[gap...] { live = live.filter { !isBelow($0, member) } }
    }

    /// Under the preset `uikit`, nothing is retained.
    private mutating func giveUp() { for number in saved.subtracting(live) { forget(number) } }

    private mutating func forget(_ number: Int) {
        saved.remove(number)
        live.remove(number)
        children[number] = nil
        selections = selections.filter { $0.value != number && $0.key != number }
        for parent in children.keys { children[parent]!.removeAll { $0 == number } }
        for holder in references.indices { references[holder].removeAll { $0 == number } }
    }

    // MARK: Acting

    /// Whether all children of a container are there, and all that they contain.
    func isWhole(_ number: Int) -> Bool {
        saved.filter { isBelow($0, number) }.allSatisfy { live.contains($0) }
    }

    /// Whether all children of a container are there, whatever has become of what they contain.
    func isComplete(_ number: Int) -> Bool {
        children[number, default: []].allSatisfy { live.contains($0) }
    }

    /// Whether nothing outside refers to the object, or to what is below it.
    func isFree(_ number: Int) -> Bool {
        saved.allSatisfy { holder in
            isBelow(holder, number) || !references[holder].contains { isBelow($0, number) }
        }
    }

    /// Whether all that is retained in a window was in it when it was restored. It goes with that
    /// one: what is retained of an object that is moved to another window, which is closed in the
    /// same launch, stays where it was (seed 4039).
    func retainsOnlyItsOwn(_ window: Int) -> Bool {
        saved.subtracting(live).union(stateless).allSatisfy {
            !isBelow($0, window) || homes[$0] == window
        }
    }

    /// Whether another child of a container has a name.
    func isTaken(_ name: String, in container: Int, besides number: Int) -> Bool {
        children[container, default: []].contains {
            $0 != number && places[$0].name == name && places[$0].slot == nil
        }
    }

    /// Whether only the session knows if a name is taken.
    func mayBeFree(_ name: String, in container: Int, besides number: Int) -> Bool {
        children[container, default: []].contains {
            $0 != number && places[$0].name == name && numbered.contains($0)
        }
    }

    /// Whether a slot of a container can be an object's.
    func isFree(slot: String, in container: Int, for number: Int) -> Bool {
        plan.nodes[container].kind == .places
            && children[container, default: []].allSatisfy {
                $0 == number || places[$0].slot != slot
            }
    }

    /// Whether an object may be moved to a container: where it is, and goes to, its place among the
    /// others is known, and the plan has nothing that it must not meet there.
    func canMove(_ number: Int, to container: Int) -> Bool {
        guard let parent = places[number].parent, !isBelow(container, number) else { return false }
        return isComplete(parent) && isComplete(container)
            && (plan.nodes[container].kind == .places || !plan.isKeptOutOfStacks(number))
    }

    mutating func note(_ act: String) { history.append(act) }

    mutating func change(_ number: Int) {
        note("change \(number)")
        values[number] += 100
    }

    mutating func select(_ child: Int, in number: Int) {
        note("select \(child) in \(number)")
        selections[number] = child
    }

    mutating func reverse(_ number: Int) {
        note("reverse \(number)")
        children[number]!.reverse()
    }

    mutating func rename(_ number: Int, to name: String) {
        note("rename \(number) to \(name)")
        places[number].name = name
    }

    mutating func move(_ number: Int, to container: Int, at index: Int, in slot: String?) {
        note("move \(number) to \(container), at \(index), in \(slot ?? "no slot")")
        let parent = places[number].parent!
        children[parent]!.removeAll { $0 == number }
        if selections[parent] == number { selections[parent] = nil }
        children[container, default: []].insert(number, at: index)
        places[number].parent = container
        places[number].slot = slot
        if slot.flatMap({ Int($0) }) != nil { numbered.insert(number) }
    }

    /// The person closes an object, or a window.
    mutating func close(_ number: Int) {
        note("close \(number)")
        for other in saved where isBelow(other, number) { forget(other) }
    }
}
