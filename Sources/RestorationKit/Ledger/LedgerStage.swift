import RestorationEngine
import RestorationPlugins
import RestorationStorage

/// What code is asked for, by the number that stands for it in the ledger; 0 is nobody's.
enum LedgerStage: UInt32 {
    // Of a restore.
    case delegate = 1
    case create, decode, attach, finish, load
    // Of a save.
    case encode, contents, encodeDelegate
    // At any time. What these are about is a class, and not one object of it.
    case destroy, make, property, method, interface, cancel, binding, loadMeanwhile
    case convertMeanwhile
    /// A converter of a plugin rewrites the state of an object that is restored.
    case convert

    /// What a crash in a call keeps its object out of.
    enum Kind { case restore, save, other }

    var kind: Kind {
        switch self {
        case .delegate, .create, .decode, .attach, .finish, .load, .convert: .restore
        case .encode, .contents, .encodeDelegate: .save
        default: .other
        }
    }

    /// The stage of a mark or of a suspect.
    init?(ofLedger number: UInt32) {
        self.init(rawValue: number & ~(LedgerPage.lateStage | LedgerPage.pluginStage))
    }

    init(_ stage: RestorationStep.Stage) {
        self =
            switch stage {
            case .delegate: .delegate
            case .create: .create
            case .decode: .decode
            case .attach: .attach
            case .finish: .finish
            case .load: .load
            }
    }

    init(_ stage: SavingStage) {
        self =
            switch stage {
            case .delegate: .encodeDelegate
            case .contents: .contents
            case .encode: .encode
            }
    }

    init(_ stage: PluginCallStage) {
        self =
            switch stage {
            case .destroy: .destroy
            case .make: .make
            case .property: .property
            case .method: .method
            case .interface: .interface
            case .cancel: .cancel
            case .binding: .binding
            case .load: .loadMeanwhile
            case .convert: .convertMeanwhile
            }
    }
}
