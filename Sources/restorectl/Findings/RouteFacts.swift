import RestorationCore
import RestorationLoading

/// Which route wins a path, and what is behind it.
struct RouteFacts: Presentable {
    let application: ApplicationIdentifier
    let winner: RouteMatch
    /// The library of the winner.
    let file: String?
    let explanation: RouteExplanation

    func page() -> Page {
        var page = Page()
        page.add(Span(explanation.path.description, .title))
        add(winner.route, to: &page)
        if let file { page.add(Span("file      ", .aside), Span(file), indent: 4) }
        for (name, value) in captures {
            page.add(Span("capture   ", .aside), Span("\(name) = \(value.quoted)"), indent: 4)
        }
        guard !explanation.losers.isEmpty else { return page }
        page.addGap()
        page.add(Span("behind it"))
        for loser in explanation.losers {
            add(loser.route, to: &page)
            page.add(wrapping: loser.reason, label: Span("because   ", .aside), indent: 4)
        }
        return page
    }

    private func add(_ route: Route, to page: inout Page) {
        page.add(
            Span("\(route.className)", .title),
            Span(" of \(route.plugin) \(route.version)"),
            indent: 2
        )
        page.add(Span("route     ", .aside), Span(route.pattern.description), indent: 4)
    }

    private var captures: [(key: String, value: String)] {
        winner.captures.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    func json() -> JSONValue {
        .members([
            "application": .string(application.rawValue),
            "path": .string(explanation.path.description),
            "winner": .object(
                Self.members(of: winner.route) + [
                    .init(key: "file", value: .text(file)),
                    .init(
                        key: "captures",
                        value: .object(
                            captures.map { .init(key: $0.key, value: .string($0.value)) }
                        )
                    ),
                ]
            ),
            "losers": .array(
                explanation.losers.map { loser in
                    .object(
                        Self.members(of: loser.route) + [
                            .init(key: "rule", value: .string(loser.rule.word)),
                            .init(key: "reason", value: .string(loser.reason)),
                        ]
                    )
                }
            ),
        ])
    }

    private static func members(of route: Route) -> [JSONValue.Member] {
        [
            .init(key: "plugin", value: .string(route.plugin.rawValue)),
            .init(key: "version", value: .string(route.version.description)),
            .init(key: "class", value: .string(route.className)),
            .init(key: "route", value: .string(route.pattern.description)),
            .init(key: "priority", value: .number(route.priority)),
        ]
    }
}

extension RouteRule {
    fileprivate var word: String {
        switch self {
        case .specificity: "specificity"
        case .pin: "pin"
        case .priority: "priority"
        case .version: "version"
        case .pluginIdentifier: "plugin"
        case .className: "class"
        case .pattern: "route"
        @unknown default: "other"
        }
    }
}
