internal import RestorationCore
internal import RestorationEngine

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
