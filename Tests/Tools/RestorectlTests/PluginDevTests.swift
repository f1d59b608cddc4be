import Foundation
import RestorationKit
import Synchronization
import TestSupport
import Testing

@testable import restorectl

/// A program in the test's own process, and the project of a plugin that it uses.
@Suite struct `restorectl plugin dev` {
    private let home: Home
    private let project: String

    init() throws {
        home = try Home()
        project = home.path + "/work/notes"
        let fixture = Repository.path("Tests/Fixtures/Plugins/reloaded.c")
        // The makefile finds the compiler wherever this test finds it.
        let makefile = """
            libnotes.so: build.h
            \tclang -shared -fPIC -fvisibility=hidden -pthread -include build.h \
            -I \(ContractPlugin.headers) \(fixture) -o $@

            """
        try home.write(makefile.utf8, to: project + "/Makefile")
        try edit("#define BUILD 1")
    }

    /// Writes the file atomically, as editors do, because a build may be reading it.
    private func edit(_ text: String) throws {
        let fresh = try home.write((text + "\n").utf8, to: home.path + "/build.h")
        try? FileManager.default.removeItem(atPath: project + "/build.h")
        try FileManager.default.moveItem(atPath: fresh, toPath: project + "/build.h")
    }

    private func program() throws -> (session: RestorationSession, object: any Restorable) {
        var options = RestorationOptions()
        options.stateDirectory = home.stateDirectory(of: "org.example.test")
        options.keyProvider = home.keys
        options.pluginDirectories = [project]
        options.acceptsReloads = true
        try #require(try make().status == 0)
        let session = try RestorationSession(application: "org.example.test", options: options)
        let desk = Desk()
        session.addRoot(desk)
        try session.restore()
        let object = try session.make("A", under: desk)
        desk.restorationChildren = [object]
        return (session, object)
    }

    private final class Desk: Restorable {
        let restorationIdentifier: String? = "Frame"
        var restorationChildren: [any Restorable] = []
    }

    private func make() throws -> Run {
        try home.run("/usr/bin/env", ["PATH=\(path)", "make", "-C", project])
    }

    private var path: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

    private func command(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Home.program)
        process.arguments = ["plugin", "dev"] + arguments
        process.environment = home.environment.merging(["PATH": path]) { $1 }
        process.currentDirectoryURL = URL(filePath: home.workingDirectory)
        return process
    }

    /// Runs the command to its end while the program continues.
    private func dev(_ arguments: [String], _ session: RestorationSession? = nil) throws -> Run {
        let process = command(arguments)
        let (output, errors) = (home.path + "/output", home.path + "/errors")
        try home.write([], to: output)
        try home.write([], to: errors)
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        let hasEnded = Flag()
        process.terminationHandler = { _ in hasEnded.value.store(true, ordering: .relaxed) }
        try process.run()
        let end = ContinuousClock.now + .seconds(60)
        while !hasEnded.value.load(ordering: .relaxed) {
            try #require(ContinuousClock.now < end)
            turn(session)
        }
        return Run(
            output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8),
            status: process.terminationStatus
        )
    }

    private final class Flag: Sendable {
        let value = Atomic<Bool>(false)
    }

    /// Waits briefly for events of the session, and handles them.
    private func turn(_ session: RestorationSession?) {
        var descriptor = pollfd(
            fd: session?.fileDescriptor ?? -1,
            events: Int16(POLLIN),
            revents: 0
        )
        unsafe poll(&descriptor, 1, 20)
        session?.runPending()
    }

    @Test func `builds, and reloads the new code in the program`() throws {
        let (session, object) = try program()
        try object.call("add", 3)
        try edit("#define BUILD 2")

        let run = try dev(["notes", "--once"], session)

        #expect(run.output.hasPrefix("make\n"))
        #expect(
            run.output.contains(
                "org.example.test: org.example.reloaded was reloaded with 1 object"
            )
        )
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(try object.call("build") == 2)
        #expect(try object.call("add", 0) == 3)
        session.close()
    }

    @Test func `prints the program's refusal, and leaves the old code`() throws {
        let (session, object) = try program()
        try edit("#define FAULT \"decode.later\"")

        let run = try dev([project, "--once", "--application", "org.example.test"], session)

        #expect(run.output.hasSuffix("org.example.test: the old code continues\n"))
        #expect(
            run.errors == """
                error: The new build's decode says \"not yet\", and a reload does not wait
                   at: Frame/A
                  fix: Start the program again: a restore waits.

                """
        )
        #expect(run.status == 1)
        #expect(try object.call("build") == 1)
        session.close()
    }

    @Test func `reloads nothing that cannot be built`() throws {
        let (session, object) = try program()
        try edit("#error Not yet")

        let run = try dev(["notes", "--once"], session)

        #expect(run.errors.contains("Not yet"))
        #expect(
            run.errors.hasSuffix(
                """
                error: make has failed, and nothing is reloaded
                  fix: Fix the errors that it printed.

                """
            )
        )
        #expect(run.status == 1)
        #expect(try object.call("build") == 1)
        session.close()
    }

    @Test func `says that the program has the build already`() throws {
        let (session, _) = try program()

        let run = try dev(["notes", "--once"], session)

        #expect(run.output.hasSuffix("org.example.test: runs this build already\n"))
        #expect(run.status == 0)
        session.close()
    }

    @Test func `says that no program runs`() throws {
        let run = try dev(["notes", "--once"])

        #expect(
            run.output.hasSuffix(
                "org.example.test: no running program allows reloads (acceptsReloads)\n"
            )
        )
        #expect(run.errors == "")
        #expect(run.status == 1)
    }

    @Test func `builds again after each change of a file`() throws {
        let (session, object) = try program()
        let process = command(["notes"])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer {
            // Threads of Dispatch block the other signals, and the child inherits that.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for build in 2...4 {
            try object.call("add", 1)
            try edit("#define BUILD \(build)")
            let end = ContinuousClock.now + .seconds(60)
            while try object.call("build") != .integer(Int64(build)) {
                try #require(process.isRunning && ContinuousClock.now < end)
                turn(session)
            }
        }
        #expect(try object.call("add", 0) == 3)
        session.close()
    }

    @Test func `ignores files that each build writes, and misses no edit`() throws {
        var watch = ProjectWatcher(try PluginProject(project, buildCommand: nil))
        var builds = 0
        func build() throws {
            builds += 1
            try home.write("\(builds)".utf8, to: project + "/log.txt")
        }

        try watch.during(build)
        #expect(watch.hasChanged)
        watch.waitForChange()
        try watch.during {
            try build()
            // The author edits the file during the build.
            try edit("#define BUILD 2")
        }
        #expect(watch.hasChanged)
        watch.waitForChange()
        try watch.during(build)
        #expect(!watch.hasChanged)
        try edit("#define BUILD 3")
        #expect(watch.hasChanged)
    }

    @Test func `says that the program finds another file`() throws {
        let (session, _) = try program()
        let elsewhere = home.path + "/work/elsewhere"
        try FileManager.default.copyItem(atPath: project, toPath: elsewhere)
        try home.write("#define BUILD 7\n".utf8, to: elsewhere + "/build.h")

        let run = try dev(["elsewhere", "--once"], session)

        #expect(
            run.errors.hasPrefix(
                "error: The program finds another build of org.example.reloaded than the new"
                    + " one\n   at: \(project)/libnotes.so\n"
            )
        )
        #expect(run.status == 1)
        session.close()
    }

    @Test(arguments: [
        (["none", "--once"], "error: There is no such directory\n   at: none\n"),
        (
            ["../output", "--once"],
            "error: This is not a directory, or you may not read it\n   at: ../output\n"
        ),
        (
            ["."],
            """
            error: The directory has no known build file: Package.swift, \
            Cargo.toml, Makefile, CMakeLists.txt
               at: .

            """
        ),
        (
            [".", "--build", "true", "--once"],
            "error: No plugin is found where build tools put libraries\n   at: .\n"
        ),
    ])
    func `reports errors of a project`(arguments: [String], problem: String) throws {
        let run = try dev(arguments)

        #expect(run.errors.hasPrefix(problem))
        #expect(run.status == 1)
    }
}
