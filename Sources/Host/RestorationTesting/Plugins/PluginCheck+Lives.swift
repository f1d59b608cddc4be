import RestorationKit

/// Checks of objects from `create` to `destroy`.
extension PluginCheck {
    /// The prerequisites of checks that make objects.
    static let living = ["object.crashes", "object.exits", "object.returns"]
    /// The prerequisites of checks that restore objects.
    static let returning = living + ["later.arrives"]
    /// The prerequisites of checks that restore objects many times.
    static let repeated = ["time.create", "time.encode", "time.decode"]

    static let lives: [PluginCheck] = [
        each(
            "object.create",
            "makes a new object",
            needs: ["load.descriptor", "file.name", "manifest.application"]
        ) { subject, _ in
            let launch = try subject.program().launch()
            do {
                _ = try subject.newObject(in: launch)
            } catch let error as CreationDeclined {
                throw error
            } catch let error as any DiagnosedError {
                throw Nonconformance(
                    "\(error.diagnosis.problem). If it needs parameters, name them in a file of"
                        + " --examples"
                )
            }
        },
        wholeLife("object.exits", "does not end the process while an object lives"),
        wholeLife("object.crashes", "does not crash while an object lives"),
        wholeLife("object.returns", "returns from every call while an object lives"),
        each(
            "later.arrives",
            "delivers data after it answered \"not yet\"",
            needs: living
        ) { subject, plugin in
            let launch = try subject.launched().relaunch()
            let entry = try subject.outcome(launch)
            try Nonconformance.unless(
                entry?.outcome != .awaited,
                "it answered \"not yet\", and did not call arrived within"
                    + " \(plugin.conformance.arrivalLimit)"
            )
        },
        each(
            "later.cancelled",
            "survives the end of a wait",
            needs: returning
        ) { subject, _ in
            let launch = try subject.launched().relaunch()
            guard launch.report.count(of: .awaited) > 0 else {
                throw Inapplicable("It does not answer \"not yet\".")
            }
            try launch.terminate()
            // An arrival now comes too late.
            _ = Footprint.wait(.milliseconds(500)) { false }
        },
        each(
            "interface.unknown",
            "has no table for an unknown interface",
            needs: living
        ) { subject, _ in
            let launch = try subject.launched()
            guard let object = launch.graph.held as? any InterfaceProviding else { return }
            try Nonconformance.unless(
                object.hasInterface("org.example.unknown/1") == false,
                "it returned a table for org.example.unknown/1: compare the whole id"
            )
        },
        timed("time.create", "makes an object in \(limit.milliseconds)", needs: living) { subject in
            let launch = try subject.program().launch()
            return try best {
                try ContinuousClock().measure { _ = try subject.newObject(in: launch) }
            }
        },
        timed("time.encode", "encodes in \(limit.milliseconds)", needs: returning) { subject in
            let launch = try subject.launched()
            return try best {
                try ContinuousClock().measure { _ = try launch.session.captureImage() }
            }
        },
        timed(
            "time.decode",
            "is restored in \(limit.milliseconds)",
            needs: returning + ["time.create"]
        ) { subject in
            let launch = try subject.launched()
            try launch.terminate()
            return try best {
                let start = ContinuousClock.now
                let launch = try launch.program.launch()
                let time = ContinuousClock.now - start
                _ = try subject.outcome(launch)
                try launch.terminate(.killed)
                return time
            }
        },
    ]

    /// The limit of one call. A user notices twice as much.
    private static let limit: Duration = .milliseconds(50)

    private static func timed(
        _ rule: String,
        _ claim: String,
        needs: [String],
        _ time: @escaping @Sendable (ClassSubject) throws -> Duration
    ) -> PluginCheck {
        each(rule, claim, needs: needs) { subject, _ in
            let time = try time(subject)
            try Nonconformance.unless(time < limit, "it took \(time.milliseconds)")
        }
    }

    /// The shortest of at most ten measurements, because other programs may use the processors.
    /// Their load does not explain a whole second.
    private static func best(_ time: () throws -> Duration) rethrows -> Duration {
        var shortest = try time()
        for _ in 1..<10 where shortest >= limit && shortest < .seconds(1) {
            shortest = try min(shortest, time())
        }
        return shortest
    }

    /// A check that the process survives, judged by ``PluginConformance/verdict(on:of:)``.
    private static func wholeLife(_ rule: String, _ claim: String) -> PluginCheck {
        each(rule, claim, needs: ["object.create"]) { subject, _ in try subject.live() }
    }
}

extension ClassSubject {
    func live() throws {
        let first = try launched()
        _ = try? state(first)
        let second = try first.relaunch()
        _ = try outcome(second)
        try second.terminate()
    }
}
