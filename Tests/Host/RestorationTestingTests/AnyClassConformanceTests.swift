import Foundation
import RestorationTesting
import TestSupport
import Testing

@Suite struct `The checks of a restoration class of any kind` {
    @Test func `pass for a custom type of the host`() {
        let report = RestorationClassConformance.check(
            { DraftFactory(Draft.self) },
            prepare: { ($0 as? Draft)?.text = "typed" }
        )

        #expect(report.hasPassed, "\(report)")
        #expect(report.results.count == 10)
    }

    @Test func `pass for one that rewrites older state`() {
        let report = RestorationClassConformance.check(
            Count.self,
            schemaVersion: 3,
            olderStates: [1: ["count": 7], 2: ["doubled": 14]],
            prepare: { $0.tripled = 42 }
        )

        #expect(report.hasPassed, "\(report)")
    }

    @Test func `find a migration that fails, and one without an example`() {
        let failing = RestorationClassConformance.check(
            Count.self,
            schemaVersion: 3,
            olderStates: [1: ["count": "seven"], 2: ["doubled": 14]]
        )
        #expect(failing.failures.map(\.rule) == ["FAIL-6"])
        #expect(failing.failures.first?.failure?.contains("state of schema version 1") == true)

        let silent = RestorationClassConformance.check(
            Count.self,
            schemaVersion: 3,
            olderStates: [1: ["count": 7]]
        )
        #expect(
            silent.failures.map(\.description) == [
                """
                FAIL-6 migrates the state of older versions: there is no example of the \
                state of schema version 2: give one under "older" in a file of --examples, or in olderStates
                """
            ]
        )

        let newer = RestorationClassConformance.check(Count.self, olderStates: [1: ["count": 7]])
        #expect(newer.failures.map(\.rule) == ["FAIL-6", "SEC-10"])
    }

    @Test func `find faults in a plugin's migration of older state`() throws {
        let older: [Int: [String: RestorationValue]] = [1: ["number": 7]]
        for (migration, isRight) in [("4", true), ("2", false)] {
            let plugins = NSTemporaryDirectory() + "restoration-testing-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: plugins,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: plugins) }
            let options = ["-DSCHEMA=2", "-DMIGRATES=" + migration]
            try ContractPlugin.compile("versions", into: plugins, options: options)

            let report = RestorationClassConformance.check(
                "Note",
                ofPlugin: "org.example.versions",
                in: [plugins],
                application: "org.example.test",
                olderStates: older,
                parameters: ["number": 7]
            )

            #expect(report.failures.map(\.rule) == (isRight ? [] : ["FAIL-6"]), "\(report)")
            let reason = report.failures.first?.failure ?? ""
            #expect(isRight || reason.contains("the old format is forgotten"), "\(reason)")
        }
    }

    @Test func `fail if the plugin is missing`() {
        let report = RestorationClassConformance.check(
            "Note",
            ofPlugin: "org.example.nobody",
            in: [],
            application: "org.example.test"
        )

        #expect(report.failures.count == report.results.count)
        #expect(report.failures.first?.failure?.contains("org.example.nobody") == true)
    }
}

/// A restoration class implemented by the host.
private final class DraftFactory: RestorationClass {
    let name = "Draft"
    let plugin: String? = nil
    let schemaVersion = 1
    private let type: Draft.Type

    init(_ type: Draft.Type) { self.type = type }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try type.init(request)
    }
}

/// Stored a count in version 1, its double in version 2, and now its triple.
private final class Count: RestorableObject {
    var tripled = 0
    init(_ request: CreationRequest) {}

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(tripled, forKey: "tripled")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        tripled = try coder.decode(Int.self, forKey: "tripled") ?? 0
    }

    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        if version == 1 {
            new.encode(try old.decode(Int.self, forKey: "count").map { $0 &* 2 }, forKey: "doubled")
        } else {
            let doubled = try old.decode(Int.self, forKey: "doubled") ?? 0
            new.encode(doubled / 2 &* 3, forKey: "tripled")
        }
    }
}
