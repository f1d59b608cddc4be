internal import Logging
internal import RestorationCore

extension RestorationSession {
    /// Says once of each thing in the log that other code of the process has closed it, and after
    /// which call of a plugin that was noticed.
    func reportClosed(_ what: String) {
        guard reportedClosed.insert(what).inserted else { return }
        options.logger(.plugin).warning(
            Diagnosis(
                problem: "Other code of this process has closed \(what)"
                    + (ledger?.lastPluginCall.map { "; the last call before was \($0)" } ?? ""),
                remedy: "Let the program and its plugins close only descriptors that they have"
                    + " opened."
            )
        )
    }
}
