import BenchmarkReport
import Foundation
import InstalledPlugins
import Measuring

/// The cost of loading against dlopen, and of a launch that needs few plugins.
struct LoadingBenchmark {
    private let installation: Installation

    init(_ installation: Installation) {
        self.installation = installation
    }

    /// The same for a Swift plugin, which costs the dynamic loader more. No goal.
    private func showSwift() throws {
        let name = "the same of a plugin in Swift"
        guard let plugins = try Installation.inSwift(count: 100) else {
            return print("  \(name): skipped, make benchmark builds it")
        }
        let runs = try (0..<5).map { _ in try plugins.launch(.alternating) }
        let (own, other) = (runs.map { $0[0] }.median, runs.map { $0[1] }.median)
        show(name, own / 1_000, "µs")
        show(
            "dlopen and dlsym of one",
            other / 1_000,
            "µs",
            "our load takes \(figure(own / other)) times as long"
        )
    }

    func run() throws -> [Goal] {
        var times: [LaunchKind: [[Double]]] = [:]
        for _ in 0..<9 {
            for kind in LaunchKind.allCases {
                times[kind, default: []].append(try installation.launch(kind))
            }
        }
        func median(_ kind: LaunchKind, _ column: Int) -> Double {
            (times[kind] ?? []).map { $0[column] }.median
        }
        let few = median(.few, 0)
        let all = median(.all, 0)
        let opened = median(.allOpened, 0)
        print("loading")
        show("our load, each", median(.alternating, 0) / 1_000, "µs")
        show("dlopen and dlsym, each", median(.alternating, 1) / 1_000, "µs")
        try showSwift()
        show(
            "launch, 10 of \(installation.count) used",
            few / 1_000_000,
            "ms",
            "\(figure(all / few)) times as fast as loading all"
        )
        show("all searched for, and loaded", all / 1_000_000, "ms")
        show(
            "dlopen and dlsym of all",
            opened / 1_000_000,
            "ms",
            "\(figure(opened / few)) times the launch that uses 10"
        )
        print("")
        return [
            Goal(
                name: "load, against dlopen and dlsym",
                ratio: median(.alternating, 0) / median(.alternating, 1),
                bound: .atMost(1.25),
                isBinding: false
            )
        ]
    }
}
