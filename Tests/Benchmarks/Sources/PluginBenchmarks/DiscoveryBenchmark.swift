import BenchmarkReport
import Foundation
import InstalledPlugins
import Measuring
import RestorationDiscovery

/// What it costs to know all plugins, warm and cold.
struct DiscoveryBenchmark {
    private let installation: Installation

    init(_ installation: Installation) {
        self.installation = installation
    }

    func run() throws -> [Goal] {
        installation.settle()
        let peers = try Peers(directory: installation.root)
        var times: [Contestant: [Double]] = [:]
        for round in 0..<15 {
            for _ in 0..<5 {
                times[.files, default: []].append(time(.checkingFiles))
                times[.directories, default: []].append(time(.checkingDirectories))
            }
            // Alike: each the best of five passes in a program of its own.
            let scan = try installation.launch(.scan)
            times[.none, default: []].append(scan[0] / Double(installation.count))
            times[.routes, default: []].append(scan[1] / Double(installation.count))
            try FileManager.default.removeItem(atPath: installation.cache)
            times[.writing, default: []].append(time(.checkingFiles, isWriting: true))
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
        return Self.goals.map { name, own, other, least, isBinding in
            let ratio = medians[own].flatMap { own in medians[other].map { $0 / own } }
            return Goal(name: name, ratio: ratio, bound: .atLeast(least), isBinding: isBinding)
        }
    }

    private enum Contestant: String, CaseIterable {
        case files = "index, each file compared"
        case directories = "index, directories compared"
        case none = "no index"
        case routes = "no index, routes made ready after it"
        case writing = "no index yet, routes and a new one written"
        case gstreamer = "GStreamer, registry there"
        case gstreamerCold = "GStreamer, no registry"
        case qt = "QPluginLoader::metaData"

        var package: String { self == .qt ? "qt6-base-dev" : "gstreamer1.0-plugins-good" }
    }

    /// A system call for each file is a third of what it costs to compare them: that line lies close
    /// to its goal, and is not checked.
    private static let goals: [(String, Contestant, Contestant, Double, isBinding: Bool)] = [
        ("indexed, files compared, beside warm GStreamer", .files, .gstreamer, 10, false),
        (
            "indexed, directories compared, beside warm GStreamer", .directories, .gstreamer, 10,
            true
        ),
        ("without index, beside QPluginLoader", .none, .qt, 2, true),
    ]

    /// A search as at launch, and the routes ready to be asked; for each plugin.
    private func time(_ indexing: PluginIndexing, isWriting: Bool = false) -> Double {
        nanoseconds {
            let outcome = installation.discovery(indexing).run()
            precondition(outcome.faults.isEmpty)
            precondition((outcome.indexReport?.flaw != nil) == isWriting)
            _ = outcome.routes()
        } / Double(installation.count)
    }
}
