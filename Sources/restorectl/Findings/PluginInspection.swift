import RestorationCore
import RestorationLoading

/// What one library declares, and whether this host could use it.
struct PluginInspection {
    let plugin: DiscoveredPlugin
    let checks: [Check]

    /// One condition for being used.
    struct Check: Encodable {
        let subject: String
        let passes: Bool
        let finding: String
    }

    /// - Parameter application: who would use it; `nil` if nobody is asked about.
    init(_ plugin: DiscoveredPlugin, for application: ApplicationIdentifier?) {
        self.plugin = plugin
        checks =
            [
                Check(
                    subject: "library",
                    passes: true,
                    finding: "a shared library for this processor"
                ),
                Check(
                    subject: "manifest",
                    passes: true,
                    finding: "complete, of format \(PluginManifest.newestFormat)"
                ),
                .enabled(plugin),
                .abi(plugin.manifest),
            ]
            + [application.map { .scope(plugin.manifest, $0) }].compactMap(\.self)
    }

    var isUsable: Bool { checks.allSatisfy(\.passes) }
}

extension PluginInspection.Check {
    fileprivate static func enabled(_ plugin: DiscoveredPlugin) -> Self {
        let sidecar = plugin.sidecar.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Self(
            subject: "sidecar",
            passes: !plugin.isDisabled,
            finding: plugin.isDisabled
                ? "disables the plugin" : sidecar.map { "read, \($0)" } ?? "there is none"
        )
    }

    fileprivate static func abi(_ manifest: PluginManifest) -> Self {
        let host = ABIVersion.spokenByHost
        let shared = manifest.abi.newest(sharedWith: host)
        return Self(
            subject: "ABI",
            passes: shared != nil,
            finding: shared.map { "\($0) is spoken by both" }
                ?? "the plugin speaks \(manifest.abi), this host \(host)"
        )
    }

    fileprivate static func scope(
        _ manifest: PluginManifest,
        _ application: ApplicationIdentifier
    ) -> Self {
        let scope = manifest.applications
        let isNamed = scope.includes(application, acceptsUnnamed: false)
        return Self(
            subject: "scope",
            passes: isNamed || scope.includesEveryApplication,
            finding: isNamed
                ? "meant for \(application)"
                : scope.includesEveryApplication
                    ? "meant for \(application) if it opts in to plugins for every application"
                    : "not meant for \(application)"
        )
    }
}

extension PluginInspection: Presentable {
    func page() -> Page {
        let manifest = plugin.manifest
        var page = Page()
        page.add(
            Span(manifest.identifier.rawValue, .title),
            Span(" \(manifest.version)"),
            Span(manifest.credits.name.map { "  \($0)" } ?? "", .aside)
        )
        if let summary = manifest.credits.summary { page.add(wrapping: summary, indent: 4) }
        page.addGap()
        for (label, text) in facts {
            page.add(wrapping: text, label: Span(label.padded(to: 14), .aside), indent: 4)
        }
        for restorationClass in manifest.classes {
            page.addGap()
            restorationClass.addDetails(to: &page)
        }
        page.addGap()
        for check in checks {
            page.add(
                Span(check.passes ? "ok  " : "no  ", check.passes ? .good : .bad),
                Span("\(check.subject.padded(to: 10))\(check.finding)"),
                indent: 4
            )
        }
        return page
    }

    private var facts: [(label: String, text: String)] {
        let manifest = plugin.manifest
        let facts: [(String, String?)] = [
            ("file", plugin.file),
            ("sidecar", plugin.sidecar),
            ("ABI", manifest.abi.description),
            ("applications", manifest.applications.text),
            ("authors", manifest.credits.authors.joined(separator: ", ")),
            ("licence", manifest.credits.license),
        ]
        return facts.compactMap { label, text in
            text.flatMap { $0.isEmpty ? nil : (label, $0) }
        }
    }

    func encode(to encoder: any Encoder) throws {
        try plugin.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(plugin.manifest.credits.summary, forKey: "summary")
        try members.encode(plugin.manifest.credits.authors, forKey: "authors")
        try members.encode(plugin.manifest.credits.license, forKey: "license")
        try members.encode(checks, forKey: "checks")
    }
}

extension PluginManifest.Class {
    fileprivate func addDetails(to page: inout Page) {
        let version = "schema \(schemaVersion)"
        page.add(
            Span(name, .key),
            Span(", \(version)" + (priority == 0 ? "" : ", priority \(priority)")),
            indent: 4
        )
        for route in routes { page.add(Span(route.description), indent: 8) }
        if !aliases.isEmpty {
            page.add(
                wrapping: aliases.joined(separator: ", "),
                label: Span("formerly ", .aside),
                indent: 8
            )
        }
    }
}
