import RestorationDiscovery
import RestorationKit
import RestorationPlugins

extension PluginCheck {
    private static let loadingLimit: Duration = .milliseconds(250)
    private static let descriptor = ["load.descriptor"]

    static let loading: [PluginCheck] = [
        PluginCheck(
            "link.symbols",
            "uses only symbols that its libraries define",
            needs: ["link.trusted", "link.needed", "manifest.abi"]
        ) { subject in
            do {
                _ = try subject.loaded()
            } catch PluginError.notLoadable(_, .symbolMissing(let name), _) {
                throw Nonconformance("undefined symbol: \(name)")
            } catch is any DiagnosedError {
                // The next rules report these.
            }
        },
        PluginCheck(
            "load.library",
            "can be loaded",
            needs: ["link.symbols", "manifest.enabled"]
        ) { subject in
            do {
                _ = try subject.loaded()
            } catch PluginError.interfaceMissing(_, _, let interface) {
                throw Inapplicable(
                    "It needs \(interface), which only its host has: check its classes in the tests"
                        + " of that, with RestorationClassConformance."
                )
            } catch PluginError.refused {
                // The next rule reports this.
            } catch PluginError.descriptor {
                // The next rule reports this.
            }
        },
        PluginCheck(
            "load.entry",
            "returns a descriptor from its entry point",
            needs: ["load.library"]
        ) { subject in
            do {
                _ = try subject.loaded()
            } catch PluginError.descriptor {
                // The next rule reports this.
            }
        },
        PluginCheck(
            "load.descriptor",
            "has a descriptor that agrees with its manifest",
            needs: ["load.entry"]
        ) { _ = try $0.loaded() },
        PluginCheck(
            "load.unlisted",
            "lists each class of its descriptor in its manifest",
            needs: descriptor
        ) { subject in
            _ = try subject.loaded()
            guard let line = subject.log.line(with: "does not list the class") else { return }
            throw Nonconformance(line)
        },
        PluginCheck("load.time", "loads in \(loadingLimit.milliseconds)", needs: descriptor) {
            subject in
            let start = ContinuousClock.now
            _ = try subject.loaded()
            let time = ContinuousClock.now - start
            try Nonconformance.unless(time < loadingLimit, "loading took \(time.milliseconds)")
        },
        effect("load.signals", "does not change signal handling") {
            switch $0 {
            case .signalHandlers, .signalMask: true
            default: false
            }
        },
        effect("load.locale", "does not change the locale") { $0 == .locale },
        effect("load.directory", "does not change the current directory") {
            $0 == .currentDirectory
        },
        effect("load.environment", "does not change the environment") {
            if case .environment = $0 { true } else { false }
        },
        effect("load.calculation", "does not change the floating-point mode") {
            $0 == .floatingPointMode
        },
        PluginCheck("load.descriptors", "leaves no file open", needs: descriptor) { subject in
            // The loader opens files of its own, which stay open.
            _ = try subject.loader(for: subject.plugin())
            let before = Footprint.descriptors()
            _ = try subject.loaded()
            let left = Footprint.descriptors() - before
            try Nonconformance.unless(left <= 0, "\(left) more files are open after it was loaded")
        },
        PluginCheck(
            "load.output",
            "writes nothing to standard output and error",
            needs: descriptor
        ) { subject in
            let output = try Footprint.output { _ = try subject.loaded() }
            try Nonconformance.unless(output.isEmpty, "it wrote \(text(output))")
        },
    ]

    static func text(_ output: [UInt8]) -> String {
        String(decoding: output.prefix(60), as: UTF8.self).debugDescription
    }

    /// A check that loading leaves part of the process unchanged.
    private static func effect(
        _ rule: String,
        _ claim: String,
        _ isMeant: @escaping @Sendable (PluginSideEffect.Change) -> Bool
    ) -> PluginCheck {
        PluginCheck(rule, claim, needs: descriptor) { subject in
            for effect in try subject.loaded().loader.sideEffects where isMeant(effect.change) {
                throw Nonconformance(effect.diagnosis)
            }
        }
    }
}

extension Duration {
    var milliseconds: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
