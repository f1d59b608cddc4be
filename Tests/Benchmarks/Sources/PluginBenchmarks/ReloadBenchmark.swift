import BenchmarkReport
import Foundation
import Measuring
import RestorationKit

/// The cost of replacing a plugin with another build under its live objects, against restarting
/// their session.
struct ReloadBenchmark {
    private static let count = 1_000
    private static let rounds = 15

    func run() throws -> [Goal] {
        let root = NSTemporaryDirectory() + "restoration-benchmark-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: root) }
        let library = root + "/plugins/libitems.so"
        try FileManager.default.createDirectory(
            atPath: root + "/plugins",
            withIntermediateDirectories: true
        )
        try Compiler.compile(
            "items.c",
            to: library,
            ["-shared", "-fPIC", "-fvisibility=hidden", "-I", Compiler.headers]
        )
        let bytes = try Data(contentsOf: URL(filePath: library))
        var session = try Self.session(in: root)
        let list = ItemList()
        session.addRoot(list)
        try session.restore()
        for number in 0..<Self.count {
            list.items.append(try session.make("item\(number)", under: list))
        }
        var reloads: [Double] = []
        var restarts: [Double] = []
        for _ in 0..<Self.rounds {
            // A new file, as a linker writes it.
            try FileManager.default.removeItem(atPath: library)
            try bytes.write(to: URL(filePath: library))
            reloads.append(
                try nanoseconds {
                    let reload = try session.reloadPlugin("org.example.items")
                    precondition(reload.objectCount == Self.count)
                }
            )
            restarts.append(
                try nanoseconds {
                    try session.preserveNow()
                    session.close()
                    session = try Self.session(in: root)
                    let list = ItemList()
                    session.addRoot(list)
                    try session.restore()
                    precondition(list.items.count == Self.count)
                }
            )
        }
        print("another build of a plugin, \(Self.count) live objects; medians of runs in turn")
        show("takes over", reloads.median / 1_000_000, "ms")
        show("is met by a session that is started again", restarts.median / 1_000_000, "ms")
        print("")
        session.close()
        return [
            Goal(
                name: "a reload, against a save and a restore",
                ratio: reloads.median / restarts.median,
                bound: .atMost(4),
                isBinding: false
            )
        ]
    }

    private static func session(in root: String) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = root + "/state"
        options.keyProvider = FileKeyProvider(directory: root + "/keys")
        options.pluginDirectories = [root + "/plugins"]
        options.savesAutomatically = false
        return try RestorationSession(application: "org.example.benchmark", options: options)
    }
}
