import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationKit
import RestorationStorage
import RestorationTesting

struct RuleRun {
    let file: String
    let conditions: CheckConditions
    /// The process is ended after this time.
    let limit: Duration
    private let sanitizer: Sanitizer?
    /// The methods that give objects state. Found in an earlier process, whose failures belong to
    /// no rule.
    private var methods = ""

    init(file: String, conditions: CheckConditions, limit: Duration) throws {
        self.file = file
        self.conditions = conditions
        self.limit = limit
        sanitizer = Sanitizer(of: file)
        methods = try run([], for: "methods") { place, _ in place.methods }
    }

    /// The verdict on a rule, and the input that led to it.
    func result(
        of rule: String
    ) throws -> (verdict: PluginConformance.Verdict, trial: StoredTrial?, time: Duration) {
        let begin = ContinuousClock.now
        return try run(["--rule", rule, "--methods", methods], for: rule) { place, run in
            self.result(of: rule, place, run, ContinuousClock.now - begin)
        }
    }

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
        // The signal identifies a crash. The runtime's own crash report would take seconds.
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
        // Later events are ignored: while the process exits, remaining threads may well crash.
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

    func command(for rule: String) -> String {
        (["restorectl", "plugin", "check", file, "--only", rule] + conditions.arguments)
            .map { $0.inShell }.joined(separator: " ")
    }
}

extension String {
    /// Quoted for a shell.
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
