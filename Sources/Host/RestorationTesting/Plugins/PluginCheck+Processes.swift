import RestorationDiscovery
import RestorationKit
import RestorationPlugins

extension PluginCheck {
    static let processes: [PluginCheck] = [
        lasting("object.signals", "does not change signal handling while an object lives") {
            switch $0 {
            case .signalHandlers, .signalMask: true
            default: false
            }
        },
        lasting("object.locale", "does not change the locale while an object lives") {
            $0 == .locale
        },
        lasting(
            "object.directory",
            "does not change the current directory while an object lives"
        ) { $0 == .currentDirectory },
        lasting("object.environment", "does not change the environment while an object lives") {
            if case .environment = $0 { true } else { false }
        },
        lasting(
            "object.calculation",
            "does not change the floating-point mode while an object lives"
        ) { $0 == .floatingPointMode },
        each(
            "object.threads",
            "ends its threads with its last object",
            needs: returning
        ) { subject, _ in
            // A library may keep a few threads. The first life starts them.
            try subject.live()
            let before = Footprint.threads()
            try subject.live()
            try subject.live()
            guard Footprint.wait(.seconds(1), until: { Footprint.threads() <= before }) else {
                throw Nonconformance(
                    "\(Footprint.threads() - before) threads of"
                        + " destroyed objects still run"
                )
            }
        },
        each(
            "object.descriptors",
            "closes an object's files when it destroys the object",
            needs: returning
        ) { subject, _ in
            try subject.live()
            let before = Footprint.descriptors()
            for _ in 0..<10 { try subject.live() }
            // A thread that reports an arrival may have a file open for a moment.
            guard Footprint.wait(.seconds(1), until: { Footprint.descriptors() <= before }) else {
                let left = Footprint.descriptors() - before
                throw Nonconformance("ten lives leave \(left) files open")
            }
        },
        each(
            "object.output",
            "writes nothing to standard output and error",
            needs: returning + ["load.output"]
        ) { subject, _ in
            let output = try Footprint.output { try subject.live() }
            try Nonconformance.unless(output.isEmpty, "it wrote \(text(output))")
        },
        each(
            "thread.calls",
            "calls the host on the session's thread",
            needs: returning
        ) { subject, plugin in
            try subject.live()
            _ = Footprint.wait(.milliseconds(100)) { false }
            guard let line = plugin.log.line(with: "from another thread than the session's") else {
                return
            }
            throw Nonconformance("it \(line)")
        },
        each(
            "object.leaks",
            "frees an object's memory, over 1,000 lives",
            needs: repeated + ["object.threads", "object.descriptors"]
        ) { subject, plugin in
            let first = try subject.launched()
            try first.terminate()
            func live(_ times: Int) throws -> Duration {
                let start = ContinuousClock.now
                for _ in 0..<times {
                    let launch = try first.program.launch()
                    _ = try subject.outcome(launch)
                    _ = try launch.session.captureImage()
                    try launch.terminate(.killed)
                    plugin.log.clear()
                }
                return ContinuousClock.now - start
            }
            // A slow class has fewer lives, so that the check ends in time.
            let slowness = try live(20) / .milliseconds(200)
            let lives = Int(Double(max(plugin.conformance.iterations, 50) / 5) / max(1, slowness))
            // Allocations made once stay: tables of the host, caches of the plugin.
            _ = try live(lives)
            let growths = try (0..<4).map { _ in
                let before = Footprint.allocatedBytes()
                _ = try live(lives)
                return Footprint.allocatedBytes() - before
            }
            // A leak grows in each quarter alike, by at least 16 bytes a block. With few lives, a
            // small leak looks like noise.
            guard let least = growths.min(), least >= max(lives * 16, 2_048) else { return }
            throw Nonconformance("each life leaks about \(least / lives) bytes")
        },
        each(
            "object.sanitized",
            "has no leaks according to LeakSanitizer",
            needs: returning
        ) { subject, plugin in
            guard PluginExamination(try plugin.plugin()).isSanitized else {
                throw Inapplicable("It was not built with -fsanitize=address.")
            }
            // LeakSanitizer reports leaks when the process ends.
            for _ in 0..<3 { try subject.live() }
        },
    ]

    /// A check that an object's life leaves part of the process unchanged.
    private static func lasting(
        _ rule: String,
        _ claim: String,
        _ isMeant: @escaping @Sendable (PluginSideEffect.Change) -> Bool
    ) -> PluginCheck {
        each(rule, claim, needs: returning) { subject, _ in
            // Another rule checks the effects of loading.
            try subject.program().launch().terminate()
            let state = ProcessState()
            state.take()
            try subject.live()
            let changes = state.restore()
            let all = changes.undone + changes.lasting
            guard let change = all.first(where: isMeant) else { return }
            throw Nonconformance("\(change.subject) changed while an object lived")
        }
    }
}
