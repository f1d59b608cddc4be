import RestorationCore
import RestorationLoading

/// The plugins that an application finds, or all that there are.
struct PluginListing {
    /// `nil` for all that there are.
    let application: ApplicationIdentifier?
    let directories: [String]
    let plugins: [DiscoveredPlugin]
    let passedOver: [PassedOverPlugin]
    let faults: [LoadingError]
    /// Whether plugins that are passed over, and directories, are shown.
    let showsAll: Bool

    init(_ discovery: PluginDiscovery, showsAll: Bool) {
        let outcome = discovery.run()
        application = discovery.application
        directories = discovery.directories
        plugins = outcome.plugins
        passedOver = outcome.passedOver
        faults = outcome.faults
        self.showsAll = showsAll
    }

    init(_ survey: PluginSurvey) {
        application = nil
        directories = survey.directories
        plugins = survey.plugins
        passedOver = []
        faults = survey.faults
        showsAll = false
    }
}

extension PluginListing: Presentable {
    func page() -> Page {
        var page = Page()
        page.add(wrapping: summary)
        for plugin in plugins {
            page.addGap()
            plugin.add(to: &page, withApplications: application == nil)
        }
        if showsAll {
            for plugin in passedOver {
                page.addGap()
                plugin.add(to: &page)
            }
            page.addGap()
            page.add(
                wrapping:
                    "Searched in this order; in each, the directory named like the application"
                    + " comes first:"
            )
            for directory in directories { page.add(Span(directory), indent: 4) }
        } else if !passedOver.isEmpty {
            page.addGap()
            let noun = passedOver.count == 1 ? "1 more is" : "\(passedOver.count) more are"
            page.add(Span("\(noun) not used; --all shows which and why.", .aside))
        }
        return page
    }

    private var summary: String {
        let count = plugins.isEmpty ? "no plugins" : Quantity.count(plugins.count, "plugin")
        return application.map { "\($0) uses \(count)" }
            ?? "\(count) in \(Quantity.count(directories.count, "directory", plural: "directories"))"
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application?.rawValue, forKey: "application")
        try members.encode(directories, forKey: "directories")
        try members.encode(plugins, forKey: "plugins")
        try members.encode(showsAll ? passedOver : [], forKey: "passedOver")
        try members.encode(faults.map(\.diagnosis), forKey: "faults")
    }
}

extension DiscoveredPlugin: Encodable {
    /// Name, file, classes and routes.
    fileprivate func add(to page: inout Page, withApplications: Bool) {
        page.add(title)
        page.add(Span(file), indent: 4)
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
    }

    fileprivate var title: Line {
        Line([
            Span(manifest.identifier.rawValue, .title), Span(" \(manifest.version)"),
            Span(manifest.credits.name.map { "  \($0)" } ?? "", .aside),
        ])
    }

    /// Writes what JSON has about it.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(manifest.identifier.rawValue, forKey: "id")
        try members.encode(manifest.version.description, forKey: "version")
        try members.encode(manifest.credits.name, forKey: "name")
        try members.encode(file, forKey: "file")
        try members.encode(sidecar, forKey: "sidecar")
        try members.encode(manifest.abi.description, forKey: "abi")
        try members.encode(manifest.applications.texts, forKey: "applications")
        try members.encode(manifest.classes, forKey: "classes")
    }
}

extension PassedOverPlugin: Encodable {
    fileprivate func add(to page: inout Page) {
        page.add(plugin.title)
        page.add(Span(plugin.file), indent: 4)
        page.add(wrapping: reason.description, .caution, label: Span("not used: "), indent: 4)
    }

    /// Writes what JSON has about the plugin, and why it is not used.
    func encode(to encoder: any Encoder) throws {
        try plugin.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(reason.description, forKey: "reason")
    }
}

extension PluginManifest.Class: Encodable {
    /// The name in one column, the routes in the other.
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

    /// Writes all of it.
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
    /// The applications as the manifest has them.
    var texts: [String] {
        applications.map(\.rawValue) + (includesEveryApplication ? ["*"] : [])
    }

    /// The applications in words.
    var text: String {
        let every = includesEveryApplication ? ["every application that opts in"] : []
        return (applications.map(\.rawValue) + every).joined(separator: ", ")
    }
}
