import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `The contents of an adopted object` {
    @Test func `are its elements at any depth`() throws {
        let program = try DialProgram()
        var dials: [Dial] = []
        func make(_ window: Dial) {
            let box = Dial("Panel", nil, in: program.journal)
            let inner = Dial("Panel", "Panel", in: program.journal)
            let dial = Dial("Dial", "deep", in: program.journal)
            window.add(box)
            box.add(inner)
            inner.add(dial)
            dials.append(dial)
        }
        _ = try program.run(make) { _, _ in dials[0].turn(to: 42) }

        let report = try program.run(make)

        #expect(dials[1].position == .integer(42))
        #expect(report.entries.map { "\($0.path)" }.sorted() == ["Main", "Main/deep"])
    }

    @Test func `omit the contents of an inner window that is adopted itself`() throws {
        let program = try DialProgram()
        let session = try program.session()
        defer { session.close() }
        let outer = Dial("Window", "Main", in: program.journal)
        let inner = Dial("Window", "Dialogue", in: program.journal)
        inner.add(Dial("Dial", "volume", in: program.journal))
        outer.add(inner)

        let main = try program.adopt(outer, into: session)
        let dialogue = try program.adopt(inner, into: session)

        let found = [main, dialogue].map { object in
            (object as? any RestorableElementOwner)?.restorationElements?
                .compactMap(\.restorationIdentifier)
        }
        #expect(found == [[], ["volume"]])
        #expect(session.path(of: main)?.description == "Main")
    }

    @Test func `are the same objects until the library removes them`() throws {
        let program = try DialProgram()
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let dial = Dial("Dial", "volume", in: program.journal)
        window.add(dial)
        let root = try program.adopt(window, into: session) as! any RestorableElementOwner
        let first = ObjectIdentifier(root.restorationElements![0])
        let again = ObjectIdentifier(root.restorationElements![0])

        window.remove(dial)
        let rest = root.restorationElements

        #expect(first == again)
        #expect(rest?.isEmpty == true)
        // The session removed the watcher and released the reference that `adopt` took.
        #expect(program.journal.take().suffix(4) == ["ref", "+c", "-c", "unref"])
        #expect(dial.watcherCount == .integer(0))
    }

    @Test func `have the names of their classes in a save's report`() throws {
        let program = try DialProgram()
        var issues: [PreservationError] = []

        _ = try program.run({ window in
            for _ in 0..<2 { window.add(Dial("Dial", "volume", in: program.journal)) }
        }) { session, _ in
            session.onSave = { issues += $0.report.issues }
        }

        let path = try RestorationPath(parsing: "Main/volume")
        let name = "Dial of org.example.dials"
        #expect(issues == [.duplicatePath(path, saved: name, leftOut: name)])
    }

    @Test func `keep their state when their class has another name`() throws {
        let program = try DialProgram()
        _ = try program.runDial { $1.turn(to: 42) }
        try program.install(
            DialBinding.text().replacing(#""id": "Dial""#, with: #""id": "Knob""#)
        )

        let position = try program.next(\.position)

        #expect(position == .integer(42))
    }

    @Test func `are distinguished from the program's own objects`() throws {
        final class Own: Restorable {
            var restorationIdentifier: String? { "Main" }
        }
        let program = try DialProgram()
        _ = try program.run({ _ in }) { $1.turn(to: 1) }
        let session = try program.session()
        defer { session.close() }
        let own = Own()
        session.addRoot(own)

        let report = try session.restore()

        let reason = report.entries.first { "\($0.path)" == "Main" }?.reason?.problem
        let words =
            "Its state was saved by a Window of org.example.dials, but the object is a"
            + " BindingTests."
        #expect(reason?.hasPrefix(words) == true, "\(reason ?? "")")
    }

    @Test func `are ignored if they form a cycle`() throws {
        let program = try DialProgram()
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        window.add(Dial("Dial", "volume", in: program.journal))
        window.call("dial_tangle")

        let root = try program.adopt(window, into: session) as! any RestorableElementOwner

        #expect(root.restorationElements?.compactMap(\.restorationIdentifier) == ["volume"])
        #expect(root.restorationElements?.count == 1)
        // Logged once, however often the elements are read.
        #expect(
            program.log == [
                "org.example.dials failed to list the children of Window: dial_next"
                    + " never ends, or returns an earlier object again"
            ]
        )
    }

    // The limit is far above the test's own duration, since waiting for other tests counts.
    @Test(.timeLimit(.minutes(30)))
    func `are empty if the library reports an impossible number of children`() throws {
        let program = try DialProgram(
            binding: DialBinding.text(
                classes: """
                    {
                        "id": "Crowd", "extends": "Base", "is": "Crowd",
                        "children": {
                            "count": "dial_absurd_count(object) -> uint32",
                            "at": "dial_no_child(object, uint32 index) -> object?",
                        },
                    },
                    """
            )
        )
        let session = try program.session()
        defer { session.close() }
        let crowd = Dial("Crowd", "Main", in: program.journal)
        let root = try program.adopt(crowd, into: session) as! any RestorableElementOwner
        _ = program.journal.take()

        #expect(root.restorationElements?.isEmpty == true)
        #expect(program.journal.take() == [])
        #expect(
            program.log == [
                "org.example.dials failed to list the children of Crowd: dial_no_child"
                    + " never ends, or returns an earlier object again"
            ]
        )
    }
}

@Suite struct `Changes of a library's objects` {
    /// Runs `body` with one dial once nothing is left to save.
    private func withDial(
        _ binding: String = DialBinding.text(),
        _ change: (inout RestorationOptions) -> Void = { _ in },
        _ body: (RestorationSession, any Restorable, Dial) throws -> Void
    ) throws {
        let program = try DialProgram(binding: binding)
        let session = try program.session { options in
            options.autosaveInterval = .seconds(3600)
            change(&options)
        }
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let dial = Dial("Dial", "volume", in: program.journal)
        window.add(dial)
        let root = try program.adopt(window, into: session)
        try session.restore()
        try session.preserveNow()
        session.runPending()
        #expect(session.nextDeadline == nil)
        try body(session, root, dial)
    }

    /// On this thread and on another.
    @Test(
        arguments: [{ $0.turn(to: 3) }, { $0.call("dial_turn_elsewhere") }]
            as [@Sendable (Dial) -> Void]
    )
    func `are saved without code of the program`(change: @Sendable (Dial) -> Void) throws {
        try withDial { session, _, dial in
            change(dial)
            session.runPending()

            #expect(session.nextDeadline != nil)
        }
    }

    @Test func `arrive through callbacks without user data`() throws {
        let state = DialBinding.property(
            "label",
            "string?",
            """
            "changed": "dial_watch_label(object, callback()) -> uint64",
            "unchanged": "dial_unwatch(object, uint64 result)",
            """
        )
        try withDial(DialBinding.text(state: state)) { session, root, dial in
            dial.write("news")
            session.runPending()

            #expect(session.nextDeadline != nil)
            session.abandon(root)
            #expect(dial.watcherCount == .integer(0))
        }
    }

    @Test func `are not observed if the program allows no closures`() throws {
        try withDial(DialBinding.text(), { $0.closurePolicy = .none }) { session, _, dial in
            dial.turn(to: 3)
            session.runPending()

            #expect(session.nextDeadline == nil)
            #expect(dial.watcherCount == .integer(0))
        }
    }

    @Test func `do no harm when the library reports them too late`() throws {
        try withDial { session, root, dial in
            session.abandon(root)
            try session.preserveNow()

            dial.call("dial_haunt")
            session.runPending()

            #expect(session.nextDeadline == nil)
        }
    }

    @Test func `that were not read do no harm when the object is destroyed`() throws {
        let base = """
            "adopt": "dial_ref(object) -> object", "release": "dial_unref(object)",
            "destroyed": "dial_watch_end(object, callback(object, pointer?), null) -> uint64",
            "changed": "dial_watch(object, callback(object, pointer?), null) -> uint64",
            """
        try withDial(DialBinding.text(base: base)) { session, root, dial in
            let window = unsafe Dial(at: session.nativeObject(of: root))
            dial.call("dial_turn_elsewhere")
            window.remove(dial)
            dial.call("dial_destroy_elsewhere")
            dial.call("dial_unref")

            session.runPending()
            try session.preserveNow()

            let owner = root as? any RestorableElementOwner
            #expect(owner?.restorationElements?.isEmpty == true)
        }
    }

    @Test func `do not include those of a restore`() throws {
        let program = try DialProgram()
        let make: (Dial) -> Void = { window in
            window.add(Dial("Dial", "volume", in: program.journal))
        }
        _ = try program.run(make) { _, window in
            window.firstChild.turn(to: 7)
        }

        let report = try program.run(make) { session, _ in
            session.runPending()
            #expect(session.nextDeadline == nil)
        }

        #expect(report.entries.count == 2)
    }
}
