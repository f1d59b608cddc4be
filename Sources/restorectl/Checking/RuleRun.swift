import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationKit
import RestorationTesting

/// Has a process look at a rule.
struct RuleRun {
    let file: String
    let conditions: CheckConditions
    /// After how long the process is ended.
    let limit: Duration
    private let sanitizer: Sanitizer?

    init(file: String, conditions: CheckConditions, limit: Duration) {
        self.file = file
        self.conditions = conditions
        self.limit = limit
        sanitizer = Sanitizer(of: file)
    }

    /// What came of a rule, and of what state.
    func result(
        of rule: String
    ) throws -> (verdict: PluginConformance.Verdict, trial: StoredTrial?, time: Duration) {
        let place = RuleResultFile(
            path: FileManager.default.temporaryDirectory
                .appending(component: "restorectl-\(UUID().uuidString)").path
        )
        defer { place.remove() }
        // A crash is told by its signal; the runtime's own report of it would take seconds.
        let start =
            [
                "env", "SWIFT_BACKTRACE=enable=no",
            ] + (sanitizer?.variables(for: rule) ?? []) + [
                ProcessFacts.currentProgram ?? "/proc/self/exe"
            ]
        let command = ["plugin", "check-rule", file, "--rule", rule, "--result", place.path]
        let begin = ContinuousClock.now
        let run = try ToolRun(start + command + conditions.arguments, limit: limit)
        let time = ContinuousClock.now - begin
        if let finding = sanitizer?.finding(in: run.errors, of: file) {
            return (.failed(finding), place.trial, time)
        }
        // What happens once that is written, while the process ends, is no rule's: threads that are
        // left over may well crash then.
        if let verdict = place.verdict {
            return (verdict, place.trial, time)
        }
        let ending: PluginConformance.Ending =
            if run.tookTooLong {
                .deadline(limit)
            } else if run.status > 128 {
                .signal(SignalName.of(run.status - 128))
            } else {
                .exit(run.status)
            }
        return (PluginConformance.verdict(on: rule, of: ending), place.trial, time)
    }

    /// The command that looks at the rule again.
    func command(for rule: String) -> String {
        (["restorectl", "plugin", "check", file, "--only", rule] + conditions.arguments)
            .map { $0.inShell }.joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a shell's.
    fileprivate var inShell: String {
        let isPlain = unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "-_./:=+@,".unicodeScalars.contains($0)
        }
        return isPlain && !isEmpty
            ? self
            : "'"
                + split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: #"'\''"#) + "'"
    }
}
