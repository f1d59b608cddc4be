/// The program that a session serves: its options, objects, classes and delegate, with the gate for
/// its calls and the ledger of its crashes.
final class HostProgram {
    let gate = SessionGate()
    let options: RestorationOptions
    let records = RecordSet()
    let classes: ClassDirectory
    weak var delegate: (any RestorationDelegate)?
    /// `nil` if there is no ledger file.
    var ledger: CrashLedger?

    init(
        _ options: RestorationOptions,
        _ classes: ClassDirectory,
        _ delegate: (any RestorationDelegate)?
    ) {
        self.options = options
        self.classes = classes
        self.delegate = delegate
        records.classes = classes
        records.keepsUnavailable = !options.isStrict
    }
}
