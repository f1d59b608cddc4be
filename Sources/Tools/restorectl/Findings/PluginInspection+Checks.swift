import RestorationCore
import RestorationDiscovery

extension PluginInspection {
    struct Check {
        let subject: String
        let passes: Bool
        let finding: String
        var place: String?
        var remedy: String?

        init(subject: String, passes: Bool = true, finding: String) {
            self.subject = subject
            self.passes = passes
            self.finding = finding
        }

        init(failed subject: String, finding: String, at place: String?, remedy: String) {
            self.init(subject: subject, passes: false, finding: finding)
            self.place = place
            self.remedy = remedy
        }

        /// - Parameter finding: The finding if there is no fault.
        init(subject: String, _ fault: DiscoveryError?, otherwise finding: String) {
            let diagnosis = fault?.diagnosis
            self.init(
                subject: subject,
                passes: diagnosis == nil,
                finding: diagnosis?.problem ?? finding
            )
            place = diagnosis?.place
            remedy = diagnosis?.remedy
        }
    }
}

extension PluginInspection.Check {
    // Without these two, the inspection fails before any check.
    static let library = Self(
        subject: "library",
        finding: "a shared library for this processor, whose memory is never both writable and"
            + " executable"
    )
    static let manifest = Self(
        subject: "manifest",
        finding: "complete, of format \(PluginManifest.newestFormat)"
    )

    static let binding = Self(subject: "binding", finding: "every part of it can be read")

    static func entryPoint(_ examination: PluginExamination) -> Self {
        Self(
            subject: "entry",
            examination.entryPointFault,
            otherwise: "exports restoration_plugin_entry itself"
        )
    }

    static func trust(_ examination: PluginExamination) -> Self {
        Self(
            subject: "trust",
            examination.trustFault,
            otherwise: "only you and root may change it and its parent directories"
        )
    }

    /// `nil` if the library is not trusted, since its dependencies are then not examined.
    static func linkage(_ examination: PluginExamination) -> Self? {
        guard examination.trustFault == nil else { return nil }
        // A host may provide a library that is missing here.
        let older = examination.libraryFaults.first { fault in
            if case .dependency(_, .missing) = fault { false } else { true }
        }
        if examination.linkageFault == nil, let older {
            return Self(
                failed: "linkage",
                finding: older.problem(of: "the library"),
                at: nil,
                remedy: older.remedy(forOwn: true)
            )
        }
        return Self(
            subject: "linkage",
            examination.linkageFault,
            otherwise: "its dependencies are trusted, too"
        )
    }

    static func enabled(_ plugin: DiscoveredPlugin) -> Self {
        guard !plugin.isDisabled else {
            return Self(
                failed: "sidecar",
                finding: "disables the plugin",
                at: plugin.sidecar,
                remedy: "Remove \"disabled\" from it, or the sidecar."
            )
        }
        let sidecar = plugin.sidecar.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Self(subject: "sidecar", finding: sidecar.map { "read, \($0)" } ?? "there is none")
    }

    static func abi(_ plugin: DiscoveredPlugin) -> Self {
        let (needed, host) = (plugin.manifest.abi, ABIVersion.supportedByHost)
        guard let shared = needed.newest(sharedWith: host) else {
            return Self(
                failed: "ABI",
                finding: "the plugin speaks \(needed), this host \(host)",
                at: plugin.file,
                remedy: """
                    Rebuild the plugin against the \(host) headers, with "abi": "\(host)" in its \
                    manifest.
                    """
            )
        }
        return Self(subject: "ABI", finding: "\(shared) is spoken by both")
    }

    static func scope(_ plugin: DiscoveredPlugin, _ application: ApplicationIdentifier) -> Self {
        let scope = plugin.manifest.applications
        if scope.includes(application, acceptsUnnamed: false) {
            return Self(subject: "scope", finding: "meant for \(application)")
        }
        if scope.includesEveryApplication {
            let condition = "if it opts in to plugins for every application"
            return Self(subject: "scope", finding: "meant for \(application) \(condition)")
        }
        let named = scope.applications.map(\.rawValue)
        return Self(
            failed: "scope",
            finding: "not meant for \(application)",
            at: plugin.file,
            remedy: Spelling.nearest(to: application.rawValue, among: named)
                // Either id may be the misspelt one.
                .map { "The manifest names \($0); correct the id that is misspelt." }
                ?? "Add the application to the manifest's \"applications\", or install a build of"
                + " the plugin that lists it."
        )
    }
}

extension PluginInspection.Check {
    func add(to page: inout Page) {
        page.add(
            wrapping: finding,
            label: Span(
                "\(passes ? "ok" : "no")  \(subject.padded(to: 10))",
                passes ? .good : .bad
            ),
            indent: 4
        )
        for (label, text) in [("at: ", place), ("fix: ", remedy)] {
            guard let text else { continue }
            page.add(wrapping: text, label: Span(label, .aside), indent: 18)
        }
    }
}

extension PluginInspection.Check: Encodable {
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(subject, forKey: "subject")
        try members.encode(passes, forKey: "passes")
        try members.encode(finding, forKey: "finding")
        try members.encode(place, forKey: "place")
        try members.encode(remedy, forKey: "remedy")
    }
}
