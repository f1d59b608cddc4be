import RestorationCore
import RestorationDiscovery
import RestorationKit
import TerminalDialogue

struct RouteFacts: Presentable {
    let application: ApplicationIdentifier
    let explanation: RouteExplanation
    let file: String?
    /// Matching routes of unused plugins, and of classes that sidecars remove.
    let notAsked: [UnusedRoute]
    /// Matching routes of classes whose priority a sidecar lowers.
    let lowered: [ReprioritizedRoute]
    /// The program whose search was repeated; `nil` if it has stored no facts.
    let host: ProgramFacts?

    init(
        application: ApplicationIdentifier,
        explanation: RouteExplanation,
        outcome: DiscoveryOutcome,
        host: ProgramFacts?
    ) {
        self.application = application
        self.host = host
        self.explanation = explanation
        let winner = explanation.winner?.route.plugin
        file = outcome.plugins.first { $0.manifest.identifier == winner }?.file
        notAsked =
            UnusedRoute.all(of: outcome.rejectedPlugins, matching: explanation.path)
            + UnusedRoute.removedBySidecars(from: outcome.plugins, matching: explanation.path)
        lowered = ReprioritizedRoute.all(of: outcome.plugins, matching: explanation.path)
    }

    func page() -> Page {
        var page = Page()
        page.add(Span(explanation.path.description, .title))
        if let winner = explanation.winner {
            add(winner.route, to: &page)
            if let file { page.add(Span("file      ", .aside), Span(file), indent: 4) }
            for (name, value) in captures {
                page.add(Span("capture   ", .aside), Span("\(name) = \(value.quoted)"), indent: 4)
            }
        } else {
            page.add(Span("claimed by no plugin"), indent: 2)
        }
        add(
            explanation.outrankedRoutes.map { (route: $0.route, reason: $0.reason) },
            under: "behind it",
            to: &page
        )
        add(notAsked.map { (route: $0.route, reason: $0.reason) }, under: "not asked", to: &page)
        add(lowered.map { (route: $0.route, reason: $0.reason) }, under: "lowered", to: &page)
        host?.addSearch(to: &page)
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
        (explanation.winner?.captures ?? [:]).sorted {
            $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(explanation.path.description, forKey: "path")
        try members.encode(
            explanation.winner.map {
                Winner(route: $0.route, file: file, captures: $0.captures)
            },
            forKey: "winner"
        )
        try members.encode(explanation.outrankedRoutes, forKey: "outrankedRoutes")
        try members.encode(notAsked, forKey: "notAsked")
        try members.encode(lowered, forKey: "lowered")
        try members.encode(host.map(HostFacts.init), forKey: "program")
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

/// A matching route that is not considered, because its plugin is unused or a sidecar removes its
/// class.
struct UnusedRoute {
    let route: Route
    let rule: String
    let reason: String

    static func all(
        of plugins: [RejectedPlugin],
        matching path: RestorationPath
    ) -> [UnusedRoute] {
        plugins.flatMap { passed in
            passed.plugin.manifest.routes(matching: path).map { route in
                UnusedRoute(
                    route: route,
                    rule: passed.reason.rule,
                    reason: passed.reason.description
                )
            }
        }
    }

    /// Routes of classes that the plugin's sidecar does not list.
    static func removedBySidecars(
        from plugins: [DiscoveredPlugin],
        matching path: RestorationPath
    ) -> [UnusedRoute] {
        plugins.flatMap { plugin in
            let remaining = Set(plugin.manifest.classes.map(\.name))
            return plugin.declaredRoutes(matching: path)
                .filter { !remaining.contains($0.className) }
                .map { route in
                    UnusedRoute(
                        route: route,
                        rule: "sidecar",
                        reason: "removed by \(plugin.sidecar ?? "")"
                    )
                }
        }
    }
}

struct ReprioritizedRoute {
    let route: Route
    let declaredPriority: Int32
    let sidecar: String

    var reason: String { "from \(declaredPriority) to \(route.priority) by \(sidecar)" }

    static func all(
        of plugins: [DiscoveredPlugin],
        matching path: RestorationPath
    ) -> [ReprioritizedRoute] {
        plugins.flatMap { plugin in
            let declared = plugin.declaredRoutes(matching: path)
            return plugin.manifest.routes(matching: path).compactMap { route in
                declared
                    .first {
                        $0.className == route.className && $0.pattern == route.pattern
                            && $0.priority != route.priority
                    }
                    .map {
                        ReprioritizedRoute(
                            route: route,
                            declaredPriority: $0.priority,
                            sidecar: plugin.sidecar ?? ""
                        )
                    }
            }
        }
    }
}

extension DiscoveredPlugin {
    /// The matching routes in the library's own manifest, if there is a sidecar.
    fileprivate func declaredRoutes(matching path: RestorationPath) -> [Route] {
        guard sidecar != nil else { return [] }
        // Read a moment ago. A replacement since then counts in the next run.
        let declared = try? DiscoveredPlugin.declaredManifest(ofLibrary: file)
        return declared?.routes(matching: path) ?? []
    }
}

extension PluginManifest {
    fileprivate func routes(matching path: RestorationPath) -> [Route] {
        let explanation = RouteTable([self]).explain(path)
        return [explanation.winner?.route].compactMap(\.self)
            + explanation.outrankedRoutes.map(\.route)
    }
}

extension ReprioritizedRoute: Encodable {
    func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(declaredPriority, forKey: "declaredPriority")
        try members.encode(sidecar, forKey: "sidecar")
    }
}

extension UnusedRoute: Encodable {
    func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(rule, forKey: "rule")
        try members.encode(reason, forKey: "reason")
    }
}

extension Route: Encodable {
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(plugin.rawValue, forKey: "plugin")
        try members.encode(version.description, forKey: "version")
        try members.encode(className, forKey: "class")
        try members.encode(pattern.description, forKey: "route")
        try members.encode(priority, forKey: "priority")
    }
}

extension RouteExplanation.OutrankedRoute: Encodable {
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
