import BenchmarkReport
import Foundation
import InstalledPlugins
import Measuring
import RestorationCore
import RestorationDiscovery

/// The cost of finding the class for a path among many routes.
struct RoutingBenchmark {
    private static let literals = 10_000
    private static let wildcards = 1_000

    func run() throws -> [Goal] {
        let few = RouteTable(try manifests(Self.wildcardRoutes))
        var built: RouteTable?
        let all = try manifests(Self.literalRoutes + Self.wildcardRoutes)
        let building = nanoseconds { built = RouteTable(all) }
        guard let many = built else { return [] }
        let paths = try Self.paths.map { try RestorationPath(parsing: $0) }

        var times: [[Double]] = [[], []]
        for _ in 0..<21 {
            for (index, table) in [few, many].enumerated() {
                times[index].append(
                    nanoseconds { for path in paths { _ = table.route(for: path) } }
                        / Double(paths.count)
                )
            }
        }
        let visited = paths.map { Double(many.explain($0).visitedNodes) }.median
        print("routing, 4 components")
        show("1,000 wildcard routes", times[0].median, "ns")
        show("10,000 literal routes beside them", times[1].median, "ns", "\(visited) nodes visited")
        show("building that table", building / 1_000_000, "ms")
        print("")
        return [
            Goal(
                name: "routing beside 10,000 literals, to without",
                ratio: times[1].median / times[0].median,
                bound: .atMost(1.5)
            )
        ]
    }

    private static var literalRoutes: [String] {
        (0..<literals).map { "Tabs/Find\($0 % 100)/Details/Item\($0)" }
    }

    /// A tenth of these can match any path; the rest have other roots.
    private static var wildcardRoutes: [String] {
        (0..<wildcards).map { number in
            switch number % 10 {
            case 0: "Tabs/*/{pet}/Kind\(number)"
            case 1: "Other\(number)/**/Edit"
            case 2: "Other\(number)/entry:*/Edit"
            default: "Other\(number)/*/Details/{pet}"
            }
        }
    }

    private static var paths: [String] {
        (0..<1_000).map { number in
            number % 2 == 0
                ? "Tabs/Find\(number % 100)/Details/Kind\(number / 10 * 10)"
                : "Other\(number)/Matches/Details/cat-\(number)"
        }
    }

    /// The manifests of plugins that claim the routes, 200 each.
    private func manifests(_ routes: [String]) throws -> [PluginManifest] {
        try stride(from: 0, to: routes.count, by: 200).map { start in
            let texts = routes[start..<min(start + 200, routes.count)].map { "\"\($0)\"" }
            let manifest = """
                {"manifest": 1, "id": "org.example.p\(start)", "version": "1.0", "abi": "0.3",
                 "applications": ["org.example.benchmark"],
                 "classes": [{"id": "A", "version": 1, "routes": [\(texts.joined(separator: ","))]}]}
                """
            return try ManifestReader().manifest(from: Array(manifest.utf8))
        }
    }
}
