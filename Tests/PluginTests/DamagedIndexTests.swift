import Foundation
import RestorationCore
import RestorationPlugins
import Testing

@testable import RestorationDiscovery

/// An index is a file that anybody may have had in hands.
@Suite struct `A damaged index` {
    let rig: IndexRig
    let sound: [UInt8]

    init() throws {
        rig = try IndexRig()
        try rig.installSome()
        _ = rig.search()
        sound = [UInt8](try Data(contentsOf: URL(filePath: rig.indexFile)))
    }

    private func flaw(_ bytes: [UInt8]) -> IndexReport.Flaw? {
        do {
            _ = try PluginIndex(bytes, build: PluginIndexFile.build, boot: "boot")
            return nil
        } catch {
            return error
        }
    }

    @Test func `is recognised whichever byte has changed`() throws {
        #expect(flaw(sound) == nil)
        for place in sound.indices {
            var bytes = sound
            bytes[place] ^= [0x01, 0x80, 0xFF][place % 3]
            #expect(flaw(bytes) != nil, "byte \(place)")
        }
    }

    @Test func `is recognised at every length`() throws {
        for length in sound.indices { #expect(flaw(Array(sound[..<length])) == .damaged) }
        #expect(flaw(sound + [0]) == .damaged)
    }

    @Test func `never brings the host down, even with a good checksum`() throws {
        let path = try RestorationPath(parsing: "Tabs/Find/entry:x")
        let selection = PluginSelection(
            application: try #require(ApplicationIdentifier("org.example.app")),
            acceptsUnnamed: false,
            abi: .spokenByHost
        )
        for place in sound.indices.dropFirst(16) {
            for change: UInt8 in [0x01, 0x7F, 0xFF] {
                var bytes = sound
                bytes[place] ^= change
                bytes.repairChecksum()
                let index = try? PluginIndex(bytes, build: PluginIndexFile.build, boot: "boot")
                var search = PluginSearch(index)
                search.look(into: rig.path("first"))
                search.look(into: rig.path("second"))
                let outcome = DiscoveryOutcome(
                    search,
                    faults: [],
                    selection: selection,
                    indexReport: nil
                )
                _ = outcome.plugins.count + outcome.passedOver.count
                _ = outcome.routes().explain(path)
                _ = try? outcome.plugin(named: "org.example.a")
            }
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 200])
    func `is replaced`(length: Int) throws {
        try rig.changeIndex { $0 = Array(sound.prefix(length)) }

        let outcome = rig.search()

        #expect(outcome.indexReport == rig.report(.damaged, .done))
        #expect(outcome.plugins == rig.search(indexing: .off).plugins)
        #expect(rig.search().indexReport == rig.report(nil, nil))
    }

    @Test func `is replaced if another build of the program has written it`() throws {
        try rig.changeIndex { index in
            // In the text that says which build it was.
            index[20] ^= 1
            index.repairChecksum()
        }

        #expect(rig.search().indexReport == rig.report(.otherFormat, .done))
    }

    @Test func `is replaced after another start of the system, or on another machine`() throws {
        #expect(rig.search(boot: "other").indexReport == rig.report(.otherBoot, .done))
        #expect(rig.search(boot: "other").indexReport == rig.report(nil, nil))
    }

    @Test func `serves a search of the same directories in another order`() throws {
        let outcome = rig.search(in: ["second", "first"])

        #expect(outcome.indexReport?.writing == nil)
        #expect(
            outcome.plugins == rig.search(indexing: .off, in: ["second", "first"]).plugins
        )
    }

    @Test(arguments: [0o620, 0o602, 0o666])
    func `is replaced if others may write to it`(mode: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: rig.indexFile
        )

        #expect(rig.search().indexReport == rig.report(.foreign, .done))
        #expect(rig.search().indexReport == rig.report(nil, nil))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `is replaced if it belongs to another user`() throws {
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534],
            ofItemAtPath: rig.indexFile
        )

        #expect(rig.search().indexReport == rig.report(.foreign, .done))
        #expect(rig.search().indexReport == rig.report(nil, nil))
    }

    @Test func `is replaced if it is no file`() throws {
        try FileManager.default.removeItem(atPath: rig.indexFile)
        try FileManager.default.createDirectory(
            atPath: rig.indexFile,
            withIntermediateDirectories: false
        )

        let outcome = rig.search()

        #expect(outcome.indexReport?.flaw == .damaged)
        #expect(outcome.plugins == rig.search(indexing: .off).plugins)
    }

    @Test func `is written past what a killed process left`() throws {
        try FileManager.default.removeItem(atPath: rig.indexFile)
        try Data("half".utf8).write(to: URL(filePath: rig.indexFile + ".new"))

        #expect(rig.search().indexReport == rig.report(.absent, .done))
        #expect(!FileManager.default.fileExists(atPath: rig.indexFile + ".new"))
        #expect(rig.search().indexReport == rig.report(nil, nil))
    }

    @Test func `is not written while another process writes`() throws {
        try FileManager.default.removeItem(atPath: rig.indexFile)
        try Data().write(to: URL(filePath: rig.indexFile + ".new"))
        let other = try #require(FileHandle(forUpdatingAtPath: rig.indexFile + ".new"))
        #expect(flock(other.fileDescriptor, LOCK_EX) == 0)

        #expect(rig.search().indexReport == rig.report(.absent, .leftToAnother))
        // A process that another test is about to start may have the file open, too.
        #expect(flock(other.fileDescriptor, LOCK_UN) == 0)
        try other.close()
        #expect(rig.search().indexReport == rig.report(.absent, .done))
    }

    @Test func `never comes of searching at the same time`() async throws {
        let expected = rig.search(indexing: .off).plugins
        let rig = rig

        await withTaskGroup(of: Bool.self) { group in
            for searcher in 0..<8 {
                let search = Search(rig)
                group.addTask {
                    (0..<25).allSatisfy { round in
                        if searcher == 0, round % 5 == 0 {
                            // There may be none yet.
                            try? FileManager.default.removeItem(atPath: search.indexFile)
                        }
                        return search.run() == expected
                    }
                }
            }
            for await isSame in group { #expect(isSame) }
        }

        #expect(flaw([UInt8](try Data(contentsOf: URL(filePath: rig.indexFile)))) == nil)
    }
}

/// A search that any thread can make.
private struct Search: Sendable {
    let discovery: PluginDiscovery
    let indexFile: String

    init(_ rig: IndexRig) {
        indexFile = rig.indexFile
        discovery = PluginDiscovery(
            application: rig.application,
            hostDirectories: ["first", "second", "loop", "nowhere"].map(rig.path),
            process: ProcessFacts(
                environment: ["XDG_CACHE_HOME": rig.cache, "XDG_DATA_DIRS": rig.path("share")]
            ),
            indexing: .checkingFiles
        )
    }

    func run() -> [DiscoveredPlugin] {
        discovery.run(at: FileStamp.now + 10_000_000_000, boot: "boot").plugins
    }
}
