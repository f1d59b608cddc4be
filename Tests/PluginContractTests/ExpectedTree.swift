import RestorationCore
import RestorationKit
import TestSupport

/// What the rules say about a tree, without any code of the product: who is preserved where, and
/// what becomes of each in the second life.
struct ExpectedTree {
    typealias Path = [String]

    let tree: RandomTree
    private let children: [[Int]]
    private let steps: [Path]
    /// The path of each object that has a record.
    private(set) var paths: [Int: Path] = [:]
    private var owners: [Path: Int] = [:]
    private(set) var outcomes: [Path: RestorationReport.Outcome] = [:]
    /// The paths of the objects that were there when others decoded, whatever became of them.
    private(set) var present: Set<Path> = []
    /// Objects of the program's own that were referred to, and whose path is another's.
    private(set) var duplicates: Set<Int> = []

    /// The paths of what comes late, and of all that lies below it, as they are printed.
    private(set) var pathsBelowLate: Set<String> = []
    /// Late objects of plugins that no parent holds. Those who refer to one hold it, if they decode
    /// when it has come; those who have decoded before hold what stands for it. If there are no
    /// others, it ends again, and its state is retained.
    private(set) var unheld: [String: Int] = [:]

    /// Objects of plugins that no parent holds, as paths. Where all that refer to one are left out,
    /// or are plugins' too, whose handles hold nobody, nobody takes it, and its state is retained.
    private(set) var unreferenced: Set<String> = []

    init(_ tree: RandomTree) {
        self.tree = tree
        var children = [[Int]](repeating: [], count: tree.nodes.count)
        for (number, node) in tree.nodes.enumerated() {
            if let parent = node.parent, node.isChild { children[parent].append(number) }
        }
        self.children = children
        steps = Self.steps(tree, children)
        preserve()
        restore()
        let late = paths.filter { tree.fault(of: $0.key) == .late }.values + aboveLate
        let below = paths.values.filter { path in late.contains { path.starts(with: $0) } }
        pathsBelowLate = Set(below.map { $0.joined(separator: "/") })
        findUnheld(late)
        let loose = paths.filter { number, _ in
            tree.nodes[number].kind.isPlugin && paths[tree.nodes[number].parent!] == nil
        }
        unreferenced = Set(loose.values.map { $0.joined(separator: "/") })
    }

    /// The members of stacks that come with a late one that they lie upon.
    private var aboveLate: [Path] {
        paths.keys.filter { tree.nodes[$0].kind == .stack }.flatMap { stack in
            savedChildren(of: stack).drop { tree.fault(of: $0) != .late }.compactMap { paths[$0] }
        }
    }

    private mutating func findUnheld(_ late: [Path]) {
        for (number, path) in paths where tree.nodes[number].kind.isPlugin {
            guard outcomes[path] == .restored, paths[tree.nodes[number].parent!] == nil,
                late.contains(where: { path.starts(with: $0) })
            else { continue }
            unheld[path.joined(separator: "/")] = number
        }
    }

    /// Where each object would be: objects without an identifier add no step.
    private static func steps(_ tree: RandomTree, _ children: [[Int]]) -> [Path] {
        var steps = [Path](repeating: [], count: tree.nodes.count)
        steps[0] = ["Root"]
        for parent in tree.nodes.indices {
            var seen: [String: Int] = [:]
            for child in children[parent] {
                let node = tree.nodes[child]
                steps[child] = steps[parent]
                guard let name = node.name else { continue }
                var key = node.slot
                if key == nil, tree.nodes[parent].kind == .stack {
                    seen[name, default: 0] += 1
                    if seen[name]! > 1 { key = String(seen[name]!) }
                }
                steps[child].append(key.map { "\(name)#\($0)" } ?? name)
            }
            for (number, node) in tree.nodes.enumerated()
            where !node.isChild && node.parent == parent {
                steps[number] = steps[parent] + [node.name!]
            }
        }
        return steps
    }

    // MARK: The first life

    private mutating func preserve() {
        var queue: [Int] = []
        func meet(_ number: Int, _ state: inout ExpectedTree) {
            guard state.tree.nodes[number].name != nil, state.paths[number] == nil else { return }
            guard let path = state.freePath(of: number) else {
                state.duplicates.insert(number)
                return
            }
            state.paths[number] = path
            state.owners[path] = number
            queue.append(number)
        }
        meet(0, &self)
        var next = 0
        while next < queue.count {
            let number = queue[next]
            // What the session knows of an object comes before what that encodes itself: of a
            // container, its children.
            let isContainer = tree.nodes[number].kind.isContainer
            let (first, last) = (children[number], tree.elements(of: number))
            for other in isContainer ? first + last : last + first { meet(other, &self) }
            for target in tree.nodes[number].references { meet(target, &self) }
            next += 1
        }
    }

    /// Where an object is saved that has been met: of what classes have made, the second one of a
    /// path has a number. `nil` if it is left out.
    private func freePath(of number: Int) -> Path? {
        let path = steps[number]
        if owners[path] == nil { return path }
        // In the first life, the program builds all others itself.
        guard tree.nodes[number].kind.isPlugin else { return nil }
        let separator = path.last!.contains("#") ? "." : "#"
        let numbered = (2...).lazy.map {
            Path(path.dropLast()) + ["\(path.last!)\(separator)\($0)"]
        }
        return numbered.first { owners[$0] == nil }
    }

    /// Whether several objects would be at a path, so that all but one have a number: which of them
    /// is there by now depends on what holds them, and each save gives the numbers anew.
    func isShared(_ path: Path) -> Bool {
        paths.contains { number, own in steps[number] == path && own != path }
    }

    /// The object whose record is at a path.
    func owner(of path: Path) -> Int? { owners[path] }

    /// What the save is to say, a line for each thing.
    var issues: [String] {
        // Those that were not met, so that only what holds them or registered them knows of them.
        let unmet = tree.nodes.indices.filter { paths[$0] == nil && !duplicates.contains($0) }
            .compactMap { tree.nodes[$0].name.map { "\($0) is not met" } }
        let double = duplicates.map { "two are at \(steps[$0].joined(separator: "/"))" }
        let untagged = paths.flatMap { number, path in
            tree.nodes[number].references.filter { tree.nodes[$0].name == nil }
                .map { _ in "\(path.joined(separator: "/")) refers to one without an identifier" }
        }
        return (unmet + double + untagged).sorted()
    }

    /// The children that a record refers to, in order.
    func savedChildren(of number: Int) -> [Int] { children[number].filter { paths[$0] != nil } }

    /// Whether the object is in, or below, a stack whose record was kept, above a member that was
    /// declined: that one is gone from the record, so the stack ends there in the third life
    /// (CONT-3).
    func isAboveHole(_ number: Int) -> Bool {
        var member = number
        while let stack = tree.nodes[member].parent {
            let isKept = paths[stack].map { isStateKept(outcomes[$0]) } ?? false
            if tree.nodes[stack].kind == .stack, isKept {
                let before = savedChildren(of: stack).prefix { $0 != member }
                if before.contains(where: { outcomes[paths[$0]!] == .skipped }) { return true }
            }
            member = stack
        }
        return false
    }

    private func isStateKept(_ outcome: RestorationReport.Outcome?) -> Bool {
        outcome == .retained || outcome == .awaited
    }

    /// The objects whose state is retained for the third life.
    var kept: [(number: Int, path: Path)] {
        paths.filter { isStateKept(outcomes[$0.value]) }.map { ($0.key, $0.value) }
    }

    /// The elements that have their state although their owners failed to decode.
    var elementsOfFailed: [(number: Int, path: String)] {
        paths.filter { number, path in
            let node = tree.nodes[number]
            guard node.isElement, outcomes[path] == .restored else { return false }
            return tree.fault(of: node.parent!) == .failing
        }
        .map { ($0.key, $0.value.joined(separator: "/")) }
        .filter { !pathsBelowLate.contains($0.1) }
    }

    // MARK: The second life, when all has arrived that does

    private enum Fate {
        case abandoned, retained, awaited

        var outcome: RestorationReport.Outcome {
            switch self {
            case .abandoned: .skipped
            case .retained: .retained
            case .awaited: .awaited
            }
        }
    }

    private mutating func restore() {
        var fates: [Path: Fate] = [:]
        let records = paths.sorted { $0.value.count < $1.value.count }
        for (number, path) in records {
            outcomes[path] = .restored
            if let fate = fate(above: path, fates) {
                outcomes[path] = fate.outcome
                continue
            }
            switch tree.fault(of: number) {
            case .declined: (outcomes[path], fates[path]) = (.skipped, .abandoned)
            case .classGone: (outcomes[path], fates[path]) = (.retained, .retained)
            case .late where tree.isNeverThere(number):
                (outcomes[path], fates[path]) = (.awaited, .awaited)
            case .none, .failing, .late: break
            }
        }
        closeGaps { tree, number in tree.outcomes[tree.paths[number]!] == .restored }
        let live = outcomes
        present = Set(live.filter { $0.value == .restored }.keys)
        for (number, path) in records
        where tree.fault(of: number) == .failing && outcomes[path] == .restored && number != 0 {
            outcomes[path] = .retained
        }
        // Elements go with an owner that its container does not get.
        for (number, path) in records where tree.nodes[number].isElement {
            let owner = tree.nodes[number].parent!
            guard tree.fault(of: owner) == .failing, outcomes[path] == .restored,
                tree.nodes[owner].maker == .restorationClass, let above = tree.nodes[owner].parent,
                paths[above] != nil, tree.nodes[above].kind.isContainer,
                outcomes[paths[owner]!] == .retained
            else { continue }
            outcomes[path] = .retained
        }
        closeGaps(live) { tree, number in
            // What the program has attached stays.
            tree.tree.nodes[number].isOwn || tree.outcomes[tree.paths[number]!] == .restored
        }
        leaveOutBelowLate(records.map(\.key))
    }

    /// Where a late object cannot come, nobody asks for what is below it.
    private mutating func leaveOutBelowLate(_ parentsFirst: [Int]) {
        for number in parentsFirst where tree.fault(of: number) == .late {
            let path = paths[number]!
            let above = (1..<path.count).compactMap { outcomes[Array(path[..<$0])] }
            if outcomes[path] == .skipped, let outcome = above.last(where: { isStateKept($0) }) {
                outcomes[path] = outcome
            }
            let isWithParent = above.contains(.skipped)
            guard isStateKept(outcomes[path]) || outcomes[path] == .skipped && isWithParent else {
                continue
            }
            for other in paths.values where other.count > path.count && other.starts(with: path) {
                outcomes[other] = outcomes[path]
            }
        }
    }

    private func fate(above path: Path, _ fates: [Path: Fate]) -> Fate? {
        for length in stride(from: path.count - 1, to: 0, by: -1) {
            if let fate = fates[Array(path[..<length])] { return fate }
        }
        return nil
    }

    /// Leaves out what lies above a gap in a stack.
    ///
    /// - Parameter live: Whether a stack itself is there, if that is not what its outcome says.
    private mutating func closeGaps(
        _ live: [Path: RestorationReport.Outcome]? = nil,
        isThere: (ExpectedTree, Int) -> Bool
    ) {
        var fates: [Path: Fate] = [:]
        for (number, path) in paths
        where tree.nodes[number].kind == .stack && (live ?? outcomes)[path] == .restored {
            let members = savedChildren(of: number)
            guard let gap = members.firstIndex(where: { !isThere(self, $0) }) else { continue }
            let fate: Fate =
                switch outcomes[paths[members[gap]]!] {
                case .retained: .retained
                case .awaited: .awaited
                default: .abandoned
                }
            for member in members[(gap + 1)...] {
                switch outcomes[paths[member]!] {
                case .restored: fates[paths[member]!] = fate
                // What cannot come any more is not waited for.
                case .awaited where fate == .retained: fates[paths[member]!] = .retained
                default: break
                }
            }
        }
        // What waits below something that does not come does not come either.
        for path in fates.keys.sorted(by: { $0.count < $1.count }) where fates[path] == .awaited {
            fates[path] = fate(above: path, fates) ?? .awaited
        }
        for (number, path) in paths {
            guard let fate = fates[path] ?? fate(above: path, fates) else { continue }
            if outcomes[path] == .awaited {
                // Below what is left out on purpose nothing comes either.
                if fate == .retained || fates[path] == nil { outcomes[path] = fate.outcome }
                continue
            }
            guard (live ?? outcomes)[path] == .restored else { continue }
            let isFailed = tree.fault(of: number) == .failing && outcomes[path] == .retained
            outcomes[path] = isFailed ? .retained : fate.outcome
        }
    }
}
