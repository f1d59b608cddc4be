import Foundation
import RestorationKit
import RestorationPlugins
import TestSupport
import Testing

/// Another build of a plugin replaces the current one while its objects live.
@Suite struct `Another build of a plugin` {
    private let program: ContractProgram

    init() throws { program = try ContractProgram() }

    /// Replaces the plugin with another build, in a new file as a linker does.
    private func build(_ options: String...) throws {
        try? FileManager.default.removeItem(atPath: library)
        try ContractPlugin.compile("reloaded", into: program.plugins, options: options)
    }

    private var library: String { "\(program.plugins)/libreloaded.so" }

    /// Replaces a library with a copy of itself.
    private func copy(_ name: String = "libreloaded.so") throws {
        let library = URL(filePath: "\(program.plugins)/\(name)")
        let bytes = try Data(contentsOf: library)
        try FileManager.default.removeItem(at: library)
        try bytes.write(to: library)
    }

    /// Runs a program with `count` objects, each with its number and a reference to its neighbour.
    private func live(
        _ count: Int,
        _ body: (RestorationSession, [any Restorable]) throws -> Void
    ) throws {
        let (session, tray) = try program.restoredSession()
        for number in tray.restorationChildren.count..<count {
            let object = try session.make("\(number)", under: tray)
            try object.call("add", number)
            tray.restorationChildren.append(object)
        }
        for (number, object) in tray.restorationChildren.enumerated() {
            let neighbour = tray.restorationChildren[(number + 1) % count]
            try object.call("meet", .object(neighbour))
        }
        try body(session, tray.restorationChildren)
        try session.preserveNow()
        session.close()
    }

    /// The results of calling a method of each object.
    private func values(
        of method: String,
        _ arguments: RestorationValue...,
        objects: [any Restorable]
    ) throws -> [RestorationValue] {
        try objects.map { try $0.call(method, arguments: arguments) }
    }

    private static func values(_ numbers: some Sequence<Int64>) -> [RestorationValue] {
        numbers.map { .integer($0) }
    }

    private let plugin = "org.example.reloaded"

    @Test func `takes over a thousand objects that a timer edits, and none of its edits is lost`()
        throws
    {
        try build()
        try live(1000) { (session, objects) throws in
            var numbers = objects.indices.map { Int64($0) }
            var ticks = SeededGenerator(seed: 13)
            for round in 1...6 {
                // The edits of the timer before the next build.
                for _ in 0..<500 {
                    let place = Int.random(in: objects.indices, using: &ticks)
                    numbers[place] += 7
                    try objects[place].call("add", 7)
                }
                try build("-DBUILD=\(round)", round < 3 ? "-DSCHEMA=1" : "-DSCHEMA=2")

                let reload = try session.reloadPlugin(plugin)

                #expect(reload.objectCount == 1000)
                #expect(reload.buildCount == round + 1)
                #expect(try values(of: "add", 0, objects: objects) == Self.values(numbers))
                let neighbours = Self.values(numbers.dropFirst() + numbers.prefix(1))
                #expect(try values(of: "peer", objects: objects) == neighbours)
                #expect(try objects[0].call("build", as: Int.self) == round)
                #expect(try objects[0].call("count") == 1000)
            }
        }
    }

    @Test func `is saved with its own version, and restored`() throws {
        try build()
        try live(3) { (session, objects) throws in
            var heard: [PluginReload] = []
            session.onPluginReload = { heard.append($0) }
            try build("-DSCHEMA=2", "-DBUILD=2")
            try session.reloadPlugin(plugin)
            try objects[1].call("add", 40)
            #expect(heard.map(\.objectCount) == [3])
        }

        try live(3) { (session, objects) throws in
            #expect(session.report?.entries.count { $0.outcome == .restored } == 4)
            #expect(try objects[1].call("add", 0) == 41)
            #expect(try objects[0].call("peer") == 41)
        }
    }

    @Test func `retains keys that it does not know for a build that does`() throws {
        try build("-DBUILD=2")
        try live(2) { (session, objects) throws in
            try objects[0].call("shade", 5)
            try build("-DBUILD=1")
            try session.reloadPlugin(plugin)
            try session.preserveNow()
            try build("-DBUILD=3")
            try session.reloadPlugin(plugin)
            #expect(try objects[0].call("get_shade") == 5)
        }

        try live(2) { (_, objects) throws in #expect(try objects[0].call("get_shade") == 5) }
    }

    @Test(arguments: [
        (
            ["-DFAULT=\"decode\""],
            "org.example.reloaded failed to decode Note: !(has(\"decode\") && self->number == 500)",
            "Frame/500"
        ),
        (
            ["-DFAULT=\"decode.child\""],
            "org.example.reloaded failed to decode Note:"
                + " !(has(\"decode.child\") && self->number == 500)",
            "Frame/500"
        ),
        (
            ["-DFAULT=\"finished\""],
            "org.example.reloaded failed in finished of Note: it is never finished", "Frame/500"
        ),
        (
            ["-DFAULT=\"migrate\"", "-DSCHEMA=2"],
            "Its state of schema version 1 could not be migrated: org.example.reloaded failed to"
                + " migrate Sheet: version == 1 && !has(\"migrate\")",
            "Frame/0"
        ),
        (
            ["-DFAULT=\"create.declined\""], "The new build declines to create the object",
            "Frame/500"
        ),
        (
            ["-DFAULT=\"create.later\""],
            "The new build's create says \"not yet\", and a reload does not wait", "Frame/500"
        ),
        (
            ["-DFAULT=\"decode.later\""],
            "The new build's decode says \"not yet\", and a reload does not wait", "Frame/0"
        ),
        (
            ["-DSCHEMA=4"], "The new build has no class Note, of which an object is in use",
            "Frame/0"
        ),
    ])
    func `that fails leaves all objects to the old build`(
        options: [String],
        problem: String,
        place: String?
    ) throws {
        try build()
        try live(600) { (session, objects) throws in
            try FileManager.default.removeItem(atPath: library)
            try ContractPlugin.compile("reloaded", into: program.plugins, options: options)

            let error = #expect(throws: (any Error).self) { try session.reloadPlugin(plugin) }

            #expect(error.map { Diagnosis($0).problem } == problem)
            #expect(error.flatMap { Diagnosis($0).place } == place)
            #expect(try values(of: "add", 1, objects: objects) == Self.values(1...600))
            #expect(try objects[7].call("peer") == 9)
            #expect(try objects[0].call("count") == 600)
            #expect(objects.allSatisfy { $0.restorationChildren.isEmpty })
            try build("-DBUILD=2")
            #expect(try session.reloadPlugin(plugin).objectCount == 600)
            #expect(try objects[599].call("add", 0) == 600)
        }
    }

    @Test func `that fails leaves the tree unchanged`() throws {
        try build()
        let (session, tray) = try program.restoredSession()
        let objects = try ["A", "B"].map { try session.make($0, under: tray) }
        tray.restorationChildren = objects
        try objects[0].call("add", 1)
        try objects[0].call("meet", .object(objects[1]))
        // The second object has no number, so it fails after the first has rearranged the tree.
        try build("-DFAULT=\"decode.tree\"")

        #expect(throws: (any Error).self) { try session.reloadPlugin(plugin) }

        #expect(objects.map { session.path(of: $0)?.description } == ["Frame/A", "Frame/B"])
        #expect(objects.allSatisfy { $0.restorationChildren.isEmpty })
        let report = try #require(try session.preserveNow()).report
        #expect(report.issues.map(\.description) == [])
        try build("-DBUILD=2")
        #expect(try session.reloadPlugin(plugin).objectCount == 2)
        #expect(try values(of: "add", 0, objects: objects) == [1, 0])
        session.close()
    }

    @Test func `makes objects of its own code`() throws {
        try build()
        try live(1) { (session, objects) throws in
            try build("-DFAULT=\"makes\"", "-DBUILD=2")
            try session.reloadPlugin(plugin)
            let child = try #require(objects[0].restorationChildren.first)
            #expect(try child.call("build") == 2)
            #expect(try objects[0].call("count") == 2)
            try build("-DBUILD=3")
            #expect(try session.reloadPlugin(plugin).objectCount == 2)
            #expect(try child.call("build") == 3)
        }
    }

    @Test func `has its ticket cancelled if it answers "not yet" during a reload`() throws {
        try build()
        let (session, tray) = try program.restoredSession()
        tray.restorationChildren = [try session.make("500", under: tray)]
        _ = program.takeLog()
        try build("-DFAULT=\"create.later\"")

        #expect(throws: (any Error).self) { try session.reloadPlugin(plugin) }

        #expect(program.takeLog().contains("info: cancelled"))
        session.close()
    }

    @Test func `does not change objects of other plugins`() throws {
        try build()
        try ContractPlugin.compile("counter", into: program.plugins)
        try live(1) { (session, _) throws in
            let known = session.plugins.map(\.identifier)
            try FileManager.default.removeItem(atPath: program.plugins + "/libcounter.so")
            try build("-DBUILD=2")
            try session.reloadPlugin(plugin)
            #expect(session.plugins.map(\.identifier) == known)
        }
    }

    @Test func `of an older version does not take over`() throws {
        try build("-DSCHEMA=3")
        try live(1) { (session, _) throws in
            try build()
            try expect(
                "The new build's Note has schema version 1, and the object's state is of version 3",
                of: session
            )
        }
    }

    @Test func `does not take over if the old one cannot encode`() throws {
        try build("-DFAULT=\"encode\"")
        try live(2) { (session, objects) throws in
            try build()
            try expect(
                "org.example.reloaded failed to encode Note: !has(\"encode\")",
                of: session
            )
            #expect(try objects[1].call("add", 1) == 2)
        }
    }

    @Test func `stays in memory after a hundred reloads, and nothing else leaks`() throws {
        try build()
        try live(20) { (session, objects) throws in
            let before = try mappings()
            var reload: PluginReload?
            for _ in 1...100 {
                try copy()
                reload = try session.reloadPlugin(plugin)
            }
            #expect(reload?.buildCount == 101)
            #expect(try mappings() == 101 * before)
            #expect(try objects[0].call("count") == 20)
            #expect(try values(of: "add", 0, objects: objects) == Self.values(0..<20))
        }
    }

    @Test func `does not take over while the plugin runs`() throws {
        try build()
        let session = try program.session()
        let desk = AskedDesk()
        session.addRoot(desk)
        try session.restore()
        let object = try session.make("A", under: desk)
        try build()
        var problem: String?
        desk.onAsked = {
            desk.onAsked = nil
            let error = #expect(throws: (any Error).self) { try session.reloadPlugin(plugin) }
            problem = error.map { Diagnosis($0).problem }
        }

        try object.call("ask")

        #expect(
            problem == "org.example.reloaded cannot be reloaded while one of its functions runs"
        )
        #expect(try session.reloadPlugin(plugin).objectCount == 1)
        session.close()
    }

    /// The program's root object, which runs code when a plugin looks up an object.
    private final class AskedDesk: Restorable {
        let restorationIdentifier: String? = "Frame"
        var onAsked: (() -> Void)?
        var restorationChildren: [any Restorable] {
            onAsked?()
            return []
        }
    }

    @Test func `of a Swift plugin takes over, with its values and children`() throws {
        try program.installSwiftSample()
        let (session, tray) = try program.restoredSession()
        let photo = try session.make("Photo", under: tray)
        let family = try session.make("Family", under: tray, parameters: ["grows": true])
        tray.restorationChildren = [photo, family]
        let child = try #require(family.restorationChildren.first)

        for number in 1...3 {
            try photo.call("setZoom", Double(number))
            try copy("libSample.so")
            #expect(try session.reloadPlugin("org.example.sample").objectCount == 3)
            #expect(try photo.call("zoom", as: Double.self) == Double(number))
            #expect(family.restorationChildren.map { $0 === child } == [true])
        }
        #expect(try session.preserveNow()?.report.issues.map(\.description) == [])
        session.close()
    }

    @Test func `that crashes is left out instead of the former build, and no state is lost`()
        async throws
    {
        try build()
        let life = CrashingReload(directory: program.directory)

        await #expect(processExitsWith: .signal(SIGSEGV)) { [life = life as CrashingReload] in
            try life.run()
        }

        // The author reinstalls the former build, which is not blamed.
        try FileManager.default.removeItem(atPath: library)
        try FileManager.default.moveItem(atPath: program.plugins + "/kept", toPath: library)
        try live(1) { (session, objects) throws in
            #expect(session.report?.notes.isEmpty == true)
            #expect(try objects[0].call("add", 0) == 5)
        }
    }

    /// A program in a separate process, which reloads a plugin and crashes in its new build.
    struct CrashingReload: Codable, Sendable {
        let directory: String

        func run() throws {
            let plugins = directory + "/plugins"
            var options = RestorationOptions.within(directory)
            options.applicationVersion = "3.4"
            let session = try RestorationSession(application: "org.example.test", options: options)
            let tray = Tray()
            session.addRoot(tray)
            try session.restore()
            tray.restorationChildren = [try session.make("0", under: tray)]
            try tray.restorationChildren[0].call("add", 5)
            try session.preserveNow()
            try FileManager.default.moveItem(
                atPath: plugins + "/libreloaded.so",
                toPath: plugins + "/kept"
            )
            try ContractPlugin.compile(
                "reloaded",
                into: plugins,
                options: ["-DFAULT=\"crash\""]
            )
            try session.reloadPlugin("org.example.reloaded")
        }
    }

    /// Expects the session to refuse a reload.
    private func expect(
        _ problem: String,
        of session: RestorationSession,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let error = #expect(throws: (any Error).self, sourceLocation: location) {
            try session.reloadPlugin(plugin)
        }
        #expect(error.map { Diagnosis($0).problem } == problem, sourceLocation: location)
    }

    /// The number of mappings of the plugin's builds.
    private func mappings() throws -> Int {
        // Read to the end, since the size of the file is 0.
        let maps = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        return String(decoding: maps.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
            .count { $0.contains(program.plugins) }
    }
}
