import RestorationEngine
import RestorationPlugins
import RestorationStorage

/// What code is asked for, by the number that stands for it in the ledger; 0 is nobody's.
enum LedgerStage: UInt32 {
    // Of a restore.
    case delegate = 1
    case create, decode, attach, finish, load
    // Of a save.
    case encode
    case contents
    case encodeDelegate
    /// A plugin's object is destroyed, in a restore, a save or between them.
    case destroy
    // Between restores and saves.
    case make, property, method, interface, cancel, binding, loadMeanwhile
    /// A converter of a plugin rewrites state, in a restore or a late one.
    case convert

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
            case .convert: .convert
            }
    }

    /// Whether a class is meant, and not one object of it.
    var isOfClass: Bool { rawValue >= Self.destroy.rawValue }
    /// Whether code that has crashed in it is asked for the same again.
    var isAskedAgain: Bool { rawValue > Self.destroy.rawValue && self != .convert }

    /// Whether it is asked for in a save, ends an object or rewrites state: nothing is shown to a
    /// person in it.
    var isUnseen: Bool {
        (Self.encode.rawValue...Self.destroy.rawValue).contains(rawValue) || self == .convert
    }

    /// Whether it is asked for in a restore, and only there.
    var isOfRestore: Bool { rawValue <= Self.load.rawValue }
}
