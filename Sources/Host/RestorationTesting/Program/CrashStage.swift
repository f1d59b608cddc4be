import RestorationEngine

/// The step of an object, or of the delegate, in which the program crashes.
public enum CrashStage: Hashable, Sendable, CaseIterable {
    /// The first call of the session's delegate. Has no path.
    case delegate
    /// The class creates the object, or the program looks it up in its own graph.
    case create
    /// The object decodes its state.
    case decode
    /// The object takes back its children or its presented object.
    case attach
    /// The object learns that the restore is complete.
    case finish

    /// In a save, the object encodes its state.
    case encode
    /// In a save, the object lists its children, presented object or elements.
    case list
    /// In a save, the session calls its delegate. Has no path.
    case preserve

    var isOfDelegate: Bool { self == .delegate || self == .preserve }
    var isOfSave: Bool { self == .encode || self == .list || self == .preserve }

    init(_ stage: SavingStage) {
        self =
            switch stage {
            case .delegate: .preserve
            case .contents: .list
            case .encode: .encode
            }
    }

    /// `nil` for a stage of plugins only.
    init?(_ stage: RestorationStep.Stage) {
        switch stage {
        case .load: return nil
        case .delegate: self = .delegate
        case .create: self = .create
        case .decode: self = .decode
        case .attach: self = .attach
        case .finish: self = .finish
        }
    }
}
