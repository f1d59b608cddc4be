import BenchmarkReport
import Foundation
import Measuring
import RestorationKit

/// The cost of the crash ledger and the watchdog in a save of many plugin objects.
struct LedgerBenchmark {
    private static let count = 10_000
    private static let rounds = 15

    private enum Mode: CaseIterable {
        case none, ledger, watchdog
    }

    func run() throws -> [Goal] {
        let root = NSTemporaryDirectory() + "restoration-benchmark-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(
            atPath: root + "/plugins",
            withIntermediateDirectories: true
        )
        try Compiler.compile(
            "items.c",
            to: root + "/plugins/libitems.so",
            ["-shared", "-fPIC", "-fvisibility=hidden", "-I", Compiler.headers]
        )
        var least: [Mode: Double] = [:]
        for _ in 0..<Self.rounds {
            for mode in Mode.allCases {
                let time = try Self.capture(mode, in: root) / Double(Self.count)
                least[mode] = min(least[mode] ?? .infinity, time)
            }
        }
        func time(_ mode: Mode) -> Double { least[mode] ?? .nan }
        print("capture of \(Self.count) objects of a plugin, each; least of runs in turn")
        show("without the crash ledger", time(.none), "ns")
        show("with it", time(.ledger), "ns")
        show("with it, and with the watchdog, as is the default", time(.watchdog), "ns")
        print("")
        return [
            Goal(
                name: "capture with the ledger, against one without",
                ratio: time(.ledger) / time(.none),
                bound: .atMost(1.05),
                isBinding: false
            ),
            Goal(
                name: "with the watchdog as well, against the ledger alone",
                ratio: time(.watchdog) / time(.ledger),
                bound: .atMost(1.02),
                isBinding: false
            ),
        ]
    }

    /// The time of a save's capture, up to its first disk access, in nanoseconds.
    private static func capture(_ mode: Mode, in root: String) throws -> Double {
        let state = root + "/state"
        defer { try? FileManager.default.removeItem(atPath: state) }
        var options = RestorationOptions()
        options.stateDirectory = state
        options.keyProvider = FileKeyProvider(directory: root + "/keys")
        options.pluginDirectories = [root + "/plugins"]
        options.savesAutomatically = false
        options.recordsFatalSignals = mode != .none
        if mode == .ledger { options.hangDeadline = nil }
        let session = try RestorationSession(
            application: "org.example.benchmark",
            options: options
        )
        defer { session.close() }
        let list = ItemList()
        session.addRoot(list)
        try session.restore()
        for number in 0..<count {
            list.items.append(try session.make("item\(number)", under: list))
        }
        var time = Double.infinity
        // The first save allocates memory that the next ones reuse.
        for round in 0..<3 {
            // An unchanged save writes nothing.
            list.items.append(try session.make("more\(round)", under: list))
            let clock = ContinuousClock()
            let start = clock.now
            var end = start
            session.onWillSave = { _ in end = clock.now }
            try session.preserveNow()
            let (seconds, attoseconds) = (end - start).components
            time = min(time, Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
        }
        return time
    }
}
