import RestorationCore
import RestorationLoading

extension PluginInspection {
    /// One condition for being used.
    struct Check {
        let subject: String
        let passes: Bool
        let finding: String
        /// Where, and what to do, if there is more to say than the finding does.
        var place: String?
        var remedy: String?

        init(subject: String, passes: Bool = true, finding: String) {
            self.subject = subject
            self.passes = passes
            self.finding = finding
        }

        /// - Parameter finding: what there is to say if there is no fault.
        init(subject: String, _ fault: LoadingError?, otherwise finding: String) {
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
    // Without these two there is nothing to inspect.
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
            otherwise: "only you and root may change it, and what is on the way to it"
        )
    }

    /// `nil` where the library itself is not trusted: then nobody looks at what it brings along.
    static func linkage(_ examination: PluginExamination) -> Self? {
        guard examination.trustFault == nil else { return nil }
        return Self(
            subject: "linkage",
            examination.linkageFault,
            otherwise: "what it brings along may be loaded, too"
        )
    }

    static func enabled(_ plugin: DiscoveredPlugin) -> Self {
        let sidecar = plugin.sidecar.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Self(
            subject: "sidecar",
            passes: !plugin.isDisabled,
            finding: plugin.isDisabled
                ? "disables the plugin" : sidecar.map { "read, \($0)" } ?? "there is none"
        )
    }

    static func abi(_ manifest: PluginManifest) -> Self {
        let host = ABIVersion.spokenByHost
        let shared = manifest.abi.newest(sharedWith: host)
        return Self(
            subject: "ABI",
            passes: shared != nil,
            finding: shared.map { "\($0) is spoken by both" }
                ?? "the plugin speaks \(manifest.abi), this host \(host)"
        )
    }

    static func scope(
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
