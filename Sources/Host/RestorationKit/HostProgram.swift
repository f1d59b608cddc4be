/// The program that a session serves: the gate for its calls, its options, its live objects with
/// their classes, its delegate, and the ledger of its crashes.
final class HostProgram {
    let gate = SessionGate()
    let options: RestorationOptions
    let records = RecordSet()
    let classes: ClassDirectory
    weak var delegate: (any RestorationDelegate)?
    /// `nil` where there is no place for it.
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
