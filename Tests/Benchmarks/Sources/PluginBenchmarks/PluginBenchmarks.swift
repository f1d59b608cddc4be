import BenchmarkReport
import Foundation

/// Measures discovery, loading and routing of plugins, the cost of the crash ledger, and reloads;
/// see ``help``.
@main
struct PluginBenchmarks {
    static let help = """
        Measures discovery, loading and routing of plugins against GStreamer's registry, Qt's plugin
        loader and dlopen, what the crash ledger costs a save, and what a reload takes against a
        restart.

        USAGE: PluginBenchmarks [--check]

          --check    End with status 1 if a goal is missed.

        Beside whom it cannot be measured it says so. `make benchmark` installs them, the Debian
        packages of GStreamer, of LV2 plugins, which GStreamer has, too, and qt6-base-dev.
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
        goals += try LedgerBenchmark().run()
        goals += try ReloadBenchmark().run()
        print("goals")
        for goal in goals { print("  \(goal)") }
        if arguments.contains("--check"), goals.contains(where: { $0.isBinding && !$0.isMet }) {
            exit(1)
        }
    }
}
