import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationStorage

/// A command of ours: it decides in values what there is to say, and this file alone says it.
protocol Command: ParsableCommand {
    var output: OutputOptions { get }

    /// Finds out, or does, what was asked for.
    ///
    /// - Throws: why there is no answer; any error.
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

/// What the environment says about the person's directories and cannot count.
private var ignoredVariables: [Diagnosis] { (try? BaseDirectories())?.ignored ?? [] }
