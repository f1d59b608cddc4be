import RestorationCore
import RestorationDiscovery
import RestorationTesting

struct CheckedPlugin {
    let file: String
    /// The id and version; `nil` if the manifest cannot be read.
    let name: String?
    private(set) var results: [RuleResult] = []
    /// Whether some of the plugin's classes could not be checked.
    private(set) var isPartial = false

    struct RuleResult {
        let rule: PluginConformance.Rule
        let verdict: Verdict
        var command = ""
        /// A file with the input that the plugin received.
        var reproducer: String?
        var time = Duration.zero
    }

    enum Verdict {
        case passed
        case failed(String)
        case inapplicable(String)
        /// Not checked, since a rule that it needs is broken.
        case skipped(String)
    }

    init(
        _ file: String,
        by run: RuleRun,
        _ rules: RuleSelection,
        reproducers: inout ReproducerFolder
    ) throws {
        self.file = file
        let manifest = (try? DiscoveredPlugin(inspecting: file))?.manifest
        name = manifest.map { "\($0.identifier) \($0.version)" }
        var verdicts: [String: Verdict] = [:]
        /// Checked rules whose `inapplicable` may say only that another rule ended the process.
        var silent: Set<String> = []
        for rule in rules.selected {
            if rules.respectsNeeds, let reason = Self.obstacle(to: rule, verdicts, silent) {
                verdicts[rule.id] = reason
                results.append(RuleResult(rule: rule, verdict: reason))
                continue
            }
            let (verdict, trial, time) = try run.result(of: rule.id)
            var result = RuleResult(rule: rule, verdict: Verdict(verdict), time: time)
            if case .failed(let finding) = verdict {
                result.command = run.command(for: rule.id)
                result.reproducer = try reproducers.add(
                    Reproducer(file: file, name: name, result, finding: finding, trial: trial)
                )
            }
            verdicts[rule.id] = result.verdict
            if PluginConformance.endings.contains(rule.id) { silent.insert(rule.id) }
            results.append(result)
        }
        if case .inapplicable = verdicts["object.create"], manifest?.classes.isEmpty == false {
            isPartial = true
        }
    }

    private static func obstacle(
        to rule: PluginConformance.Rule,
        _ verdicts: [String: Verdict],
        _ silent: Set<String>
    ) -> Verdict? {
        for need in rule.needs {
            switch verdicts[need] {
            case .failed: return .skipped(need)
            case .skipped(let first): return .skipped(first)
            case .inapplicable(let reason) where !silent.contains(need):
                return .inapplicable(reason)
            default: break
            }
        }
        return nil
    }

    var hasFailed: Bool { !failures.isEmpty }

    var failures: [RuleResult] {
        results.filter { if case .failed = $0.verdict { true } else { false } }
    }

    func count(_ isMeant: (Verdict) -> Bool) -> Int { results.count { isMeant($0.verdict) } }
}

extension CheckedPlugin.Verdict {
    fileprivate init(_ verdict: PluginConformance.Verdict) {
        self =
            switch verdict {
            case .passed: .passed
            case .failed(let sentence): .failed(sentence)
            case .inapplicable(let sentence): .inapplicable(sentence)
            }
    }

    var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .inapplicable: "inapplicable"
        case .skipped: "skipped"
        }
    }

    var finding: String? {
        switch self {
        case .passed: nil
        case .failed(let sentence), .inapplicable(let sentence): sentence
        case .skipped(let rule): "\(rule) has to be met first."
        }
    }
}

struct CheckedPlugins: Presentable {
    let plugins: [CheckedPlugin]
    /// Whether passed rules are listed, too.
    let showsAll: Bool

    func page() -> Page {
        var page = Page()
        for (number, plugin) in plugins.enumerated() {
            if number > 0 { page.addGap() }
            page.add(Span(plugin.name ?? plugin.file, .title))
            if plugin.name != nil { page.add(Span(plugin.file), indent: 4) }
            page.addGap()
            for result in plugin.results { add(result, to: &page) }
            page.add(Span(plugin.summary, plugin.hasFailed ? .bad : .good), indent: 4)
            if plugin.isPartial {
                page.add(wrapping: "Its classes were not checked.", .caution, indent: 4)
            }
        }
        return page
    }

    private func add(_ result: CheckedPlugin.RuleResult, to page: inout Page) {
        let label =
            switch result.verdict {
            case .passed: Span("ok  ", .good)
            case .failed: Span("no  ", .bad)
            case .inapplicable, .skipped: Span("--  ", .aside)
            }
        if case .failed = result.verdict {
        } else if !showsAll {
            return
        }
        page.add(label, Span(result.rule.id, .key), Span("  \(result.rule.claim)"), indent: 4)
        let lines = (result.verdict.finding ?? "").split(separator: "\n")
        for line in lines { page.add(wrapping: String(line), indent: 8) }
        for (name, text) in [("repeat: ", result.command), ("see: ", result.reproducer ?? "")]
        where !text.isEmpty {
            page.add(Span(name, .aside), Span(text), indent: 8)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for plugin in plugins {
            var entry = list.nestedContainer(keyedBy: MemberName.self)
            try entry.encode(plugin.file, forKey: "file")
            try entry.encode(plugin.name, forKey: "plugin")
            try entry.encode(!plugin.hasFailed && !plugin.isPartial, forKey: "passes")
            var rules = entry.nestedUnkeyedContainer(forKey: "rules")
            for result in plugin.results {
                var rule = rules.nestedContainer(keyedBy: MemberName.self)
                try rule.encode(result.rule.id, forKey: "rule")
                try rule.encode(result.rule.claim, forKey: "claim")
                try rule.encode(result.verdict.word, forKey: "verdict")
                try rule.encode(result.verdict.finding, forKey: "finding")
                try rule.encode(result.command.isEmpty ? nil : result.command, forKey: "repeat")
                try rule.encode(result.reproducer, forKey: "reproducer")
            }
        }
    }
}

extension CheckedPlugin {
    /// "75 rules: 71 kept, 1 broken, 2 not checked, 1 not applicable".
    fileprivate var summary: String {
        let parts = [
            (count { if case .passed = $0 { true } else { false } }, "kept"),
            (failures.count, "broken"),
            (count { if case .skipped = $0 { true } else { false } }, "not checked"),
            (count { if case .inapplicable = $0 { true } else { false } }, "not applicable"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return Quantity.count(results.count, "rule") + ": " + words.joined(separator: ", ")
    }
}
