/// The outcome of a save.
public struct SaveOutcome: Sendable {
    /// The number of the generation, higher than any before; 0 if none was captured.
    public let generation: UInt64
    /// The objects left out, and why.
    public let report: PreservationReport
    /// Why the save is not on disk; `nil` if it is. The state stays marked as changed, and the save
    /// is retried.
    public let error: Diagnosis?
    /// Repairs that the store made during the save, such as writing back a removed key file. Also
    /// logged.
    public var notes: [Diagnosis] = []
    /// The cause of ``error``, if the store failed.
    package var cause: StorageError?
}

extension SaveOutcome: CustomStringConvertible {
    /// A line for the generation, one for each note, and the lines of the report.
    public var description: String {
        let head = "Generation \(generation)" + (error == nil ? "" : ": not saved")
        let lines =
            [Diagnosis.line(head, error)] + notes.map { Diagnosis.line("Note", $0) }
            + [report.description]
        return lines.joined(separator: "\n")
    }
}
