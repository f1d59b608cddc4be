import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationStorage

/// A command. It returns its results as values, and only this file prints them.
protocol Command: ParsableCommand {
    var output: OutputOptions { get }

    /// Runs the command.
    ///
    /// - Throws: Any error, for the reason that there is no result.
    func findings() throws -> Findings
}

extension Command {
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
        findings.diagnoses.forEach { streams.report($0) }
        (findings.warnings + ignoredVariables).forEach { streams.report($0, as: .warning) }
        guard status == .done else { throw ExitCode(status.rawValue) }
    }
}

/// Invalid environment variables for the user's directories.
private var ignoredVariables: [Diagnosis] { (try? BaseDirectories())?.ignored ?? [] }
