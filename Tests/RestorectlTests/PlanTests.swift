import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

@Suite struct `restorectl plan` {
    private let home: Home
    private var plugins: String { home.path + "/plugins" }

    /// Pet Finder's archive: an editor whose state is of a newer version, with a list of changes,
    /// notes whose plugin is not installed, a map, a photo, and a card of the program's own.
    init() throws {
        home = try Home()
        let pet = "Tabs/Details"
        let plugins = ["Edit": "editor", "Notes": "notes", "Map": "map", "Photo": "photo"]
        let parts = ["Edit", "Notes", "Map", "Photo"]
        var objects = [try SavedProgram.Object("Tabs")]
        objects.append(
            try SavedProgram.Object(pet) { coder, program in
                let held = (parts + ["Card"]).map { program.object(at: "\(pet)/\($0)") }
                coder.encode(held, forKey: "parts")
            }
        )
        for part in parts {
            let plugin = "org.example.\(plugins[part] ?? "")"
            var object = try SavedProgram.Object("\(pet)/\(part)", class: "Only", of: plugin)
            if part == "Edit" { object.schemaVersion = 2 }
            objects.append(object)
        }
        objects.append(
            try SavedProgram.Object("\(pet)/Edit/Changes", class: "Only", of: "org.example.photo")
        )
        objects.append(
            try SavedProgram.Object("\(pet)/Card", class: "Card") { coder, _ in
                coder.encode(7, forKey: "number")
            }
        )
        let program = SavedProgram(objects)
        try home.save(program.image())
    }

    // MARK: The program

    /// The program's own objects: they hold what they held.
    private final class Part: Restorable {
        let restorationIdentifier: String?
        let restorationChildren: [any Restorable]
        private var held: [any Restorable] = []

        init(_ identifier: String, _ children: [any Restorable] = []) {
            restorationIdentifier = identifier
            restorationChildren = children
        }

        func encodeRestorableState(with coder: RestorationCoder) {
            coder.encode(held, forKey: "parts")
        }
        func decodeRestorableState(with coder: RestorationCoder) throws {
            held = try coder.decodeReferences(forKey: "parts")
        }
    }

    private final class Card: RestorableObject {
        init(_ request: CreationRequest) {}
        func encodeRestorableState(with coder: RestorationCoder) {}
        func decodeRestorableState(with coder: RestorationCoder) {}
        static func migrateRestorableState(
            from version: Int,
            reading: RestorationCoder,
            writing: RestorationCoder
        ) throws { try writing.encodeCopies(from: reading) }
    }

    /// Puts a plugin of one class into the program's directory, whose code leaves a mark when it is
    /// loaded.
    private func install(_ name: String, as file: String? = nil) throws {
        let file = file ?? name
        try home.write(
            """
            {"manifest": 1, "id": "org.example.\(name)", "version": "1.0.0", "abi": "0.2",
             "applications": ["org.example.petfinder"],
             "classes": [{"id": "Only", "version": 1, "routes": ["\(name)/\(name)"]}]}
            """.utf8,
            to: "\(plugins)/lib\(file).restoration.json"
        )
        try ContractPlugin.compile(
            "broken",
            named: file,
            into: plugins,
            options: [
                #"-DPLUGIN_ID="org.example.\#(name)""#, #"-DMARK="\#(home.path)/loaded-\#(name)""#,
            ]
        )
    }

    /// The plugins whose code has run since the last time.
    private func takeLoaded() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path)
        let marks = files.filter { $0.hasPrefix("loaded-") }.sorted()
        for mark in marks { try FileManager.default.removeItem(atPath: "\(home.path)/\(mark)") }
        return marks.map { String($0.dropFirst("loaded-".count)) }
    }

    private func session() throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = home.stateDirectory(of: Home.application)
        options.keyProvider = home.keys
        options.pluginDirectories = [plugins]
        let session = try RestorationSession(application: Home.application, options: options)
        session.register(Card.self, as: "Card", schemaVersion: 2)
        session.addRoot(Part("Tabs", [Part("Details")]))
        return session
    }

    /// A launch that ends in the map, as a crash leaves it.
    private func crashInMap() throws {
        let session = try session()
        try session.restore()
        let identity = session.ledger?.identity(ofPlugin: "org.example.map") ?? 0
        session.close()
        let store = home.store()
        let page = try #require(try store.openLedger())
        page.mark(generation: 1, record: 5, stage: 2, identity: identity)
        page.stamp(signal: SIGSEGV)
        page.sheet.isWindowOpen = true
        store.close()
    }

    /// All plugins but that of the notes, after a crash in the map. The photo's is a file that no
    /// process has loaded.
    private func prepare() throws {
        for name in ["editor", "map", "photo"] { try install(name) }
        try crashInMap()
        for name in ["libphoto.so", "libphoto.restoration.json"] {
            try FileManager.default.removeItem(atPath: "\(plugins)/\(name)")
        }
        try install("photo", as: "photo-\(UUID().uuidString)")
        _ = try takeLoaded()
    }

    @Test func `prints what the next launch does, and loads no plugin for it`() throws {
        try prepare()

        let run = try home.restorectl("plan")

        #expect(try takeLoaded() == [])
        let output = run.withoutMoments.output.replacing(#/\b\d+ bytes?/#, with: "N bytes")
        let parts = output.components(separatedBy: "\nSearched where ")
        #expect(parts.first == Self.plan)
        #expect(parts.count == 2)
        #expect((run.errors, run.status) == ("", 0))
    }

    @Test func `prints the same facts as JSON`() throws {
        try prepare()

        let run = try home.restorectl("plan org.example.petfinder --format json")

        #expect(run.status == 0)
        #expect(
            run.output.contains(
                """
                    {
                      "class" : "Only",
                      "decision" : "retain",
                      "path" : "Tabs/Details/Edit",
                      "plugin" : "org.example.editor",
                      "presentSchemaVersion" : 1,
                      "reason" : {
                        "place" : null,
                        "problem" : "Its state was written by schema version 2 of Only, which here is 1",
                        "remedy" : "Start the newer version of the program or plugin; the state is retained until then."
                      },
                      "savedSchemaVersion" : 2,
                      "sizeInBytes" : 0
                    },
                """
            )
        )
        #expect(run.output.contains(#""set-aside" : 1,"#))
        #expect(run.output.contains(#""isUnchanged" : true,"#))
    }

    @Test func `is the plan that the program has, and carries out`() throws {
        try prepare()
        let session = try session()

        let plan = try session.restorationPlan()
        let loadedByPlan = try takeLoaded()
        let report = try session.restore()
        session.close()

        #expect(loadedByPlan == [])
        #expect(
            plan.entries.map { "\($0.path.last): \($0.decision)" } == [
                "Tabs: the program decides", "Details: the program decides", "Edit: retain",
                "Notes: retain", "Map: set aside", "Photo: restore", "Changes: retain",
                "Card: migrate",
            ]
        )
        #expect(
            report.entries.map { "\($0.path.last): \($0.outcome)" } == [
                "Tabs: restored", "Details: restored", "Edit: retained", "Notes: retained",
                "Map: retained", "Photo: restored", "Changes: retained", "Card: migrated",
            ]
        )
        #expect(report.entries.map(\.planned) == Array(repeating: nil, count: 8))
        #expect(try takeLoaded() == ["photo"])
        let decisions = plan.entries.map { "\($0.path)  \($0.decision)" }
        let printed = Self.plan.split(separator: "\n").filter { $0.hasPrefix("Tabs") }
        #expect(zip(printed, decisions).allSatisfy { $0.hasPrefix($1) })
        #expect(printed.count == decisions.count)
    }

    // MARK: What the program left

    @Test func `leaves to a program what it has not left`() throws {
        try install("map")

        let run = try home.restorectl("plan")

        #expect(
            run.errors
                == """
                error: org.example.petfinder has left no description of itself, so the plan leaves to the program what only the program knows
                   at: ~/state/org.example.petfinder/restoration
                  fix: Start the program once; every restore leaves its classes, its plugin \
                directories and its settings there.

                """
        )
        #expect(run.status == 2)
        #expect(run.output.contains("8 objects: the program decides 8\n"))
        #expect(
            run.output.contains(
                """
                Tabs/Details/Map  the program decides  class Only of org.example.map, schema 1, 0 bytes
                  why: As far as is known, the object would be retained: The plugin
                       org.example.map is not installed
                  fix: Start the program once; it then leaves what only it knows.

                """
            )
        )
    }

    private func leaveFacts(sizeInBytes: Int = 7) throws {
        try home.leaveFacts(
            classes: #"{"name": "Card", "schemaVersion": 1, "aliases": []}"#,
            directory: plugins,
            sizeInBytes: sizeInBytes
        )
    }

    @Test func `leaves it to a program that has changed since, too`() throws {
        try leaveFacts(sizeInBytes: 8)

        let run = try home.restorectl("plan")

        #expect(
            run.errors
                == """
                error: The program has changed since it was last started, at 2026-10-03 14:00:00 \
                UTC, so the plan leaves to the program what only the program knows
                   at: ~/petfinder
                  fix: Start the program once, which writes a new description.

                """
        )
        #expect(run.status == 2)
        #expect(run.output.contains("8 objects: the program decides 8\n"))
        #expect(
            run.output.hasSuffix(
                """
                Searched where this program looked when it was started, 2026-10-03 14:00:00 UTC:
                    ~/petfinder  changed since

                """
            )
        )
    }

    @Test func `knows the classes that the program has left`() throws {
        try leaveFacts()

        let run = try home.restorectl("plan")

        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.output.contains("Tabs/Details/Card  restore  class Card, schema 1, "))
    }

    @Test func `goes on without what is damaged`() throws {
        try leaveFacts()
        try home.damage(home.stateDirectory(of: Home.application) + "/program", at: -1)

        let plan = try home.restorectl("plan")
        let plugins = try home.restorectl("plugin list --application org.example.petfinder")
        let check = try home.restorectl("archive verify")

        let damage = """
            The end of the file is missing or damaged
            """
        #expect(plan.errors.hasPrefix("error: \(damage)\n"))
        #expect(
            plan.errors.hasSuffix(
                """
                   at: ~/state/org.example.petfinder/restoration/program
                  fix: No state is lost: start the program once, which writes the file anew.

                """
            )
        )
        #expect(plan.status == 2)
        #expect(plan.output.contains("8 objects: the program decides 8\n"))
        #expect(plugins.errors.hasPrefix("warning: \(damage)\n"))
        #expect(plugins.status == 0)
        #expect(check.status == 2)
        #expect(
            check.output.hasSuffix(
                """
                The current generation is intact. What the program left about itself cannot be
                read.

                """
            )
        )
    }

    @Test func `tells other commands where the program looks for plugins`() throws {
        try install("map")
        try leaveFacts()

        let list = try home.restorectl("plugin list --application org.example.petfinder")
        let route = try home.restorectl("route --application org.example.petfinder map/map")
        let described = try home.restorectl(
            "plugin list --application org.example.petfinder --program ../petfinder"
        )

        #expect(list.output.contains("org.example.map 1.0.0\n    ~/plugins/libmap.so\n"))
        for run in [list, route] {
            #expect(
                run.output.hasSuffix(
                    """

                    Searched where this program looked when it was started, 2026-10-03 14:00:00 UTC:
                        ~/petfinder

                    """
                )
            )
            #expect(run.status == 0)
        }
        #expect(described.output == "org.example.petfinder uses no plugins\n")
    }

    @Test func `is one of a directory, too, with a key from elsewhere`() throws {
        let key = home.keys.path(for: home.store().application)
        try FileManager.default.moveItem(atPath: key, toPath: home.workingDirectory + "/key")
        let state = home.stateDirectory(of: Home.application)

        let without = try home.restorectl("plan")
        let run = try home.restorectl("plan \(state) --key-file ./key")

        #expect(without.output == "")
        #expect(
            without.errors.hasPrefix("error: There is saved state, but the key to it is missing\n")
        )
        #expect(without.status == 1)
        #expect(run.output.contains("restores generation 1, "))
    }

    @Test func `is of the generation that the next launch falls back to`() throws {
        let image = try SavedProgram.petFinder().image()
        try home.save(image, image)
        try home.damage(home.stateDirectory(of: Home.application) + "/archive", at: -1)
        try leaveFacts()

        // Opening the store has set the damaged one aside.
        let after = try home.restorectl("plan")
        try home.damage(home.stateDirectory(of: Home.application) + "/archive", at: -1)
        let run = try home.restorectl("plan")

        #expect(after.output.contains("restores generation 2, "))
        #expect(run.output.contains("org.example.petfinder\n    nothing is restored\n"))
        #expect(run.output.contains("Nothing that is saved can be used\n"))
        #expect(
            run.output.contains(
                """
                The end of the file is missing or damaged
                   at: ~/state/org.example.petfinder/restoration/archive
                  fix: The next launch sets it aside; restorectl archive verify says more.

                """
            )
        )
        #expect(run.status == 0)
    }

    @Test func `says of a generation that falls away what is restored instead`() throws {
        try leaveFacts()
        try home.save(SavedProgram([]).image())
        try home.damage(home.stateDirectory(of: Home.application) + "/archive", at: -1)

        let run = try home.restorectl("plan")

        #expect(run.output.contains("restores generation 1, "))
        #expect(run.output.contains("The end of the file is missing or damaged\n"))
        #expect(run.output.contains("8 objects: "))
    }

    @Test(arguments: [
        (
            "plan org.example.atlas", 1,
            """
            error: org.example.atlas has no saved state
               at: ~/state/org.example.atlas/restoration
              fix: There is state of org.example.petfinder.

            """
        ),
        (
            "plan atlas", 64,
            """
            error: "atlas" is not an application's id
              fix: Write an id such as org.restorationkit.petfinder; the path of a file has a \
            slash, such as ./archive.

            """
        ),
        (
            "plan ./none", 1,
            """
            error: This is no directory with saved state
               at: ./none
              fix: Name the one that holds the program's archive and ledger.

            """
        ),
    ])
    func `says what is wrong with its argument`(line: String, status: Int32, errors: String) throws
    {
        #expect(try home.restorectl(line) == Run(errors: errors, status: status))
    }

    private static let plan = """
        org.example.petfinder
            restores generation 1, saved NOW by version 1.2
            8 objects: restore 1, migrate 1, retain 3, set aside 1, the program decides
            2

        A launch is restoring now, or the last one ended while it restored
          fix: If it is restoring now, ask again when it is done: the plan takes it to
               have ended.

        Tabs  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Details  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Details/Edit  retain  class Only of org.example.editor, schema 2, now 1, N bytes
          why: Its state was written by schema version 2 of Only, which here is 1
          fix: Start the newer version of the program or plugin; the state is retained
               until then.
        Tabs/Details/Notes  retain  class Only of org.example.notes, schema 1, N bytes
          why: The plugin org.example.notes is not installed
          fix: Install the plugin again; its state is retained until then.
        Tabs/Details/Map  set aside  class Only of org.example.map, schema 1, N bytes
          why: The program crashed while the object was being created (SIGSEGV)
           at: ~/plugins/libmap.so
          fix: Its state is retained. Another build of the plugin org.example.map (now
               1.0.0) or of the program brings it back, and so does restorectl archive
               retry org.example.petfinder.
        Tabs/Details/Photo  restore  class Only of org.example.photo, schema 1, N bytes
        Tabs/Details/Edit/Changes  retain  class Only of org.example.photo, schema 1, N bytes
          why: An object above it could not be restored: Its state was written by schema
               version 2 of Only, which here is 1
          fix: Start the newer version of the program or plugin; the state is retained
               until then.
        Tabs/Details/Card  migrate  class Card, schema 1, now 2, N bytes
          why: Its state was written by schema version 1 of Card, which here is 2

        """
}

extension Run {
    /// The same without what differs from run to run.
    fileprivate var withoutMoments: Run {
        let text = output.replacing(#/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d( UTC|Z)/#, with: "NOW")
        return Run(output: text, errors: errors, status: status)
    }
}
