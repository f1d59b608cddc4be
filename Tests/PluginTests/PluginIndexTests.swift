import Foundation
import RestorationCore
import RestorationEngine
import RestorationPlugins
import Testing

@testable import RestorationDiscovery

@Suite struct `The index of plugins` {
    let rig: IndexRig

    init() throws {
        rig = try IndexRig()
        try rig.installAllKinds()
    }

    @Test func `serves the second search, with the same outcome`() throws {
        let cold = rig.search()
        let warm = rig.search()

        #expect(cold.indexReport == rig.report(.absent, .done))
        #expect(warm.indexReport == rig.report(nil, nil))
        expectSame(warm, cold)
        expectSame(warm, rig.search(indexing: .off))
        #expect(!warm.plugins.isEmpty && !warm.passedOver.isEmpty && !warm.faults.isEmpty)
    }

    @Test func `is read instead of the libraries`() throws {
        _ = rig.search()
        // Only an index can say what no library does.
        try rig.changeIndex { index in
            let place = try #require(index.firstRange(of: Array("1.9.0".utf8)))
            index[place.lowerBound + 4] = UInt8(ascii: "7")
            index.repairChecksum()
        }

        let warm = rig.search()

        #expect(try versions(of: "org.example.twice", in: warm) == ["1.9.7"])
    }

    /// As routes have them: without a look at the plugins' files.
    private func versions(of plugin: String, in outcome: DiscoveryOutcome) throws -> Set<String> {
        let explanation = outcome.routes().explain(try RestorationPath(parsing: "Tabs/a/b"))
        let routes =
            [explanation.winner?.route].compactMap(\.self) + explanation.losers.map(\.route)
        return Set(routes.filter { $0.plugin.rawValue == plugin }.map { "\($0.version)" })
    }

    @Test(arguments: IndexRig.changes.keys.sorted(), [PluginIndexing.checkingFiles])
    func `is not used for what has changed`(change: String, indexing: PluginIndexing) throws {
        _ = rig.search(indexing: indexing)
        #expect(rig.search(indexing: indexing).indexReport?.flaw == nil)
        try rig.undergo(change)

        let outcome = rig.search(indexing: indexing)

        let flaw = try #require(outcome.indexReport?.flaw)
        #expect("\(flaw)".hasSuffix("has changed, or had when it was written"))
        expectSame(outcome, rig.search(indexing: .off))
        #expect(rig.search(indexing: indexing).indexReport?.flaw == nil)
    }

    @Test func `reads only what has changed`() throws {
        _ = rig.search()
        try rig.changeIndex { index in
            let place = try #require(index.firstRange(of: Array("1.9.0".utf8)))
            index[place.lowerBound + 4] = UInt8(ascii: "7")
            index.repairChecksum()
        }
        try rig.install("first/libadded.so", "org.example.added")

        let outcome = rig.search()

        #expect(try versions(of: "org.example.twice", in: outcome) == ["1.9.7"])
        #expect(try versions(of: "org.example.added", in: outcome) == ["1.0.0"])
    }

    @Test func `does not vouch for what changed a moment before`() throws {
        let now = FileStamp.now

        let first = rig.search(at: now)
        let second = rig.search(at: now)
        let later = rig.search(at: now + 3_000_000_000)
        let last = rig.search(at: now)

        #expect(first.indexReport == rig.report(.absent, .done))
        // The same again: there is nothing new to write.
        let flaw = IndexReport.Flaw.outdated(path: rig.path("first/org.example.app"))
        #expect(second.indexReport == rig.report(flaw, nil))
        #expect(later.indexReport == rig.report(flaw, .done))
        #expect(last.indexReport == rig.report(nil, nil))
        expectSame(second, later)
    }

    @Test func `is left alone while the clock is behind the files`() throws {
        let past = FileStamp.now - 3_600_000_000_000

        let outcomes = (0..<3).map { _ in rig.search(at: past) }

        #expect(outcomes[0].indexReport?.writing == .done)
        #expect(outcomes[1].indexReport?.writing == nil)
        #expect(outcomes[2].indexReport?.flaw == .outdated(path: rig.path("first/org.example.app")))
        expectSame(outcomes[2], rig.search(indexing: .off))
    }

    @Test func `leaves changes within a file to the load, where directories are enough`() throws {
        _ = rig.search(indexing: .checkingDirectories)
        try rig.overwrite("first/libalone.so", "org.example.alone", "2.0.0")

        let outcome = rig.search(indexing: .checkingDirectories)
        let loaded = try outcome.plugin(named: "org.example.alone")

        #expect(outcome.indexReport?.flaw == nil)
        #expect(try versions(of: "org.example.alone", in: outcome) == ["1.0.0"])
        #expect(loaded?.manifest.version == PluginVersion("2.0.0"))
    }

    @Test(arguments: [
        "for another": IndexRig.library(
            "org.example.alone",
            applications: #""org.example.other""#
        ),
        "for any": IndexRig.library("org.example.alone", applications: #""*""#),
        "of another ABI": IndexRig.library("org.example.alone", abi: "7.0"),
    ])
    func `leaves to the load whether what was written over is for the program still`(
        change: String,
        library: [UInt8]
    ) throws {
        let reasons: [String: DiscoveryError] = [
            "for another": .pluginNotUsed(plugin: "org.example.alone", .otherApplication),
            "for any": .pluginNotUsed(plugin: "org.example.alone", .everyApplication),
            "of another ABI": .abiMismatch(
                plugin: try #require(PluginIdentifier("org.example.alone")),
                file: rig.path("first/libalias.so"),
                needed: ABIRange(ABIVersion(major: 7, minor: 0)),
                host: .spokenByHost
            ),
        ]
        let expected = try #require(reasons[change])
        _ = rig.search(indexing: .checkingDirectories)
        try rig.overwrite("first/libalone.so", library)

        let outcome = rig.search(indexing: .checkingDirectories)

        #expect(outcome.indexReport?.flaw == nil)
        #expect(throws: expected) { try outcome.plugin(named: "org.example.alone") }
    }

    @Test func `tells where converters lead to what was written over since the search`() throws {
        try rig.directory.write(
            "first/libconverters.so",
            ELFImage.plugin(
                manifest: """
                    {"manifest": 1, "id": "org.example.converters", "version": "1.0.0",
                     "abi": "0.2", "applications": ["org.example.app"], "converters": [{
                        "id": "Old", "from": {"plugin": "org.example.old", "class": "O", "version": 1},
                        "to": {"plugin": "org.example.alone", "class": "C", "version": 1}}]}
                    """
            ).bytes
        )
        let saved = ClassVersion(plugin: "org.example.old", className: "O", schemaVersion: 1)
        _ = rig.search(indexing: .checkingDirectories)
        try rig.overwrite(
            "first/libalone.so",
            IndexRig.library("org.example.alone", applications: #""org.example.other""#)
        )

        let outcome = rig.search(indexing: .checkingDirectories)

        let reason = DiscoveryError.pluginNotUsed(plugin: "org.example.alone", .otherApplication)
        #expect(throws: reason) { try outcome.conversion(from: saved) }
        #expect(
            outcome.facts(of: saved, pinned: [], withheld: [:]) == .absent(reason.diagnosis)
        )
    }

    @Test(arguments: [
        "added", "removed", "sidecar added", "application directory added",
        "way opened to others",
    ])
    func `notices new and old names, where directories are enough`(change: String) throws {
        _ = rig.search(indexing: .checkingDirectories)
        try rig.undergo(change)

        let outcome = rig.search(indexing: .checkingDirectories)

        #expect(outcome.indexReport?.writing == .done)
        expectSame(outcome, rig.search(indexing: .off))
    }

    @Test func `serves with an empty directory open to others, until something is in it`() throws {
        let directories = ["first", "shared"]
        try rig.makeDirectory("shared", permissions: 0o777)
        _ = rig.search(in: directories)
        let warm = rig.search(in: directories)
        try rig.install("shared/libx.so", "org.example.x")
        let last = rig.search(in: directories)

        #expect(warm.indexReport?.flaw == nil)
        #expect(last.faults.contains { "\($0)".contains("Everyone may write to the directory") })
        #expect(!last.plugins.contains { $0.manifest.identifier.rawValue == "org.example.x" })
    }

    @Test func `is not used by a process with foreign rights`() throws {
        let outcome = rig.search(isPrivileged: true)

        #expect(outcome.indexReport == nil)
        #expect(!FileManager.default.fileExists(atPath: rig.cache))
    }

    @Test(arguments: ["/proc/nowhere", "/dev/null/below"])
    func `costs only speed where there is no place for it`(cache: String) throws {
        let outcome = rig.search(cache: cache)

        guard case .failed? = outcome.indexReport?.writing else {
            Issue.record("written to \(cache)")
            return
        }
        expectSame(outcome, rig.search(indexing: .off))
    }

    @Test(arguments: [
        (["XDG_CACHE_HOME": "/cache", "HOME": "/home/cat"], "/cache"),
        (["XDG_CACHE_HOME": "cache", "HOME": "/home/cat"], "/home/cat/.cache"),
        (["HOME": "/home/cat"], "/home/cat/.cache"), ([:], nil), (["HOME": "cat"], nil),
    ])
    func `lies in the cache directory`(environment: [String: String], cache: String?) throws {
        let file = PluginIndexFile(
            application: rig.application,
            process: ProcessFacts(environment: environment)
        )

        #expect(file?.path == cache.map { "\($0)/restoration/plugins/org.example.app.index" })
    }

    @Test func `belongs to the user alone`() throws {
        _ = rig.search()

        let modes = try ["", "/restoration", "/restoration/plugins"].map { name in
            try FileManager.default.attributesOfItem(atPath: rig.cache + name)[.posixPermissions]
                as? Int
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: rig.indexFile)

        #expect(modes == [0o700, 0o700, 0o700])
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    private func expectSame(
        _ left: DiscoveryOutcome,
        _ right: DiscoveryOutcome,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            left.plugins.map(\.declared) == right.plugins.map(\.declared),
            sourceLocation: sourceLocation
        )
        #expect(
            left.passedOver.map(\.plugin.declared) == right.passedOver.map(\.plugin.declared),
            sourceLocation: sourceLocation
        )
        #expect(
            left.passedOver.map(\.reason) == right.passedOver.map(\.reason),
            sourceLocation: sourceLocation
        )
        #expect(left.faults == right.faults, sourceLocation: sourceLocation)
    }
}

/// Directories with plugins of all kinds, and a place for an index.
final class IndexRig {
    let directory: TemporaryDirectory
    let application = ApplicationIdentifier("org.example.app")!

    init() throws {
        directory = try TemporaryDirectory()
    }

    var cache: String { path("cache") }
    var indexFile: String { "\(cache)/restoration/plugins/org.example.app.index" }

    func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    /// Searches when all files have come to rest, unless it says otherwise.
    func search(
        indexing: PluginIndexing = .checkingFiles,
        in names: [String] = ["first", "second", "loop", "nowhere"],
        at time: Int64? = nil,
        boot: String = "boot",
        cache: String? = nil,
        isPrivileged: Bool = false
    ) -> DiscoveryOutcome {
        PluginDiscovery(
            application: application,
            hostDirectories: names.map(path),
            process: ProcessFacts(
                environment: [
                    "XDG_CACHE_HOME": cache ?? self.cache, "XDG_DATA_DIRS": path("share"),
                ],
                isPrivileged: isPrivileged
            ),
            indexing: indexing
        ).run(at: time ?? FileStamp.now + 10_000_000_000, boot: boot)
    }

    func report(_ flaw: IndexReport.Flaw?, _ writing: IndexReport.Writing?) -> IndexReport {
        IndexReport(file: indexFile, flaw: flaw, writing: writing)
    }

    static func library(
        _ id: String,
        _ version: String = "1.0.0",
        abi: String = "0.2",
        applications: String = #""org.example.app""#
    ) -> [UInt8] {
        let manifest = """
            {"manifest": 1, "id": "\(id)", "version": "\(version)", "abi": "\(abi)",
             "applications": [\(applications)], "name": "Notes", "authors": ["Ada", "Grace"],
             "classes": [{"id": "A", "version": 1, "aliases": ["B"], "priority": 3,
                          "routes": ["Tabs/*/{pet}", "**/entry:*"]}, {"id": "C", "version": 2}]}
            """
        return ELFImage.plugin(manifest: manifest).bytes
    }

    func install(_ name: String, _ id: String, _ version: String = "1.0.0") throws {
        try directory.write(name, Self.library(id, version))
    }

    /// Writes into a file that keeps its place in its directory.
    func overwrite(_ name: String, _ id: String, _ version: String) throws {
        try overwrite(name, Self.library(id, version))
    }

    func overwrite(_ name: String, _ bytes: [UInt8]) throws {
        let handle = try #require(FileHandle(forWritingAtPath: path(name)))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// One of each kind that an index tells apart.
    func installSome() throws {
        try install("first/liba.so", "org.example.a")
        try directory.write(
            "first/liba.restoration.json",
            #"{"manifest": 1, "classes": [{"id": "A"}]}"#
        )
        try install("second/liba.so", "org.example.a")
        try directory.write("first/libempty.so", [UInt8]())
        try FileManager.default.createSymbolicLink(
            atPath: path("second/libb.so"),
            withDestinationPath: "../first/liba.so"
        )
    }

    func installAllKinds() throws {
        try install("first/libalone.so", "org.example.alone")
        try install("first/libtwice.so", "org.example.twice", "1.2.0")
        try install("second/libtwice.so", "org.example.twice", "1.9.0")
        try install("first/libtwin.so", "org.example.twin")
        try install("second/libtwin.so", "org.example.twin")
        try install("first/org.example.app/libown.so", "org.example.own")
        try directory.write("first/libfuture.so", Self.library("org.example.future", abi: "7.0"))
        try directory.write(
            "first/libother.so",
            Self.library("org.example.other", applications: #""org.else.app""#)
        )
        try directory.write(
            "first/libevery.so",
            Self.library("org.example.every", applications: #""*""#)
        )
        try install("first/libdisabled.so", "org.example.disabled")
        try directory.write(
            "first/libdisabled.restoration.json",
            #"{"manifest": 1, "disabled": true}"#
        )
        try install("first/libnarrow.so", "org.example.narrow")
        try directory.write(
            "first/libnarrow.restoration.json",
            #"{"manifest": 1, "classes": [{"id": "C"}]}"#
        )
        try directory.write("first/libempty.so", [UInt8]())
        try directory.write("first/libnobody.restoration.json", "{}")
        for (link, target) in [
            ("first/libalias.so", "libalone.so"), ("second/libfar.so", "../far.so.1"),
            ("loop", "loop"), ("first/libgone.so", "gone"),
            ("first/libswitched.restoration.json", "../switch.json"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: path(link),
                withDestinationPath: target
            )
        }
        try install("first/libswitched.so", "org.example.switched")
        try install("far.so.1", "org.example.far")
        try install("first/libmisnamed.so", "org.example.misnamed")
        try directory.rename("first/libmisnamed.so", toPrinted: #"lib\377.so"#)
    }

    /// What may happen to plugins between two launches.
    static let changes: [String: @Sendable (IndexRig) throws -> Void] = [
        "added": { try $0.install("second/libadded.so", "org.example.added") },
        "removed": { try FileManager.default.removeItem(atPath: $0.path("first/libalone.so")) },
        "replaced": {
            try FileManager.default.removeItem(atPath: $0.path("first/libalone.so"))
            try $0.install("first/libalone.so", "org.example.alone", "1.0.1")
        },
        "written over, same size": {
            try $0.overwrite("first/libalone.so", "org.example.alone", "1.0.1")
        },
        "written over, same size and time of modification": {
            let file = $0.path("first/libalone.so")
            let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
            try $0.overwrite("first/libalone.so", "org.example.alone", "1.0.1")
            try FileManager.default.setAttributes([.modificationDate: date!], ofItemAtPath: file)
        },
        "written over elsewhere": { try $0.overwrite("far.so.1", "org.example.far", "1.0.1") },
        "link turned": {
            try $0.install("far.so.2", "org.example.far", "1.0.2")
            try FileManager.default.removeItem(atPath: $0.path("second/libfar.so"))
            try FileManager.default.createSymbolicLink(
                atPath: $0.path("second/libfar.so"),
                withDestinationPath: "../far.so.2"
            )
        },
        "sidecar added": {
            try $0.directory.write(
                "first/libalone.restoration.json",
                #"{"manifest": 1, "disabled": true}"#
            )
        },
        "sidecar changed": {
            try $0.overwrite(
                "first/libdisabled.restoration.json",
                Array(#"{"manifest": 1, "disabled": false}"#.utf8)
            )
        },
        "sidecar removed": {
            try FileManager.default.removeItem(
                atPath: $0.path("first/libnarrow.restoration.json")
            )
        },
        "first name removed": {
            try FileManager.default.moveItem(
                atPath: $0.path("first/libalone.so"),
                toPath: $0.path("first/libzebra.so")
            )
        },
        "fault mended": {
            try $0.overwrite("first/libempty.so", library("org.example.mended"))
        },
        "dangling link filled": { try $0.install("first/gone", "org.example.gone") },
        "dangling sidecar filled": {
            try $0.directory.write("switch.json", #"{"manifest": 1, "disabled": true}"#)
        },
        "directory appeared": { try $0.install("nowhere/libx.so", "org.example.x") },
        "application directory added": {
            try $0.install("second/org.example.app/libx.so", "org.example.x")
        },
        "directory disappeared": {
            try FileManager.default.removeItem(atPath: $0.path("second"))
        },
        "directory replaced": {
            try FileManager.default.moveItem(atPath: $0.path("second"), toPath: $0.path("old"))
            try $0.install("second/libx.so", "org.example.x")
        },
        "way opened to others": { try $0.setPermissions(0o777, of: "") },
        "directory opened to others": { try $0.setPermissions(0o777, of: "first") },
        "library opened to others": { try $0.setPermissions(0o666, of: "first/libalone.so") },
        "sidecar opened to others": {
            try $0.setPermissions(0o666, of: "first/libnarrow.restoration.json")
        },
        "unreadable directory mended": {
            try FileManager.default.removeItem(atPath: $0.path("loop"))
            try $0.install("loop/libx.so", "org.example.x")
        },
    ]

    func undergo(_ change: String) throws {
        let change = try #require(Self.changes[change])
        try change(self)
    }

    func makeDirectory(_ name: String, permissions: Int) throws {
        let path = path(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try setPermissions(permissions, of: name)
    }

    func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: path(name)
        )
    }

    func changeIndex(_ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: indexFile)))
        try change(&bytes)
        try Data(bytes).write(to: URL(filePath: indexFile))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: indexFile
        )
    }
}

extension DiscoveredPlugin {
    /// All but the stamps, which are left out where files have not come to rest.
    var declared: [AnyHashable] { [file, sidecar, manifest, isDisabled] }
}

extension [UInt8] {
    /// Makes a forged index pass for a sound one.
    mutating func repairChecksum() {
        let sum = self[16...].checksum
        for index in 0..<8 { self[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    }
}
