/// Contestants on one tree, interleaved: A B C, A B C.
struct Comparison {
    let title: String
    let count: Int
    var shape = TreePlan.Shape.bushy
    let rounds: Int
    /// The keyed archiver runs only in every nth round, because it takes a minute where the others
    /// take a second.
    var archiverInterval = 1

    func run(_ names: Set<ContestantName>) throws -> Results {
        let plan = TreePlan(count: count, shape: shape)
        var results = Results(title: title, count: count, shape: shape)
        // The archiver and JSON recurse at each level of the tree.
        let chosen = ContestantName.allCases.filter { name in
            names.contains(name) && (shape == .bushy || name == .session)
        }
        let contestants = try chosen.map { (name: $0, contestant: try $0.type.init(plan)) }
        for round in 0..<rounds {
            for (name, contestant) in contestants
            where name != .archiver || round % archiverInterval == 0 {
                try contestant.round(&results)
            }
        }
        return results
    }
}
