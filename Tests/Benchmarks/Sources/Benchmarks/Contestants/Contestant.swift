/// One or more ways to preserve and restore a tree.
protocol Contestant: AnyObject {
    init(_ plan: TreePlan) throws

    /// Preserves and restores once, and checks that the restored tree is complete.
    func round(_ results: inout Results) throws
}

/// The choices of `--only`, in the order in which they run.
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
