import FoundationEssentials
import RestorationTesting

/// Where the process that looks at a rule leaves what comes of it: the plugin's code may end the
/// process at any moment, or write on its standard output.
struct RuleResultFile {
    let path: String

    private var trialPath: String { path + ".trial" }

    /// Writes what came of the rule.
    func write(_ verdict: PluginConformance.Verdict) {
        // What cannot be written is missing, as after a crash.
        try? JSONEncoder().encode(StoredVerdict(verdict)).write(to: URL(filePath: path))
    }

    /// Writes which methods give objects state, by class.
    func write(_ methods: [String: [String]]) {
        try? JSONEncoder().encode(methods).write(to: URL(filePath: path))
    }

    /// What was written of methods, as text; empty if the process has not come to that.
    var methods: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// The methods that such a text has.
    static func methods(in text: String) -> [String: [String]] {
        (try? JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))) ?? [:]
    }

    /// Writes what the plugin is about to be given.
    func note(_ trial: PluginConformance.Trial) {
        try? JSONEncoder().encode(StoredTrial(trial)).write(to: URL(filePath: trialPath))
    }

    /// What came of the rule; `nil` if the process has not come to that.
    var verdict: PluginConformance.Verdict? {
        read(StoredVerdict.self, path)?.verdict
    }

    /// What the plugin was given last; `nil` where it was nothing but its own state.
    var trial: StoredTrial? { read(StoredTrial.self, trialPath) }

    func remove() {
        for path in [path, trialPath] { try? FileManager.default.removeItem(atPath: path) }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        (try? Data(contentsOf: URL(filePath: path)))
            .flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}

private struct StoredVerdict: Codable {
    let name: String
    var finding: String?

    init(_ verdict: PluginConformance.Verdict) {
        switch verdict {
        case .passed: name = "passed"
        case .failed(let sentence): (name, finding) = ("failed", sentence)
        case .inapplicable(let sentence): (name, finding) = ("inapplicable", sentence)
        }
    }

    var verdict: PluginConformance.Verdict? {
        switch name {
        case "passed": .passed
        case "failed": .failed(finding ?? "")
        case "inapplicable": .inapplicable(finding ?? "")
        default: nil
        }
    }
}

/// State that a plugin was given.
struct StoredTrial: Codable {
    let name: String
    let schemaVersion: Int
    let state: [String]

    init(_ trial: PluginConformance.Trial) {
        (name, schemaVersion, state) = (trial.name, trial.schemaVersion, trial.state)
    }
}
