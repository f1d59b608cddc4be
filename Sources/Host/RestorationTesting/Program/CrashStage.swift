import RestorationEngine

/// What the code of an object, or of the delegate, is asked for when the program crashes in it.
public enum CrashStage: Hashable, Sendable, CaseIterable {
    /// The session's delegate is asked or told for the first time. It has no path.
    case delegate
    /// Its restoration class creates it, or the program looks for it in its own graph.
    case create
    /// It decodes its state.
    case decode
    /// It takes back its children, or what it presents.
    case attach
    /// It hears that the restore is done.
    case finish

    /// In a save, it encodes its state.
    case encode
    /// In a save, it is asked for what it contains, presents or owns.
    case list
    /// In a save, the session's delegate is asked and told. It has no path.
    case preserve

    /// Whether it is the delegate that is asked.
    var isOfDelegate: Bool { self == .delegate || self == .preserve }
    /// Whether it is asked in a save.
    var isOfSave: Bool { self == .encode || self == .list || self == .preserve }

    init(_ stage: SavingStage) {
        self =
            switch stage {
            case .delegate: .preserve
            case .contents: .list
            case .encode: .encode
            }
    }

    /// `nil` for what only plugins do.
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
