package import RestorationCore

extension Diagnosis {
    /// Formats one line of a report from its head and an optional reason.
    ///
    /// - Parameters:
    ///   - head: The subject and its outcome.
    ///   - subject: A place that the head already names.
    package static func line(
        _ head: String,
        _ reason: Diagnosis?,
        of subject: String = ""
    ) -> String {
        guard let reason else { return head }
        let place = reason.place.flatMap { $0 == subject ? nil : " (\($0))" } ?? ""
        return "\(head): \(reason.problem)\(place). \(reason.remedy)"
    }
}
