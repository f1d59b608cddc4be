import Foundation
import RestorationCore
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TestSupport
import Testing

/// Crashes between restores and saves: each in a process of its own.
@Suite struct `A class that crashes the program again and again` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func crash(_ stage: String, of identifier: String = "B") async {
        var life = CrashLife(directory: program.directory, stage: stage, way: .address)
        life.identifier = identifier
        await #expect(processExitsWith: .signal(SIGSEGV)) { [life = life as CrashLife] in
            try life.run()
        }
    }

    private func launch() throws -> RestorationReport {
        let session = try program.session()
        defer { session.close() }
        session.addRoot(Tray())
        let report = try session.restore()
        try session.preserveNow()
        return report
    }

    @Test(arguments: [
        ("method", "in a method of an object of its class"),
        ("interface", "while an object of its class was asked for an interface"),
        ("make", "while an object of its class was being made"),
    ])
    func `is told once after the first crash, and left out after the second in a row`(
        stage: String,
        clause: String
    ) async throws {
        let identifier = stage == "make" ? "D" : "B"
        await crash(stage, of: identifier)

        let first = try launch()
        #expect(first.reason == .launch)
        #expect(first.notRestored.isEmpty)
        #expect(first.notes.map(\.problem) == ["The program crashed \(clause) (SIGSEGV)"])
        #expect(first.notes.map(\.place) == ["Fragile, \(program.plugins)/libcrashing.so"])
        #expect(try launch().notes.isEmpty)

        await crash(stage, of: identifier)
        await crash(stage, of: stage == "make" ? "D" : "C")

        let second = try launch()
        #expect(second.notRestored.map(\.path.description) == ["Frame/A", "Frame/B", "Frame/C"])
        #expect(
            Set(second.notRestored.map { $0.reason?.problem })
                == ["The program crashed \(clause) (SIGSEGV)"]
        )
    }

    @Test func `is listed as left out as a whole, with what it was left out for`() async throws {
        await crash("method")
        await crash("method")
        _ = try launch()
        let store = try ArchiveStore(
            application: ApplicationIdentifier(CrashLife.application)!,
            directory: program.state,
            keys: FileKeyProvider(directory: program.keys)
        )
        let page = try #require(try store.readLedger())
        let archive = try store.openForReading(.current).map {
            try ArchiveReader(source: SealedImage($0))
        }

        let listed = SetAsideObject.all(in: page, archive: archive)

        #expect(listed.map(\.extent) == [.ofClass])
        #expect(listed.first?.isOfSave == false)
        #expect(listed.first?.className == "Fragile")
        #expect(
            listed.first?.covers(ActingClass(plugin: "org.example.crashing", className: "Fragile"))
                == true
        )
        #expect(
            listed.first?.covers(ActingClass(plugin: "org.example.crashing", className: "Other"))
                == false
        )
    }

    @Test func `comes back when a person tries it again`() async throws {
        await crash("method")
        await crash("method")
        #expect(try launch().notRestored.count == 3)

        let session = try program.session()
        session.retryObjectsSetAside()
        session.addRoot(Tray())
        #expect(try session.restore().notRestored.isEmpty)
        session.close()

        #expect(try launch().notRestored.isEmpty)
    }

    @Test func `tells the program before it restores`() async throws {
        await crash("method")

        let session = try program.session()
        defer { session.close() }

        #expect(
            session.previousLaunch
                == PreviousLaunch(
                    ending: .crash,
                    problem:
                        "The program crashed in a method of an object of its class (SIGSEGV)",
                    plugin: "org.example.crashing"
                )
        )
    }

    /// As from a dialog that runs an event loop of its own.
    @Test func `is not blamed when the program ends properly in its code`() throws {
        let session = try program.session()
        let tray = Tray()
        session.addRoot(tray)
        try session.restore()
        let calls = try #require(session.ledger)
        #expect(
            calls.willCall(
                .method,
                calls.callee(ofClass: "Fragile", plugin: "org.example.crashing")
            )
        )
        session.ledger?.stamp(signal: SIGSEGV)

        session.close()

        #expect(try launch().notes.isEmpty)
    }
}
