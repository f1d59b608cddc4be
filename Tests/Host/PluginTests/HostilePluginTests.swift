import Foundation
import RestorationKit
import RestorationPlugins
import Testing

/// The host's root, which refers to all objects that plugins created.
private final class Desk: Restorable {
    let restorationIdentifier: String? = "Desk"
    var items: [any Restorable] = []

    func encodeRestorableState(with coder: RestorationCoder) throws {
        for (index, item) in items.enumerated() {
            coder.encode(item, forKey: "item \(index)")
        }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        for index in coder.keys.indices {
            let item = try coder.decodeReference(forKey: "item \(index)")
            items += [item].compactMap(\.self)
        }
    }
}

/// `make soak` runs this under AddressSanitizer.
@Suite struct `A hostile plugin` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let recordSizeLimit = 1 << 20

    private func session() throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = "\(directory.path)/state"
        options.keyProvider = FileKeyProvider(directory: "\(directory.path)/keys")
        options.pluginDirectories = [directory.path]
        // Below the format's limit, so that a test reaches it without gigabytes.
        options.recordSizeLimit = Self.recordSizeLimit
        return try RestorationSession(application: "org.example.app", options: options)
    }

    @Test func `is named for each object that fails, and the other objects are restored`() throws {
        _ = try CompiledPlugin("hostile", in: directory)
        let writers = [
            "Sizes", "Null", "Text", "Closing", "Large", "Entries", "Keys", "Thread", "Handles",
            "Kept",
        ]
        let readers = ["Reader", "Stepper"]
        let desk = Desk()
        var first: RestorationSession? = try session()
        first?.addRoot(desk)
        try first?.restore()
        for name in ["Good1"] + writers + readers + ["Good2"] {
            if let item = try first?.make(name, under: desk, parameters: ["number": 1]) {
                desk.items.append(item)
            }
        }
        // Deallocated at once, so its handle is invalid from here on.
        _ = try first?.make("Good3", under: desk)

        var issues: [PreservationError] = []
        first?.onSave = { issues = $0.report.issues }
        for _ in 0..<2 {
            for item in desk.items { first?.invalidate(item) }
            try first?.preserveNow()
        }
        first?.close()
        first = nil
        desk.items = []

        #expect(issues.count == writers.count)
        for (issue, name) in zip(issues, writers) {
            #expect("\(issue)".contains("org.example.hostile failed to encode \(name)"))
            #expect("\(issue)".contains("Desk/\(name)"))
        }
        #expect(
            issues.suffix(2).map { "\($0)".split(separator: "\n")[0] } == [
                """
                error: An object could not be preserved: org.example.hostile failed to encode Handles: \
                A reference was stored under the key "gone" to a deallocated object. Its earlier \
                state is retained
                """,
                """
                error: An object could not be preserved: org.example.hostile failed to encode Kept \
                with status RESTORATION_INVALID (6), and gave no reason. Its earlier state is retained
                """,
            ]
        )
        let large = try #require(writers.firstIndex(of: "Large"))
        let limit =
            "the archive's limit: \(Self.recordSizeLimit) bytes for one object, key \"large\""
        #expect("\(issues[large])".contains(limit), "\(issues[large])")
        for issue in issues[(large + 1)...(large + 2)] {
            #expect("\(issue)".contains("the archive's limit: "), "\(issue)")
        }

        let second = try session()
        let newDesk = Desk()
        second.addRoot(newDesk)
        let report = try second.restore()

        let names = report.restored.map { $0.components.last?.identifier.rawValue ?? "" }
        #expect(Set(names) == Set(["Desk", "Good1", "Good2"] + writers))
        #expect(report.notRestored.map(\.outcome) == [.retained, .retained])
        for (entry, name) in zip(report.notRestored, readers) {
            #expect(entry.plugin == "org.example.hostile")
            #expect(
                entry.reason?.problem.contains("org.example.hostile failed to decode \(name)")
                    == true,
                "\(entry)"
            )
        }
        second.close()
    }
}
