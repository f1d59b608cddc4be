/// The calls in the ledger, by number; 0 is none.
enum LedgerStage: UInt32 {
    case delegate = 1
    case create, decode, attach, finish, load
    case encode, contents, encodeDelegate
    /// A plugin's code outside restores and saves.
    case call
    /// A plugin's converter, for an object being restored.
    case convert

    var isOfSave: Bool { self == .encode || self == .contents || self == .encodeDelegate }

    /// A clause: "while the object decoded its state".
    var moment: String {
        switch self {
        case .delegate: "in the program's delegate"
        case .create: "while the object was being looked for or created"
        case .decode: "while the object decoded its state"
        case .attach: "while the object took back what it holds"
        case .finish: "while the object was told that the restore is finished"
        case .load: "while its plugin was being loaded"
        case .encode: "while the object encoded its state"
        case .contents: "while the object was asked for what it contains"
        case .encodeDelegate: "in the program's delegate while it saved"
        case .call: "in a call outside a restore or save"
        case .convert: "in a converter of a plugin"
        }
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
}
