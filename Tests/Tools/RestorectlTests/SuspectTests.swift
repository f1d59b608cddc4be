import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import Testing

@Suite struct `Objects that the program crashed in` {
    private let home: Home

    /// A program that crashed in "Root" and was then launched again.
    init() throws {
        home = try Home()
        try live { _ in }
        let session = try session()
        session.addRoot(Root())
        try session.restore()
        // The ledger after a crash contains the stamped mark of the object.
        try markAsCrashed(session)
        try live { _ in }
    }

    private func session(in directory: String? = nil) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = directory ?? home.stateDirectory(of: Home.application)
        options.keyProvider = home.keys
        return try RestorationSession(application: Home.application, options: options)
    }

    private func markAsCrashed(_ session: RestorationSession) throws {
        session.close()
        let store = home.store()
        guard case .opened(let archive, _) = try store.open() else { return }
        let page = try #require(try store.openLedger())
        let record = try ArchiveReader(archive).ids[1].digest(salt: page.salt)
        let identity = session.ledger?.identity(ofPlugin: nil) ?? 0
        page.mark(place: record, stage: 3, identity: identity)
        page.stamp(signal: SIGSEGV)
        page.sheet.isWindowOpen = true
        store.close()
    }

    private func live(in directory: String? = nil, _ body: (RestorationReport) -> Void) throws {
        let session = try session(in: directory)
        session.addRoot(Root())
        body(try session.restore())
        try session.preserveNow()
        session.close()
    }

    @Test func `are listed, and tried again by request`() throws {
        let list = try home.restorectl("archive suspects")
        #expect(list.output.hasPrefix("org.example.petfinder\n\nRoot  set aside\n"))
        #expect(
            list.output.contains(
                "  why: The program crashed while the object decoded its state (SIGSEGV)."
            )
        )

        let retry = try home.restorectl("archive retry org.example.petfinder Root")
        #expect(
            retry.output.hasPrefix(
                """
                org.example.petfinder

                Root  is tried at the next launch
                was left out: The program crashed while the object decoded its state (SIGSEGV).
                       since: 
                """
            )
        )

        #expect(
            try home.restorectl("archive suspects")
                == Run(output: "No object is set aside or deferred.\n")
        )
        #expect(
            try home.restorectl("archive retry org.example.petfinder")
                == Run(output: "No object is set aside or deferred; nothing was changed.\n")
        )
        try live { #expect($0.restored.map(\.description) == ["Root"]) }
    }

    @Test func `cannot be retried while the program runs, even if there are none`() throws {
        _ = try home.restorectl("archive retry org.example.petfinder")
        let store = home.store()
        try store.lock()
        defer { store.close() }

        let run = try home.restorectl("archive retry org.example.petfinder")

        #expect(run.errors.contains("The state is in use by process"), "\(run)")
        #expect(run.status == 1)
    }

    @Test func `are distinguished from those that the next launch tries again`() throws {
        let store = home.store()
        let page = try #require(try store.openLedger())
        page.sheet.suspects[0].signal = 0
        page.sheet.suspects[0].treatment = .deferred
        store.close()

        let list = try home.restorectl("archive suspects")

        #expect(
            list.output.hasPrefix("org.example.petfinder\n\nRoot  is tried at the next launch\n")
        )
        #expect(
            list.words.contains(
                "why: The program ended while the object decoded its state, for an unknown reason."
            )
        )
    }

    @Test func `can be distinguished from none by programs`() throws {
        let retry = "archive retry org.example.petfinder --format json"

        #expect(try home.restorectl(retry).output.contains(#""released" : true"#))
        #expect(try home.restorectl(retry).output.contains(#""released" : false"#))
    }

    @Test(arguments: [false, true])
    func `are restored by the report's remedy, wherever the state is`(isRelative: Bool) throws {
        let elsewhere = home.path + "/Ada's state"
        try FileManager.default.moveItem(
            atPath: home.stateDirectory(of: Home.application),
            toPath: elsewhere
        )
        var output = ""
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let way = isRelative ? String(repeating: "../", count: depth) : "/"
        try live(in: way + elsewhere.dropFirst()) { report in
            output = report.notRestored.map(\.description).joined()
        }
        let command = try #require(
            output.firstMatch(of: #/so does restorectl (archive retry .*)\.$/#)?.1
        )

        let list = try home.restorectl(["archive", "suspects", elsewhere + "/"])
        let shell = try home.run("/bin/sh", "-c", "'\(Home.program)' \(command)")

        #expect(list.output.contains("Root  set aside"))
        #expect(shell.output.contains("Root  is tried at the next launch"))
        try live(in: elsewhere) { #expect($0.restored.map(\.description) == ["Root"]) }
    }

    @Test func `have no names without the key, but may be tried again`() throws {
        let key = home.path + "/work/its.key"
        try FileManager.default.moveItem(atPath: home.keyFile, toPath: key)

        let list = try home.restorectl("archive suspects org.example.petfinder")
        let named = try home.restorectl("archive suspects org.example.petfinder --key-file its.key")
        let doctor = try home.restorectl("doctor org.example.petfinder")
        let one = try home.restorectl("archive retry org.example.petfinder Root")
        let all = try home.restorectl("archive retry org.example.petfinder")

        #expect(list.output.contains("(name not readable)  set aside"))
        #expect(list.errors.contains("the key to it is missing"))
        #expect(list.status == 2)
        #expect(named.output.contains("Root  set aside"))
        #expect(
            doctor.output.contains(
                """
                crashes  1 to look at
                    the names of the objects cannot be read
                  - The program crashed while
                """
            ),
            "\(doctor)"
        )
        #expect(one.errors.contains("the key to it is missing"))
        #expect(one.status == 1)
        #expect(all.output.contains("(name not readable)  is tried at the next launch"))
        #expect(all.status == 0)
    }

    @Test func `remain if another path is named, and a similar path is suggested`() throws {
        let retry = try home.restorectl("archive retry org.example.petfinder Rooot")

        retry.expect(
            error: "No object is set aside or deferred at Rooot",
            at: "~/state/org.example.petfinder/restoration",
            fix: "Did you mean Root? Use restorectl archive suspects org.example.petfinder to list"
                + " these objects."
        )
        try live { #expect($0.restored.isEmpty) }
    }

    @Test(arguments: ["suspects", "retry"])
    func `are not reported for an application without state`(command: String) throws {
        let run = try home.restorectl("archive \(command) org.example.atlas")

        #expect(run.errors.hasPrefix("error: org.example.atlas has no saved state\n"))
        #expect(run == Run(errors: run.errors, status: 1))
    }

    @Test(arguments: ["suspects", "retry"])
    func `are forgotten with a damaged ledger, which is reported`(command: String) throws {
        let ledger = home.stateDirectory(of: Home.application) + "/ledger"
        try home.write((0..<4096).map { UInt8(truncatingIfNeeded: 7 &+ $0 &* 31) }, to: ledger)

        let run = try home.restorectl("archive \(command) org.example.petfinder")

        run.expect(
            error: "The crash ledger is damaged, or written by another version",
            at: "~/state/org.example.petfinder/restoration/ledger",
            fix: "The next launch writes a new ledger, and tries every object again."
        )
    }

    @Test(arguments: ["suspects", "retry"])
    func `are not read from a ledger that others may change`(command: String) throws {
        let ledger = home.stateDirectory(of: Home.application) + "/ledger"
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: ledger)

        let run = try home.restorectl("archive \(command) org.example.petfinder")

        #expect(run.errors.contains("is not a regular file that only this user can access"))
        #expect(run == Run(errors: run.errors, status: 1))
    }

    @Test(arguments: ["suspects", "retry"])
    func `are listed only after the next launch has judged the last one`(command: String) throws {
        try home.restorectl("archive retry org.example.petfinder").expectSuccess()
        let session = try session()
        session.addRoot(Root())
        try session.restore()
        try markAsCrashed(session)

        let run = try home.restorectl("archive \(command) org.example.petfinder")

        #expect(run.output.hasPrefix("No object is set aside or deferred"))
        #expect(
            run.words.contains("The program crashed while the object decoded its state (SIGSEGV)")
        )
        // After a retry right after the crash, the next launch blames no object for it.
        let retried = try home.restorectl("archive suspects org.example.petfinder")
        #expect(retried.output.contains("decides whether") == (command == "suspects"))
        #expect(run.status == 0)
    }
}

extension Run {
    fileprivate func expectSuccess() { #expect(status == 0) }
}

private final class Root: Restorable {
    let restorationIdentifier: String? = "Root"
    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }
    func decodeRestorableState(with coder: RestorationCoder) {}
}
