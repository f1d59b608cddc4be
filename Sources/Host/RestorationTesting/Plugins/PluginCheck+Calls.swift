import RestorationDiscovery
import RestorationKit
import RestorationPlugins

/// Checks of methods, host services and converters.
extension PluginCheck {
    static let calls: [PluginCheck] = [
        each(
            "method.limits",
            "accepts values at their limits in every method",
            needs: repeated
        ) { subject, plugin in
            let launch = try subject.launched()
            guard let methods = (launch.graph.held as? any MethodProviding)?.restorationMethods,
                !methods.isEmpty
            else { throw Inapplicable("It has no method.") }
            for method in methods {
                for arguments in MethodArguments.atLimits(of: method.signature) {
                    plugin.conformance.onTrial(.init(ofMethod: method.name, arguments))
                    // A new object each time, because a method may end its object.
                    let object = try subject.newObject(in: launch) as? any MethodProviding
                    // A method may refuse such arguments.
                    _ = try? object?.call(
                        method.name,
                        arguments: arguments.map { MethodValue.value($0) }
                    )
                }
            }
            _ = try subject.state(launch)
        },
        each(
            "method.tells",
            "invalidates an object when a method changes its state",
            needs: ["state.same-twice", "state.quiet"]
        ) { subject, _ in
            let launch = try subject.launched()
            let methods = OrdinaryCalls.methods(of: launch.graph.held)
            guard !methods.isEmpty else { throw Inapplicable("It has no method.") }
            for method in methods {
                launch.settle()
                try launch.session.preserveNow()
                let before = try subject.state(launch)
                guard OrdinaryCalls.call(method.name, of: launch.graph.held) else { continue }
                launch.settle()
                let hasReported = launch.session.hasUnsavedChanges
                guard try subject.state(launch) != before, !hasReported else { continue }
                throw Nonconformance(
                    "its method \(method.name) changes the state"
                        + " without a call of invalidate"
                )
            }
        },
        each(
            "host.refuses",
            "survives a host that refuses all services",
            needs: returning + ["later.cancelled"]
        ) { _, plugin in
            let (_, classes) = try plugin.loaded()
            for name in classes.names {
                guard let restorationClass = classes[name] else { continue }
                let parameters = plugin.conformance.examples.parameters[name] ?? [:]
                let path = try RestorationPath(parsing: "Root/Object")
                // Without a session, each host function that needs one refuses.
                for reason in [RestorationReason.make, .launch] {
                    let request = CreationRequest(
                        path: path,
                        reason: reason,
                        parameters: parameters
                    )
                    guard let object = try? restorationClass.createObject(request) else { continue }
                    let values = try? RestorationCoder.values { coder in
                        try object.encodeRestorableState(with: coder)
                    }
                    try? object.decodeRestorableState(
                        with: RestorationCoder.reading(values ?? [:])
                    )
                    object.restorationDidFinish()
                }
            }
        },
        each(
            "host.budget",
            "survives a coder without room",
            needs: ["state.limits"]
        ) { subject, _ in
            // Small values are stored first, and exceed the limit at the end.
            let own = try subject.ownValues()
            let large = own.keys.sorted().flatMap { key in
                (own[key]?.atLimits ?? []).map { value in own.merging([key: value]) { $1 } }
            }
            for state in [own] + large {
                let launch = try subject.relaunched(state) { $0.recordSizeLimit = 1 }
                _ = try subject.outcome(launch)
                _ = try? launch.session.captureImage()
                try launch.terminate(.killed)
            }
        },
        PluginCheck(
            "converter.any",
            "survives any state in its converters",
            needs: ["load.descriptor"]
        ) { subject in
            let plugin = try subject.plugin()
            guard !plugin.manifest.converters.isEmpty else {
                throw Inapplicable("It has no converter.")
            }
            let loader = try subject.loader(for: plugin)
            var random = RandomState(seed: subject.conformance.seed)
            for converter in plugin.manifest.converters {
                let (name, source) = (converter.name, converter.source)
                let examples = subject.conformance.examples
                let own = examples.older[source.className]?[Int(source.schemaVersion)] ?? [:]
                for number in 0..<max(subject.conformance.iterations / 5, 10) {
                    let values = number == 0 ? [:] : random.state(like: own)
                    let version = Int(source.schemaVersion)
                    subject.conformance.onTrial(.init(name, schemaVersion: version, values))
                    // A converter may fail: the host then retains the state.
                    _ = try? loader.convert(values, by: converter, of: plugin)
                }
            }
        },
    ]
}
