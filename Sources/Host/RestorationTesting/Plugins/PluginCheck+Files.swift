import RestorationDiscovery
import RestorationKit
import RestorationPlugins

/// Checks of the library file, before any code of the plugin runs.
extension PluginCheck {
    static let files: [PluginCheck] = [
        PluginCheck("file.library", "is a shared library for this processor", needs: []) {
            subject in
            do throws(DiscoveryError) {
                _ = try DiscoveredPlugin(inspecting: subject.file)
            } catch {
                switch error {
                case .noManifest, .manifest: return  // the next rules report these
                default: throw Nonconformance(error.diagnosis)
                }
            }
        },
        PluginCheck("file.name", "has a name that hosts search for", needs: []) { subject in
            try Nonconformance.unless(
                subject.file.hasSuffix(".so"),
                "hosts take only files whose names end in .so"
            )
        },
        PluginCheck("manifest.complete", "has a manifest without faults", needs: ["file.library"]) {
            _ = try $0.plugin()
        },
        PluginCheck(
            "manifest.keys",
            "has no ignored key in its manifest",
            needs: ["manifest.complete"]
        ) { subject in
            for warning in try DiscoveredPlugin.warnings(inspecting: subject.file) {
                throw Nonconformance(
                    "\(warning.location) is ignored. \(warning.diagnosis.remedy)"
                )
            }
        },
        PluginCheck(
            "manifest.routes",
            "has a route by which a program finds a class",
            needs: ["manifest.complete"]
        ) { subject in
            let classes = try subject.plugin().manifest.classes
            guard !classes.isEmpty else { throw Inapplicable("It has no class.") }
            try Nonconformance.unless(
                classes.contains { !$0.routes.isEmpty },
                "no class has a route, so only saved state leads to one"
            )
        },
        PluginCheck(
            "manifest.abi",
            "speaks the ABI of this host",
            needs: ["manifest.complete"]
        ) { subject in
            let (needed, host) = (try subject.plugin().manifest.abi, ABIVersion.supportedByHost)
            try Nonconformance.unless(
                needed.newest(sharedWith: host) != nil,
                "it speaks \(needed), and this host speaks \(host)"
            )
        },
        PluginCheck(
            "manifest.application",
            "is meant for the application",
            needs: ["manifest.complete"]
        ) { subject in
            // Without a name, the application comes from the manifest.
            guard let name = subject.conformance.application else { return }
            let scope = try subject.plugin().manifest.applications
            try Nonconformance.unless(
                ApplicationIdentifier(name).map {
                    scope.includes($0, acceptsUnnamed: true)
                } ?? false,
                "its manifest does not name \(name)"
            )
        },
        PluginCheck(
            "manifest.enabled",
            "is not disabled by its sidecar",
            needs: ["manifest.complete"]
        ) { subject in
            let plugin = try subject.plugin()
            try Nonconformance.unless(
                !plugin.isDisabled,
                "\(plugin.sidecar ?? "the sidecar") disables it"
            )
        },
        examination("file.trusted", "can be changed only by trusted users") { $0.trustFault },
        examination("exports.entry", "exports restoration_plugin_entry") { $0.entryPointFault },
        PluginCheck(
            "exports.alone",
            "exports only its entry point",
            needs: ["exports.entry"]
        ) { subject in
            let names = PluginExamination(try subject.plugin()).exportedNames
                .filter { $0 != DiscoveredPlugin.entryPointName && !linkers.contains($0) }
            try Nonconformance.unless(
                names.isEmpty,
                """
                it exports \(names.prefix(3).joined(separator: ", "))\
                \(names.count > 3 ? " and \(names.count - 3) more" : ""), which may replace \
                symbols of the same name in other libraries: link with the version script exports.map, which \
                pkg-config --libs restoration-plugin adds; -fvisibility=hidden alone does not \
                hide symbols of the standard library of C++
                """
            )
        },
        PluginCheck(
            "link.needed",
            "finds the libraries that it needs",
            needs: ["manifest.complete"]
        ) { subject in
            do {
                _ = try subject.loaded()
            } catch PluginError.notLoadable(_, .dependency(let library, .missing), _) {
                throw Nonconformance("\(library) is in no directory of the dynamic loader")
            } catch is any DiagnosedError {
                // Other rules report these.
            }
        },
        PluginCheck(
            "link.trusted",
            "depends only on trusted libraries",
            needs: ["file.trusted", "exports.entry"]
        ) { subject in
            guard let fault = PluginExamination(try subject.plugin()).linkageFault else { return }
            throw Nonconformance(fault.diagnosis)
        },
    ]

    /// Symbols that linkers define in every library without a version script.
    private static let linkers: Set = ["__bss_start", "_edata", "_end", "_fini", "_init"]

    private static func examination(
        _ rule: String,
        _ claim: String,
        _ fault: @escaping @Sendable (PluginExamination) -> DiscoveryError?
    ) -> PluginCheck {
        PluginCheck(rule, claim, needs: ["manifest.complete"]) { subject in
            guard let fault = fault(PluginExamination(try subject.plugin())) else { return }
            throw Nonconformance(fault.diagnosis)
        }
    }
}
