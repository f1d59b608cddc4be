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
        case .create: "while the object was being found or created"
        case .decode: "while the object decoded its state"
        case .attach: "while the object was given its children"
        case .finish: "while the object was notified of the end of the restore"
        case .load: "while its plugin was being loaded"
        case .encode: "while the object encoded its state"
        case .contents: "while the object was asked for its contents"
        case .encodeDelegate: "in the program's delegate during a save"
        case .call: "in a call outside a restore or save"
        case .convert: "in a converter of a plugin"
        }
    }

    // Invariant: the engine's stages have these numbers.
    init(_ stage: some RawRepresentable<UInt32>) { self = LedgerStage(rawValue: stage.rawValue)! }
}
