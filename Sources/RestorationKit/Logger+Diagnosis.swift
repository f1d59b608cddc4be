import Logging
import RestorationCore

extension Logger {
    /// Logs a diagnosis: what happened as the message, where and what to do as its metadata.
    func warning(_ diagnosis: Diagnosis) {
        let place: Logger.Metadata = diagnosis.place.map { ["place": "\($0)"] } ?? [:]
        warning(
            "\(diagnosis.problem)",
            metadata: place.merging(["fix": "\(diagnosis.remedy)"]) { $1 }
        )
    }
}
