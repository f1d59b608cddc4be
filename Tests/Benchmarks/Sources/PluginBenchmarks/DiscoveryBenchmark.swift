import BenchmarkReport
import Foundation

/// The cost of a search for plugins.
struct DiscoveryBenchmark {
    private let installation: Installation

    init(_ installation: Installation) {
        self.installation = installation
    }

    func run() throws -> [Goal] {
        let peers = try Peers(directory: installation.root)
        var times: [Contestant: [Double]] = [:]
        for round in 0..<15 {
            // As for the peers, the best of five passes in a separate program.
            let scan = try installation.launch(.scan)
            times[.search, default: []].append(scan[0] / Double(installation.count))
            times[.routes, default: []].append(scan[1] / Double(installation.count))
            if let qt = try peers.qt() { times[.qt, default: []].append(qt) }
            if let warm = try peers.gstreamer(.warm) {
                times[.gstreamer, default: []].append(warm)
            }
            if round < 3, let cold = try peers.gstreamer(.cold) {
                times[.gstreamerCold, default: []].append(cold)
            }
        }
        let medians = times.mapValues(\.median)
        print("discovery, for each plugin")
        for contestant in Contestant.allCases {
            if let median = medians[contestant] {
                show(contestant.rawValue, median / 1_000, "µs")
            } else {
                print("  \(contestant.rawValue): skipped, \(contestant.package) is not installed")
            }
        }
        print("")
        return Self.goals.map { name, other in
            let ratio = medians[.search].flatMap { own in medians[other].map { $0 / own } }
            return Goal(name: name, ratio: ratio, bound: .atLeast(2), isBinding: true)
        }
    }

    private enum Contestant: String, CaseIterable {
        case search = "search"
        case routes = "routes made ready after it"
        case gstreamer = "GStreamer, registry there"
        case gstreamerCold = "GStreamer, no registry"
        case qt = "QPluginLoader::metaData"

        var package: String { self == .qt ? "qt6-base-dev" : "gstreamer1.0-plugins-good" }
    }

    private static let goals: [(String, Contestant)] = [
        ("search, against warm GStreamer", .gstreamer),
        ("search, against QPluginLoader", .qt),
    ]
}
