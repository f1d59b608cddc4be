/// One way, or several, to preserve and restore a tree.
protocol Contestant: AnyObject {
    init(_ plan: TreePlan) throws

    /// Runs both directions once, and checks that what came back is the tree.
    func round(_ results: inout Results) throws
}

/// What `--only` chooses from, in the order of their turns.
enum ContestantName: String, CaseIterable {
    case coder, session, archiver, json

    var type: any Contestant.Type {
        switch self {
        case .coder: CoderContestant.self
        case .session: SessionContestant.self
        case .archiver: KeyedArchiverContestant.self
        case .json: JSONContestant.self
        }
    }
}
