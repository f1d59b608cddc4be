import RestorationEngine

/// What the code of an object is asked for when the program crashes in it.
public enum CrashStage: Hashable, Sendable, CaseIterable {
    /// Its restoration class creates it, or the program looks for it in its own graph.
    case create
    /// It decodes its state.
    case decode
    /// It takes back its children, or what it presents.
    case attach
    /// It hears that the restore is done.
    case finish

    init?(_ stage: RestorationStep.Stage) {
        switch stage {
        case .delegate: return nil
        case .create: self = .create
        case .decode: self = .decode
        case .attach: self = .attach
        case .finish: self = .finish
        }
    }
}
