import FoundationEssentials
import RestorationTesting

/// The result file of the process that checks a rule. A file, since the plugin's code may end the
/// process at any moment, or write to its standard output.
struct RuleResultFile {
    let path: String

    private var trialPath: String { path + ".trial" }

    func write(_ verdict: PluginConformance.Verdict) {
        // A failed write leaves no result, like a crash.
        try? JSONEncoder().encode(StoredResult(verdict)).write(to: URL(filePath: path))
    }

    /// Writes the methods that give objects state, by class.
    func write(_ methods: [String: [String]]) {
        try? JSONEncoder().encode(methods).write(to: URL(filePath: path))
    }

    /// The written methods, as text; empty if the process ended before it wrote them.
    var methods: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    static func methods(in text: String) -> [String: [String]] {
        (try? JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))) ?? [:]
    }

    /// Records the plugin's next input.
    func record(_ trial: PluginConformance.Trial) {
        try? JSONEncoder().encode(StoredTrial(trial)).write(to: URL(filePath: trialPath))
    }

    /// The verdict; `nil` if the process ended before it wrote one.
    var verdict: PluginConformance.Verdict? {
        read(StoredResult.self, path)?.verdict
    }

    /// The plugin's last input; `nil` if that was its own state.
    var trial: StoredTrial? { read(StoredTrial.self, trialPath) }

    func remove() {
        for path in [path, trialPath] { try? FileManager.default.removeItem(atPath: path) }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        (try? Data(contentsOf: URL(filePath: path)))
            .flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}

private struct StoredResult: Codable {
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

struct StoredTrial: Codable {
    let name: String
    let schemaVersion: Int
    let state: [String]

    init(_ trial: PluginConformance.Trial) {
        (name, schemaVersion, state) = (trial.name, trial.schemaVersion, trial.state)
    }
}
