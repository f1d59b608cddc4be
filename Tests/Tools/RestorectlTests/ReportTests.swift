import Foundation
import RestorationKit
import Testing

@Suite struct `restorectl report` {
    let home: Home

    init() throws {
        home = try Home()
    }

    /// One launch of a program with two screens, one of them made by a restoration class.
    private func life(
        registering: Bool,
        beside other: (any Restorable)? = nil,
        preparing prepare: (RestorationSession) -> Void = { _ in },
        _ body: (RestorationSession, Screen) throws -> Void
    ) throws {
        var options = RestorationOptions()
        options.stateDirectory = home.stateDirectory(of: Home.application)
        options.keyProvider = home.keys
        options.applicationVersion = "1.2"
        let session = try RestorationSession(application: Home.application, options: options)
        defer { session.close() }
        if registering { session.register(Screen.self, as: "Screen") }
        prepare(session)
        let root = Screen("Tabs")
        session.addRoot(root)
        if let other { session.addRoot(other) }
        try session.restore()
        try body(session, root)
        try session.preserveNow()
    }

    /// A launch that saves an object, and another that cannot restore it.
    private func loseClass(preparing prepare: (RestorationSession) -> Void = { _ in }) throws {
        try life(registering: true) { session, root in
            root.presented = try session.make("Edit", under: root, className: "Screen")
        }
        try life(registering: false, preparing: prepare) { _, _ in }
    }

    @Test func `shows objects that a save left out, and the reasons`() throws {
        try life(registering: true) { session, root in
            root.presented = try session.make("Edit", under: root, className: "Screen")
        }
        let whole = try home.restorectl("report --save")
        try life(registering: true) { _, root in root.presented = Screen(nil) }
        let less = try home.restorectl("report --save")

        whole.withoutMoments.expect(
            output: """
                org.example.petfinder
                    saved generation 1, NOW
                    2 objects, 5 bytes
                    nothing was left out, here and in the saves since
                    auditsSaves is off: unreferenced objects are not reported

                """
        )
        less.withoutMoments.expect(
            output: """
                org.example.petfinder
                    saved generation 2, NOW
                    1 object, 3 bytes
                    auditsSaves is off: unreferenced objects are not reported

                A reference to a Screen without a restoration identifier is not saved
                   at: Tabs
                  fix: Give it an identifier, or do not encode it.

                """
        )
    }

    @Test func `says that no report of a save exists`() throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl("report --save")

        run.expect(
            error: "There is no report of a save of org.example.petfinder",
            at: "~/state/org.example.petfinder/restoration",
            fix: "Start the program and let it save; it keeps the report beside the state."
        )
    }

    /// Ignores a value that it does not understand.
    private final class Careless: Restorable {
        let restorationIdentifier: String? = "Careless"
        func encodeRestorableState(with coder: RestorationCoder) {
            coder.encode("seven", forKey: "page")
        }
        func decodeRestorableState(with coder: RestorationCoder) {
            _ = try? coder.decode(Int.self, forKey: "page")
        }
    }

    @Test func `says right after a crash that the next launch judges it`() throws {
        try life(registering: true) { _, _ in }
        let store = home.store()
        _ = try store.open()
        let page = try #require(try store.openLedger())
        page.sheet.isWindowOpen = true
        page.mark(place: 1, stage: 3, identity: 7)
        page.stamp(signal: SIGSEGV)
        store.close()

        let run = try home.restorectl("report")

        #expect(
            run.words.contains(
                "The program crashed while the object decoded its state (SIGSEGV),"
                    + " unless a launch is running right now. The next launch decides whether"
                    + " to leave objects out."
            ),
            "\(run)"
        )
        #expect(run.status == 0)
    }

    @Test func `shows objects that were restored in part`() throws {
        for _ in 0..<2 { try life(registering: true, beside: Careless()) { _, _ in } }

        let run = try home.restorectl("report")

        #expect(run.output.contains("\nCareless  restored"))
        #expect(run.output.contains("why: A value could not be decoded, and was skipped"))
    }

    /// Throws an error with a position in a text.
    private final class Misdeclared: RestorableObject {
        private struct Fault: DiagnosedError {
            let diagnosis = Diagnosis(
                problem: "The signature is wrong",
                excerpt: "(object, doubel)\n         ^",
                remedy: "Write float64."
            )
        }

        init(_ request: CreationRequest) throws { throw Fault() }
        func encodeRestorableState(with coder: RestorationCoder) {}
        func decodeRestorableState(with coder: RestorationCoder) {}
    }

    @Test func `shows where a text is wrong`() throws {
        try loseClass(preparing: { $0.register(Misdeclared.self, as: "Screen") })

        let page = try home.restorectl("report")
        let facts = try home.restorectl("report --format json")

        #expect(
            page.output.contains(
                """
                  why: The signature is wrong
                       (object, doubel)
                                ^
                  fix: Write float64.

                """
            )
        )
        #expect(facts.output.contains(#""excerpt" : "(object, doubel)\n         ^","#))
    }

    @Test func `shows every object with --all`() throws {
        try loseClass()

        let run = try home.restorectl(["report", Home.application, "--all"])

        run.withoutMoments.expect(
            output: """
                org.example.petfinder
                    restored generation 1, saved NOW by version 1.2
                    2 objects: 1 restored, 1 retained

                Tabs/Edit  retained  class Screen
                  why: No restoration class is registered as "Screen"
                  fix: Call register(_:as:) before make or restore.

                Tabs  restored

                """
        )
    }

    @Test func `prints the same facts as JSON`() throws {
        try loseClass()

        let run = try home.restorectl("report --format json")

        try run.withoutMoments.expect(
            json: #"""
                {
                  "application": "org.example.petfinder",
                  "applicationVersion": "1.2",
                  "counts": {
                    "awaited": 0,
                    "created": 0,
                    "lost": 0,
                    "migrated": 0,
                    "missing": 0,
                    "restored": 1,
                    "retained": 1,
                    "skipped": 0
                  },
                  "generation": 1,
                  "notes": [],
                  "objects": [
                    {
                      "class": "Screen",
                      "nanoseconds": null,
                      "outcome": "retained",
                      "path": "Tabs/Edit",
                      "planned": null,
                      "plugin": null,
                      "reason": {
                        "place": null,
                        "problem": "No restoration class is registered as \"Screen\"",
                        "remedy": "Call register(_:as:) before make or restore."
                      }
                    }
                  ],
                  "reason": "launch",
                  "savedAt": "NOW",
                  "unjudgedEnding": null
                }
                """#
        )
    }

    /// A launch that saves a long chain of screens, and another that restores it.
    private func presentChain() throws {
        try life(registering: true) { session, root in
            var top = root
            for number in 1..<2_850 {
                let screen = try session.make("\(number)", under: top, className: "Screen")
                top.presented = screen
                top = try #require(screen as? Screen)
            }
        }
        try life(registering: true) { _, _ in }
    }

    @Test func `counts objects that are too deep to be listed`() throws {
        try presentChain()

        let page = try home.restorectl("report")
        let facts = try home.restorectl("report --format json")

        page.withoutMoments.expect(
            output: """
                org.example.petfinder
                    restored generation 1, saved NOW by version 1.2
                    2,850 objects: 2,850 restored

                The objects are nested too deep to be listed
                  fix: Read the entries of the report that restore() returned.

                """
        )
        #expect(facts.output.contains(#""restored" : 2850,"#))
        #expect(facts.output.contains(#""retained" : 0,"#))
    }

    @Test func `works while the program runs`() throws {
        try life(registering: true) { session, root in
            try session.preserveNow()
            try session.preserveNow()
            #expect(try home.restorectl("archive show").status == 0)
            #expect(try home.restorectl("archive verify").status == 0)
            #expect(try home.restorectl("report").status == 0)
            try session.preserveNow()
        }
    }

    @Test func `says that there is no report`() throws {
        try home.save(SavedProgram([]).image())

        let run = try home.restorectl("report")

        run.expect(
            error: "org.example.petfinder has left no report of a restore",
            at: "~/state/org.example.petfinder/restoration",
            fix: "Start the program once; every restore leaves a report."
        )
    }

    @Test(arguments: [0, -1])
    func `says that a damaged report will be replaced`(offset: Int) throws {
        try life(registering: true) { _, _ in }
        let file = home.stateDirectory(of: Home.application) + "/report"
        try home.damage(file, at: offset)
        if offset == 0 { try home.write("something else".utf8, to: file) }

        let run = try home.restorectl("report")

        #expect(
            run.errors.hasSuffix(
                """
                   at: ~/state/org.example.petfinder/restoration/report
                  fix: No state is lost: the next restore writes a new report in its place.

                """
            )
        )
        #expect(run.status == 1)
    }

    @Test func `shows the report of a set-aside generation`() throws {
        try life(registering: true) { _, _ in }
        try home.damage(home.archive, at: -1)
        try life(registering: true) { _, _ in }

        let run = try home.restorectl("report")

        run.withoutMoments.expect(
            output: """
                org.example.petfinder
                    nothing was restored

                The end of the file is missing or damaged
                   at: ~/state/org.example.petfinder/restoration/set-aside/NOW-damaged-archive
                  fix: The program started afresh, because no other generation could be used.
                       restorectl archive list --set-aside lists the files.

                """
        )
    }
}

extension Run {
    /// The same run without the parts that differ from run to run.
    fileprivate var withoutMoments: Run {
        let text = output.replacing(#/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d( UTC|Z)/#, with: "NOW")
            .replacing(#/\d{8}T\d{6}\.\d{6}Z/#, with: "NOW")
        return Run(output: text, errors: errors, status: status)
    }
}

/// A screen that may present another.
private final class Screen: RestorableObject {
    let restorationIdentifier: String?
    var presented: (any Restorable)?

    init(_ identifier: String?) { restorationIdentifier = identifier }

    init(_ request: CreationRequest) { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(presented, forKey: "presented")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        presented = try coder.decodeReference(forKey: "presented")
    }
}
