import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `A missing binding` {
    @Test func `has its objects' records retained until it is installed again`() throws {
        let journal = DialJournal()
        guard case .object(let address) = journal.address else { return }
        let program = try DialProgram(binding: nil)
        let binding = DialBinding.text(
            dial: """
                "routes": ["Shelf/*"],
                "create": "dial_new(pointer(\(address)), 'Dial', 'one', int32(100)) -> object",
                "destroy": "dial_free(object)",
                """,
            base: ""
        )
        func run(_ body: (RestorationSession, Shelf, RestorationReport) throws -> Void) throws {
            let session = try program.session()
            defer { session.close() }
            let shelf = Shelf()
            session.addRoot(shelf)
            try body(session, shelf, try session.restore())
            try session.preserveNow()
        }
        try program.install(binding)
        try run { session, shelf, _ in
            shelf.items = [try session.make("one", under: shelf)]
            unsafe Dial(at: session.nativeObject(of: shelf.items[0])).turn(to: 8)
        }

        try program.uninstall()
        var reasons: [String] = []
        try run { session, shelf, report in
            reasons = report.entries.filter { $0.outcome == .retained }.compactMap {
                $0.reason?.problem
            }
        }
        try program.install(binding)
        var position = InvocationValue.null
        try run { session, shelf, _ in
            position = unsafe Dial(at: session.nativeObject(of: shelf.items[0])).position
        }

        #expect(reasons == ["The plugin org.example.dials is not installed"])
        #expect(position == .integer(8))
    }
}

@Suite struct `The scopes of roots` {
    @Test func `are known before the restore, so the program can open as many windows`() throws {
        let program = try DialProgram()
        let scopes = ["left", "right"]
        func life(_ body: (RestorationSession, [Dial]) throws -> Void) throws {
            let session = try program.session()
            defer { session.close() }
            let saved = try session.preservedScopes(ofRoot: "Main")
            var windows: [Dial] = []
            var kept: [any Restorable] = []
            for scope in saved.isEmpty ? scopes : saved {
                let window = Dial("Window", "Main", in: program.journal)
                window.add(Dial("Dial", "volume", in: program.journal))
                kept.append(try program.adopt(window, into: session, scope: scope))
                windows.append(window)
            }
            try session.restore()
            try body(session, windows)
            try session.preserveNow()
            #expect(try session.preservedScopes(ofRoot: "Main") == [])
            for root in kept { session.abandon(root) }
        }
        try life { session, windows in
            #expect(windows.count == 2)
            windows[0].firstChild.turn(to: 1)
            windows[1].firstChild.turn(to: 2)
        }

        let session = try program.session()
        let found = try session.preservedScopes(ofRoot: "Main")
        let others = try session.preservedScopes(ofRoot: "Other")
        session.close()

        #expect(found == scopes)
        #expect(others == [])
        try life { session, windows in
            #expect(windows.map(\.firstChild.position) == [.integer(1), .integer(2)])
        }
    }
}
