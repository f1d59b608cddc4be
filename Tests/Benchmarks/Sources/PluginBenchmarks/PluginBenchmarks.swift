import Foundation

/// Measures discovery, loading and routing of plugins; see ``help``.
@main
struct PluginBenchmarks {
    static let help = """
        Measures discovery, loading and routing of plugins beside GStreamer's registry, Qt's plugin
        loader and dlopen.

        USAGE: PluginBenchmarks [--check]

          --check    End with status 1 if a goal is missed.

        Beside whom it cannot be measured it says so: the Debian packages gstreamer1.0-plugins-base
        and gstreamer1.0-plugins-good, and qt6-base-dev.
        """

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") { return print(help) }

        let installation = try Installation(count: 500)
        print("\(installation.count) plugins in C, 2 routes each; medians of runs in turn\n")
        var goals: [Goal] = []
        goals += try DiscoveryBenchmark(installation).run()
        goals += try LoadingBenchmark(installation).run()
        goals += try RoutingBenchmark().run()
        print("goals")
        for goal in goals { print("  \(goal)") }
        if arguments.contains("--check"), goals.contains(where: { !$0.isMet }) { exit(1) }
    }
}

/// What must be reached, as a ratio of two figures of one run.
struct Goal: CustomStringConvertible {
    let name: String
    /// How many times as fast as the other; or, where less is better, as slow.
    let ratio: Double
    let bound: Bound

    enum Bound {
        case atLeast(Double)
        case atMost(Double)
    }

    var isMet: Bool {
        switch bound {
        case .atLeast(let least): ratio >= least
        case .atMost(let most): ratio <= most
        }
    }

    var description: String {
        let wanted =
            switch bound {
            case .atLeast(let least): "at least \(figure(least))"
            case .atMost(let most): "at most \(figure(most))"
            }
        return "\(isMet ? "met   " : "MISSED") \(name): \(figure(ratio)), \(wanted)"
    }
}

/// Two or more digits that count.
func figure(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
}

/// Prints a line of a table.
func show(_ name: String, _ value: Double, _ unit: String, _ note: String = "") {
    let name = name.padding(toLength: 52, withPad: " ", startingAt: 0)
    let value = figure(value)
    let padding = String(repeating: " ", count: max(0, 9 - value.count))
    print("  \(name)\(padding)\(value) \(unit)\(note.isEmpty ? "" : "  \(note)")")
}
