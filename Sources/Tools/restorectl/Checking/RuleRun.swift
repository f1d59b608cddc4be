import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationKit
import RestorationStorage
import RestorationTesting

/// Has a process look at a rule.
struct RuleRun {
    let file: String
    let conditions: CheckConditions
    /// After how long the process is ended.
    let limit: Duration
    private let sanitizer: Sanitizer?
    /// The methods that give objects state, found beforehand and elsewhere: what the plugin does
    /// then is no rule's.
    private var methods = ""

    init(file: String, conditions: CheckConditions, limit: Duration) throws {
        self.file = file
        self.conditions = conditions
        self.limit = limit
        sanitizer = Sanitizer(of: file)
        methods = try run([], for: "methods") { place, _ in place.methods }
    }

    /// What came of a rule, and of what state.
    func result(
        of rule: String
    ) throws -> (verdict: PluginConformance.Verdict, trial: StoredTrial?, time: Duration) {
        let begin = ContinuousClock.now
        return try run(["--rule", rule, "--methods", methods], for: rule) { place, run in
            self.result(of: rule, place, run, ContinuousClock.now - begin)
        }
    }

    /// Has a process look at the plugin.
    private func run<Result>(
        _ arguments: [String],
        for rule: String,
        _ read: (RuleResultFile, ToolRun) throws -> Result
    ) throws -> Result {
        let place = RuleResultFile(
            path: absolutePath(
                FileManager.default.temporaryDirectory
                    .appending(component: "restorectl-\(UUID().uuidString)").path
            )
        )
        defer { place.remove() }
        // A crash is told by its signal; the runtime's own report of it would take seconds.
        let start =
            ["env", "SWIFT_BACKTRACE=enable=no"] + (sanitizer?.variables(for: rule) ?? []) + [
                ProcessFacts.currentProgram ?? "/proc/self/exe"
            ]
        let command = ["plugin", "check-rule", "--result", place.path] + arguments
        let run = try ToolRun(
            start + command + conditions.arguments + ["--", absolutePath(file)],
            limit: limit
        )
        return try read(place, run)
    }

    private func result(
        of rule: String,
        _ place: RuleResultFile,
        _ run: ToolRun,
        _ time: Duration
    ) -> (verdict: PluginConformance.Verdict, trial: StoredTrial?, time: Duration) {
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
                .signal(SystemFacts.name(ofSignal: run.status - 128))
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
