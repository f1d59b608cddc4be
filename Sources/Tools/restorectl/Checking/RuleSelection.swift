import RestorationCore
import RestorationTesting

/// The rules that are looked at.
struct RuleSelection {
    /// In their order.
    let selected: [PluginConformance.Rule]
    /// Whether the rules count that a rule needs: not where somebody has asked for it alone.
    let respectsNeeds: Bool

    /// - Parameter only: Rules or their beginnings; none for all.
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
    /// Whether the text is the rule's id, or its beginning up to a dot.
    fileprivate func matches(_ text: String) -> Bool { id == text || id.hasPrefix(text + ".") }
}

/// The rules, to be read.
struct RuleList: Presentable {
    let rules: [PluginConformance.Rule]

    func page() -> Page {
        var page = Page()
        var table = Table(columns: [.init("RULE"), .init("A PLUGIN THAT KEEPS IT")])
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
