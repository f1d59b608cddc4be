import Foundation
import RestorationKit
import RestorationStorage
import Testing

/// What a launch has to tell, from another process.
struct ToldLaunch: Codable {
    let restored: [String]
    let notRestored: [String]
    /// What the report says beside.
    let notes: [String]
    /// What the save says.
    let issues: [String]
}

extension CrashLife {
    /// Whether the code that ends the program is asked for something in a save.
    var isOfSave: Bool { ["encode", "get", "destroy"].contains(stage) }

    /// A launch in a process of its own, which the plugin ends.
    func end(_ location: SourceLocation = #_sourceLocation) async {
        let condition: ExitTest.Condition = way.signal == 0 ? .exitCode(3) : .signal(way.signal)
        await #expect(processExitsWith: condition, sourceLocation: location) {
            [life = self as CrashLife] in
            try life.run()
        }
    }

    /// A launch in a process of its own, which comes up.
    func comeUp(_ location: SourceLocation = #_sourceLocation) async throws -> ToldLaunch {
        let file = URL(filePath: directory + "/told")
        try? FileManager.default.removeItem(at: file)
        await #expect(processExitsWith: .success, sourceLocation: location) {
            [life = self as CrashLife, file = file as URL] in
            let (report, issues) = try life.live()
            let told = ToldLaunch(
                restored: report.restored.map(\.description),
                notRestored: report.notRestored.map(\.description),
                notes: report.notes.map { "\($0.place ?? "nowhere"): \($0.problem)" },
                issues: issues
            )
            try JSONEncoder().encode(told).write(to: file)
        }
        return try JSONDecoder().decode(ToldLaunch.self, from: Data(contentsOf: file))
    }
}
