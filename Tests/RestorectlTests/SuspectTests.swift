import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import Testing

@Suite struct `Objects that the program crashed in` {
    private let home: Home

    /// A program that has crashed in "Root" and was started once more.
    init() throws {
        home = try Home()
        try live { _ in }
        let session = try session()
        session.addRoot(Root())
        try session.restore()
        // What a crash leaves: the mark of the object, stamped.
        try markAsCrashed(session)
        try live { _ in }
    }

    private func session() throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = home.stateDirectory(of: Home.application)
        options.keyProvider = home.keys
        options.pluginIndexing = .off
        return try RestorationSession(application: Home.application, options: options)
    }

    private func markAsCrashed(_ session: RestorationSession) throws {
        session.close()
        let store = try ArchiveStore(
            application: ApplicationIdentifier(Home.application)!,
            directory: home.stateDirectory(of: Home.application),
            keys: home.keys
        )
        let page = try #require(try store.openLedger())
        let identity = session.ledger?.identity(ofPlugin: nil) ?? 0
        page.mark(generation: 1, record: 1, stage: 3, identity: identity)
        page.stamp(signal: SIGSEGV)
        page.isWindowOpen = true
        store.close()
    }

    private func live(_ body: (RestorationReport) -> Void) throws {
        let session = try session()
        session.addRoot(Root())
        body(try session.restore())
        try session.preserveNow()
        session.close()
    }

    @Test func `are listed, and restored again by request`() throws {
        let list = try home.restorectl("archive suspects")
        #expect(list.output.hasPrefix("org.example.petfinder\n\nRoot  set aside\n"))
        #expect(
            list.output.contains("  why: The program crashed while it decoded its state (SIGSEGV).")
        )

        let retry = try home.restorectl("archive retry org.example.petfinder Root")
        #expect(retry.output.contains("Root  restored again"))

        #expect(
            try home.restorectl("archive suspects") == Run(output: "No object is set aside.\n")
        )
        try live { #expect($0.restored.map(\.description) == ["Root"]) }
    }

    @Test func `stay where another path is named`() throws {
        let retry = try home.restorectl("archive retry org.example.petfinder Other")

        #expect(retry == Run(output: "Nothing was changed.\n"))
        try live { #expect($0.restored.isEmpty) }
    }
}

private final class Root: Restorable {
    let restorationIdentifier: String? = "Root"
    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }
    func decodeRestorableState(with coder: RestorationCoder) {}
}
