import RestorationCore
import RestorationDiscovery
import RestorationPlugins

struct PluginInspection {
    let plugin: DiscoveredPlugin
    let needed: [String]
    /// Probable mistakes of the plugin's authors.
    let warnings: [String]
    let checks: [Check]
    /// Facts that were not checked, with reasons.
    let unchecked: [String]

    /// - Parameter application: The application to check for; `nil` for none.
    init(_ plugin: DiscoveredPlugin, for application: ApplicationIdentifier?) {
        let examination = PluginExamination(plugin)
        self.plugin = plugin
        needed = examination.neededLibraries
        // Read before, so errors are known already.
        let ignored = (try? DiscoveredPlugin.warnings(inspecting: plugin.file)) ?? []
        warnings =
            ignored.map { "\($0.location) is ignored. \($0.diagnosis.remedy)" }
            + (plugin.manifest.classes.isEmpty
                || plugin.manifest.classes.contains { !$0.routes.isEmpty }
                ? []
                : ["No class has a route: only saved state can name its classes."])
            + examination.libraryFaults.compactMap {
                guard case .dependency(let library, .missing) = $0 else { return nil }
                return """
                    The plugin needs \(library), which is in no directory that the dynamic loader \
                    searches. Install \(library), or link the plugin with the directory in its run \
                    path (-Wl,-rpath,'$ORIGIN'). The plugin loads without this only in a host that \
                    has already loaded \(library).
                    """
            } + Self.sanitizerWarnings(examination)
        let scope = application.map { Check.scope(plugin, $0) }
        let all: [Check?] =
            plugin.isBinding
            ? [.binding, scope, .trust(examination)]
            : [
                .library, .manifest, .enabled(plugin), .abi(plugin), scope,
                .entryPoint(examination), .trust(examination), .linkage(examination),
            ]
        checks = all.compactMap(\.self)
        unchecked =
            plugin.isBinding
            ? ["the library and the calls to it: use restorectl binding check"]
            : Self.unchecked(examination)
    }

    /// clang expects the sanitizer's runtime in the program.
    private static func sanitizerWarnings(_ examination: PluginExamination) -> [String] {
        guard let sanitizer = examination.sanitizer,
            !examination.neededLibraries.contains(where: { $0.contains("san") })
        else { return [] }
        return [
            "It was built for \(sanitizer): only a program that was, too, or that was started with"
                + " the sanitizer's runtime in LD_PRELOAD, can load it."
        ]
    }

    private static func unchecked(_ examination: PluginExamination) -> [String] {
        ["the plugin's code: restorectl plugin check runs it"]
            + (examination.trustFault == nil
                ? []
                : [
                    "the plugin's dependencies: they are checked only after the plugin's own path"
                        + " is trusted"
                ])
    }

    var isUsable: Bool { checks.allSatisfy(\.passes) }
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
        let converters = manifest.converters.map {
            "\($0.name), from \($0.source) to \($0.target)"
        }
        page.add(heading: "converters", converters, .aside)
        page.addGap()
        for check in checks { check.add(to: &page) }
        page.add(heading: "warnings", warnings, .caution)
        page.add(heading: "not checked", unchecked, .aside)
        return page
    }

    private var facts: [(label: String, text: String)] {
        let manifest = plugin.manifest
        let facts: [(String, String?)] = [
            ("file", plugin.file),
            ("sidecar", plugin.sidecar),
            ("formerly", manifest.formerIdentifiers.map(\.rawValue).joined(separator: ", ")),
            ("ABI", plugin.isBinding ? nil : manifest.abi.description),
            ("applications", manifest.applications.text),
            ("interfaces", manifest.neededInterfaces.joined(separator: ", ")),
            (plugin.isBinding ? "library" : "needs", needed.joined(separator: ", ")),
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
        let manifest = plugin.manifest
        try members.encode(manifest.credits.summary, forKey: "summary")
        try members.encode(manifest.credits.authors, forKey: "authors")
        try members.encode(manifest.credits.license, forKey: "license")
        try members.encode(manifest.converters.map(ConverterFacts.init), forKey: "converters")
        try members.encode(needed, forKey: "needs")
        try members.encode(warnings, forKey: "warnings")
        try members.encode(checks, forKey: "checks")
        try members.encode(unchecked, forKey: "unchecked")
    }
}

private struct ConverterFacts: Encodable {
    struct End: Encodable {
        let plugin: String
        let className: String
        let version: UInt32

        init(_ end: ClassVersion) {
            (plugin, className, version) = (end.plugin, end.className, end.schemaVersion)
        }

        private enum CodingKeys: String, CodingKey {
            case plugin
            case className = "class"
            case version
        }
    }

    let id: String
    let from: End
    let to: End

    init(_ converter: PluginManifest.Converter) {
        id = converter.name
        from = End(converter.source)
        to = End(converter.target)
    }
}

extension Page {
    fileprivate mutating func add(
        heading: String,
        _ entries: [String],
        _ meaning: Span.Meaning
    ) {
        guard !entries.isEmpty else { return }
        addGap()
        add(Span(heading, meaning), indent: 4)
        for entry in entries { add(wrapping: entry, indent: 8) }
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
        if routes.isEmpty {
            page.add(
                Span("no route: only saved state can name the class", .aside),
                indent: 8
            )
        }
        for route in routes { page.add(Span(route.description), indent: 8) }
        if !aliases.isEmpty {
            page.add(
                wrapping: aliases.joined(separator: ", "),
                label: Span("formerly ", .aside),
                indent: 8
            )
        }
        if !droppedKeys.isEmpty {
            page.add(
                wrapping: droppedKeys.joined(separator: ", "),
                label: Span("drops ", .aside),
                indent: 8
            )
        }
    }
}
