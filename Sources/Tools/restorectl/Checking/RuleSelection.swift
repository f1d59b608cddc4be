import RestorationCore
import RestorationTesting

struct RuleSelection {
    let selected: [PluginConformance.Rule]
    /// Whether a rule is skipped if a rule that it needs is broken. Not if the user selected rules.
    let respectsNeeds: Bool

    /// - Parameter only: Ids of rules or prefixes of ids; empty for all.
    init(_ only: [String]) throws {
        let all = PluginConformance.rules
        respectsNeeds = only.isEmpty
        guard !only.isEmpty else {
            selected = all
            return
        }
        for name in only where !all.contains(where: { $0.matches(name) }) {
            let near = Spelling.nearest(to: name, among: all.map(\.id))
            throw CommandError.noRule(name, near: near)
        }
        selected = all.filter { rule in only.contains { rule.matches($0) } }
    }
}

extension PluginConformance.Rule {
    /// Whether the text is the rule's id, or a prefix of it up to a dot.
    fileprivate func matches(_ text: String) -> Bool { id == text || id.hasPrefix(text + ".") }
}

struct RuleList: Presentable {
    let rules: [PluginConformance.Rule]

    func page() -> Page {
        var page = Page()
        var table = Table(columns: [.init("RULE"), .init("A CONFORMING PLUGIN")])
        for rule in rules { table.add(row: [Span(rule.id, .key), Span(rule.claim)]) }
        table.add(to: &page)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for rule in rules {
            var entry = list.nestedContainer(keyedBy: MemberName.self)
            try entry.encode(rule.id, forKey: "rule")
            try entry.encode(rule.claim, forKey: "claim")
            try entry.encode(rule.needs, forKey: "needs")
        }
    }
}
