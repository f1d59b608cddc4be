import ArgumentParser
import RestorationLoading

/// A command that looks something up: it decides in values what there is to say, and this file alone
/// says it.
protocol LookUp: ParsableCommand {
    var output: OutputOptions { get }

    /// Finds out what was asked for.
    ///
    /// - Throws: why there is no answer; any error.
    func findings() throws -> Findings
}

extension LookUp {
    func run() throws {
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        let findings = Findings { try self.findings() }
        var status = findings.status
        if let result = findings.result {
            let text =
                switch output.format {
                case .json: try JSONDocument(result).text
                case .text: result.page().text(hasColours: streams.hasColours(.output))
                }
            if let fault = streams.write(text, to: .output) {
                streams.report(CommandError.outputFailed(errorNumber: fault).diagnosis)
                status = .failed
            }
        }
        findings.diagnoses.forEach(streams.report)
        guard status == .done else { throw ExitCode(status.rawValue) }
    }
}
