import RestorationCore
import RestorationLoading
import TerminalDialogue

/// Which route wins a path, and what is behind it.
struct RouteFacts: Presentable {
    let application: ApplicationIdentifier
    let winner: RouteMatch
    /// The library of the winner.
    let file: String?
    let explanation: RouteExplanation
    /// Routes that would match, of plugins that are not used.
    let notAsked: [UnaskedRoute]

    func page() -> Page {
        var page = Page()
        page.add(Span(explanation.path.description, .title))
        add(winner.route, to: &page)
        if let file { page.add(Span("file      ", .aside), Span(file), indent: 4) }
        for (name, value) in captures {
            page.add(Span("capture   ", .aside), Span("\(name) = \(value.quoted)"), indent: 4)
        }
        add(
            explanation.losers.map { (route: $0.route, reason: $0.reason) },
            under: "behind it",
            to: &page
        )
        add(
            notAsked.map { (route: $0.route, reason: $0.reason.description) },
            under: "not asked",
            to: &page
        )
        return page
    }

    private func add(
        _ routes: [(route: Route, reason: String)],
        under title: String,
        to page: inout Page
    ) {
        guard !routes.isEmpty else { return }
        page.addGap()
        page.add(Span(title))
        for (route, reason) in routes {
            add(route, to: &page)
            page.add(wrapping: reason, label: Span("because   ", .aside), indent: 4)
        }
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

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(explanation.path.description, forKey: "path")
        try members.encode(
            Winner(route: winner.route, file: file, captures: winner.captures),
            forKey: "winner"
        )
        try members.encode(explanation.losers, forKey: "losers")
        try members.encode(notAsked, forKey: "notAsked")
    }

    private struct Winner: Encodable {
        let route: Route
        let file: String?
        let captures: [String: String]

        func encode(to encoder: any Encoder) throws {
            try route.encode(to: encoder)
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(file, forKey: "file")
            try members.encode(captures, forKey: "captures")
        }
    }
}

/// A route that matches, of a plugin that the application passes over.
struct UnaskedRoute {
    let route: Route
    let reason: PassedOverPlugin.Reason

    static func all(
        of plugins: [PassedOverPlugin],
        matching path: RestorationPath
    ) -> [UnaskedRoute] {
        plugins.flatMap { passed in
            let explanation = RouteTable([passed.plugin.manifest]).explain(path)
            let routes =
                [explanation.winner?.route].compactMap(\.self) + explanation.losers.map(\.route)
            return routes.map { UnaskedRoute(route: $0, reason: passed.reason) }
        }
    }
}

extension UnaskedRoute {
    /// Why nobody asked it, where no other route claims the path.
    var diagnosis: Diagnosis {
        Diagnosis(
            problem:
                "\(route.className) of \(route.plugin) \(route.version) was not asked: \(reason)",
            place: route.pattern.description,
            remedy: "Nothing needs to be done if the application is not to use it."
        )
    }
}

extension UnaskedRoute: Encodable {
    /// Writes the route, and why its plugin is not used.
    func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(reason.rule, forKey: "rule")
        try members.encode(reason.description, forKey: "reason")
    }
}

extension Route: Encodable {
    /// Writes what tells it apart from other routes.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(plugin.rawValue, forKey: "plugin")
        try members.encode(version.description, forKey: "version")
        try members.encode(className, forKey: "class")
        try members.encode(pattern.description, forKey: "route")
        try members.encode(priority, forKey: "priority")
    }
}

extension RouteExplanation.Loser: Encodable {
    /// Writes the route, and why it loses.
    func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(rule.word, forKey: "rule")
        try members.encode(reason, forKey: "reason")
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
