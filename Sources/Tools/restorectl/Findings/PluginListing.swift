import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins

struct PluginListing {
    /// `nil` for all plugins.
    let application: ApplicationIdentifier?
    let directories: [PluginDirectory]
    let plugins: [DiscoveredPlugin]
    let rejectedPlugins: [RejectedPlugin]
    let faults: [DiscoveryError]
    /// The program whose search was repeated; `nil` if it has stored no facts.
    let host: ProgramFacts?
    let detail: Detail

    enum Detail {
        case used
        /// Includes unused plugins and directories.
        case all
        /// Includes the rule behind each decision.
        case reasons
    }

    init(
        _ discovery: PluginDiscovery,
        host: ProgramFacts?,
        detail: Detail
    ) {
        let outcome = discovery.run()
        application = discovery.application
        directories = discovery.searchedDirectories
        plugins = outcome.plugins
        rejectedPlugins = outcome.rejectedPlugins
        faults = outcome.faults
        self.host = host
        self.detail = detail
    }

    init(_ survey: PluginSurvey) {
        application = nil
        directories = survey.searchedDirectories
        plugins = survey.plugins
        rejectedPlugins = []
        faults = survey.faults
        host = nil
        detail = .used
    }

    private func reason(for plugin: DiscoveredPlugin) -> PluginReason? {
        guard detail == .reasons, let application else { return nil }
        let isElsewhere = faults.contains { fault in
            guard case .abiMismatch(let identifier, _, _, _) = fault else { return false }
            return identifier == plugin.manifest.identifier
        }
        return PluginReason(
            plugin,
            among: rejectedPlugins,
            isElsewhere: isElsewhere,
            for: application
        )
    }
}

extension PluginListing: Presentable {
    func page() -> Page {
        var page = Page()
        page.add(wrapping: summary)
        for plugin in plugins {
            page.addGap()
            plugin.add(to: &page, reason: reason(for: plugin), withApplications: application == nil)
        }
        if detail != .used {
            for plugin in rejectedPlugins {
                page.addGap()
                plugin.add(to: &page)
            }
            page.addGap()
            page.add(
                wrapping:
                    "Searched in this order; in each, the directory named like the application"
                    + " comes first:"
            )
            for directory in directories {
                let note = isThere(directory) ? "" : "  not there"
                page.add(Span(directory.path), Span(note, .aside), indent: 4)
                guard detail == .reasons else { continue }
                page.add(Span(directory.rule.text, .aside), indent: 8)
            }
        } else if !rejectedPlugins.isEmpty {
            page.addGap()
            let noun =
                rejectedPlugins.count == 1 ? "1 more is" : "\(rejectedPlugins.count) more are"
            page.add(Span("\(noun) not used; --all shows which and why.", .aside))
        }
        host?.addSearch(to: &page)
        return page
    }

    private func isThere(_ directory: PluginDirectory) -> Bool {
        FileManager.default.fileExists(atPath: directory.path)
    }

    private var summary: String {
        let count = plugins.isEmpty ? "no plugins" : Quantity.count(plugins.count, "plugin")
        return application.map { "\($0) uses \(count)" }
            ?? "\(count) in \(Quantity.count(directories.count, "directory", plural: "directories"))"
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application?.rawValue, forKey: "application")
        try members.encode(directories.map(\.path), forKey: "directories")
        try members.encode(host.map(HostFacts.init), forKey: "program")
        try members.encode(plugins.map { Entry($0, reason(for: $0)) }, forKey: "plugins")
        try members.encode(detail == .used ? [] : rejectedPlugins, forKey: "rejectedPlugins")
        if detail != .used {
            let missing = directories.filter { !isThere($0) }
            try members.encode(missing.map(\.path), forKey: "missingDirectories")
        }
        if detail == .reasons {
            try members.encode(directories.map(\.rule.text), forKey: "directoryRules")
        }
        try members.encode(faults.map(\.diagnosis), forKey: "faults")
    }
}

private struct Entry: Encodable {
    let plugin: DiscoveredPlugin
    let reason: PluginReason?

    init(_ plugin: DiscoveredPlugin, _ reason: PluginReason?) {
        self.plugin = plugin
        self.reason = reason
    }

    func encode(to encoder: any Encoder) throws {
        try plugin.encode(to: encoder)
        guard let reason else { return }
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(reason.text, forKey: "reason")
        try members.encode(reason.rule, forKey: "rule")
    }
}

extension DiscoveredPlugin: Encodable {
    fileprivate func add(
        to page: inout Page,
        reason: PluginReason?,
        withApplications: Bool
    ) {
        page.add(title)
        page.add(Span(file), indent: 4)
        if let reason { page.add(wrapping: reason.text, label: Span("used: ", .aside), indent: 4) }
        if withApplications {
            page.add(
                wrapping: manifest.applications.text,
                label: Span("for ", .aside),
                indent: 4
            )
        }
        for restorationClass in manifest.classes {
            restorationClass.add(to: &page)
        }
        for converter in manifest.converters {
            page.add(
                wrapping: "from \(converter.source) to \(converter.target)",
                label: Span(converter.name.padded(to: 24) + " ", .key),
                indent: 4
            )
        }
    }

    fileprivate var title: Line {
        Line([
            Span(manifest.identifier.rawValue, .title), Span(" \(manifest.version)"),
            Span(manifest.credits.name.map { "  \($0)" } ?? "", .aside),
            Span(isBinding ? "  binding" : "", .aside),
        ])
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(manifest.identifier.rawValue, forKey: "id")
        try members.encode(manifest.version.description, forKey: "version")
        try members.encode(manifest.credits.name, forKey: "name")
        try members.encode(file, forKey: "file")
        try members.encode(sidecar, forKey: "sidecar")
        try members.encode(isBinding, forKey: "isBinding")
        try members.encode(isBinding ? nil : manifest.abi.description, forKey: "abi")
        try members.encode(manifest.applications.texts, forKey: "applications")
        try members.encode(manifest.neededInterfaces, forKey: "neededInterfaces")
        try members.encode(manifest.classes, forKey: "classes")
    }
}

extension RejectedPlugin: Encodable {
    fileprivate func add(to page: inout Page) {
        page.add(plugin.title)
        page.add(Span(plugin.file), indent: 4)
        page.add(wrapping: reason.description, .caution, label: Span("not used: "), indent: 4)
    }

    func encode(to encoder: any Encoder) throws {
        try plugin.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(reason.description, forKey: "reason")
        try members.encode(reason.rule, forKey: "rule")
    }
}

extension PluginManifest.Class: Encodable {
    func add(to page: inout Page) {
        let name = priority == 0 ? name : "\(name), priority \(priority)"
        let lines = routes.isEmpty ? [""] : routes.map(\.description)
        for (number, route) in lines.enumerated() {
            let start = number == 0 ? name : ""
            page.add(
                Span(route.isEmpty ? start : start.padded(to: 24) + " ", .key),
                Span(route),
                indent: 4
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(name, forKey: "id")
        try members.encode(schemaVersion, forKey: "schemaVersion")
        try members.encode(aliases, forKey: "aliases")
        try members.encode(routes.map(\.description), forKey: "routes")
        try members.encode(priority, forKey: "priority")
    }
}

extension ApplicationScope {
    var texts: [String] {
        applications.map(\.rawValue) + (includesEveryApplication ? ["*"] : [])
    }

    var text: String {
        let every = includesEveryApplication ? ["every application that opts in"] : []
        return (applications.map(\.rawValue) + every).joined(separator: ", ")
    }
}
