internal import Logging
internal import RestorationCore

extension RestorationSession {
    /// Says once of each thing in the log that other code of the process has closed it.
    func reportClosed(_ what: String) {
        guard reportedClosed.insert(what).inserted else { return }
        options.logger(.plugin).warning(
            Diagnosis(
                problem: "Other code of this process has closed \(what)",
                remedy: "Let the program and its plugins close only descriptors that they have"
                    + " opened."
            )
        )
    }
}
