import Foundation
import TestSupport
import Testing

@Suite struct `A host in C` {
    /// The program of `Docs/Hosts/C.md`.
    @Test func `of the guide keeps the lines that the user has typed`() throws {
        let page = try Repository.text(of: "Docs/Hosts/C.md")
        let code = try #require(page.firstMatch(of: /```c\n((?:.|\n)*?)```/)).1
        let source = FileManager.default.temporaryDirectory
            .appending(path: "guide-\(UUID().uuidString).c")
        try Data(String(code).utf8).write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let desk = try HostProgram(inFile: source.path)
        defer { desk.remove() }

        let first = try desk.run(input: "one\ntwo\n")
        let second = try desk.killed { $0.hasPrefix("Start") }

        #expect(first.output == "Start number 1, 0 lines\n")
        #expect(second == ["Start number 2, 2 lines"])
    }

    @Test(arguments: [("epoll", ""), ("libuv", "libuv"), ("glib", "glib-2.0")])
    func `saves by itself in an event loop`(loop: String, library: String) throws {
        let found =
            library.isEmpty
            ? "" : try FinishedProgram("/usr/bin/env", ["pkg-config", "--cflags", library]).output
        let linked =
            library.isEmpty
            ? "" : try FinishedProgram("/usr/bin/env", ["pkg-config", "--libs", library]).output
        let flags = (found + linked).split { $0.isWhitespace }.map(String.init)
        let program = try HostProgram(
            "Docs/Examples/EventLoops/\(loop).c",
            // libuv's header needs more of POSIX than C11 has.
            flags: ["-D_GNU_SOURCE", "-Wl,--no-as-needed"] + flags
        )
        defer { program.remove() }

        let first = try program.killed(after: { $0 == "2 lines are saved" }, writing: "a\nb\n")
        let second = try program.killed(after: { $0 == "3 lines are saved" }, writing: "c\n")

        #expect(first.last == "2 lines are saved")
        #expect(second.last == "3 lines are saved")
    }

    @Test func `uses one source as a plugin and as its own class, both with a shape`() throws {
        let box = Repository.path("\(HostProgram.fixtures)/box.c")
        let program = try HostProgram("plugins.c", flags: [box])
        defer { program.remove() }
        let plugins = program.state.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        let compiled = try FinishedProgram(
            "/usr/bin/env",
            ["gcc", "-std=c11"] + HostProgram.strict + [
                "-DPLUGIN", "-shared", "-fPIC", "-fvisibility=hidden",
            ]
                + HostProgram.includes + [box, "-o", plugins.appending(path: "libbox.so").path]
        )
        try #require(compiled.status == 0, "\(compiled.errors)")

        let run = try program.run(environment: ["PLUGINS": plugins.path])

        #expect(run.output == "ok\n", "\(run.errors)")
    }

    private static let misuses = [
        "wrong-thread", "stale-handle", "closed", "forked", "two-sessions", "other-session",
        "sizes", "nulls", "identifiers", "reasons", "added-twice", "in-callback", "jumped",
        "changing-shape", "dropping-child", "key-is-gone", "disk-is-full",
    ]

    @Test(arguments: misuses)
    func `gets an error with a sentence for each misuse, and loses nothing`(name: String) throws {
        let program = try HostProgram("bad-input.c")
        defer { program.remove() }

        let run = try program.run([name])

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0)
    }

    @Test(arguments: [("exits", "after-exit"), ("never-closed", "after-never-closed")])
    func `learns in the next launch how it ended`(first: String, second: String) throws {
        let program = try HostProgram("bad-input.c")
        defer { program.remove() }

        let ended = try program.run([first])
        let next = try program.run([second])

        #expect(ended.output == "ok\n", "\(ended.errors)")
        #expect(next.output == "ok\n", "\(next.errors)")
    }

    @Test(arguments: ["lifetime.c", "containers.c", "session.c"])
    func `keeps lent and made objects as the header says`(source: String) throws {
        let program = try HostProgram(source)
        defer { program.remove() }

        let run = try program.run()

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0)
    }

    @Test func `can catch an exception that left a callback, and only close then`() throws {
        let program = try HostProgram("throws.cpp", compiler: "g++")
        defer { program.remove() }

        let run = try program.run()

        #expect(
            run.output == """
                The callback encode of Thrower was left by longjmp or an exception, so the session \
                is unusable
                ok

                """
        )
        #expect(run.status == 0, "\(run.errors)")
    }
}
