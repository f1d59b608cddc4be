import BenchmarkReport
import Foundation
import Measuring
import RestorationCore
import RestorationPostgreSQL
import RestorationStorage

/// The time until a save is durable on this machine, with and without a remote store behind it.
struct LocalSaves {
    private static let count = 200

    private let connection: String
    private let sizeInBytes: Int

    init(_ table: StateTable) {
        connection = table.connection
        sizeInBytes = table.sizeInBytes
    }

    func measure() throws {
        let directory = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "restoration-remote-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func files(_ name: String) throws -> ArchiveStore {
            try ArchiveStore(
                application: ApplicationIdentifier("org.example.local")!,
                directory: "\(directory)/\(name)",
                keys: FileKeyProvider(directory: directory + "/keys")
            )
        }
        var settings = RoamingStore.Settings()
        settings.person = RemotePerson("local")
        let roaming = RoamingStore(
            try files("roaming"),
            remote: try PostgreSQLStore(connection),
            settings: settings
        )
        print("\nA save on this machine, median of \(Self.count)")
        show("files alone", try median(try files("alone")), "ms")
        show("files with a remote store behind them", try median(roaming), "ms")
    }

    private func median(_ store: any RestorationStore) throws -> Double {
        try store.lock()
        _ = try store.open(checking: .footer)
        defer { store.close() }
        let bytes = (0..<sizeInBytes).map { _ in UInt8.random(in: 0 ... .max) }
        return try (0..<Self.count).map { _ in
            try nanoseconds { try store.commit(chunks: [bytes], as: store.nextGeneration()) } / 1e6
        }.median
    }
}
