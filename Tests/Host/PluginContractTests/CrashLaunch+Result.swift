import Foundation
import RestorationKit
import RestorationStorage
import Testing

/// The results of a launch in another process.
struct LaunchResult: Codable {
    let restored: [String]
    let notRestored: [String]
    /// The notes of the restore's report.
    let notes: [String]
    /// The issues of the save.
    let issues: [String]
}

extension CrashLaunch {
    /// Whether the crashing code is called by a save.
    var isOfSave: Bool { ["encode", "get", "destroy"].contains(stage) }

    /// Launches in a separate process, and expects the plugin to end it.
    func end(_ location: SourceLocation = #_sourceLocation) async {
        let condition: ExitTest.Condition = way.signal == 0 ? .exitCode(3) : .signal(way.signal)
        await #expect(processExitsWith: condition, sourceLocation: location) {
            [launch = self as CrashLaunch] in
            try launch.run()
        }
    }

    /// Launches in a separate process that exits normally, and returns its results.
    func comeUp(_ location: SourceLocation = #_sourceLocation) async throws -> LaunchResult {
        let file = URL(filePath: directory + "/told")
        try? FileManager.default.removeItem(at: file)
        await #expect(processExitsWith: .success, sourceLocation: location) {
            [launch = self as CrashLaunch, file = file as URL] in
            let (report, issues) = try launch.live()
            let told = LaunchResult(
                restored: report.restored.map(\.description),
                notRestored: report.notRestored.map(\.description),
                notes: report.notes.map { "\($0.place ?? "nowhere"): \($0.problem)" },
                issues: issues
            )
            try JSONEncoder().encode(told).write(to: file)
        }
        return try JSONDecoder().decode(LaunchResult.self, from: Data(contentsOf: file))
    }
}
