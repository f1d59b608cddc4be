import Foundation
import TestSupport
import Testing

@Suite struct `A host in C++` {
    /// The program of `Docs/Hosts/Cpp.md`.
    @Test func `of the guide brings its desk back after SIGKILL`() throws {
        let page = try Repository.text(of: "Docs/Hosts/Cpp.md")
        let code = try #require(page.firstMatch(of: /```cpp\n((?:.|\n)*?)```/)).1
        let folder = try TemporaryFolder()
        let desk = try HostProgram(inFile: folder.write(String(code), as: "desk.cpp").path)
        defer { desk.remove() }

        let first = try desk.killed(after: { $0 == "2 lines are saved" }, writing: "a\nb\n")
        let second = try desk.killed(after: { $0.hasPrefix("Start") })

        #expect(first.contains("Start number 1, 0 lines"))
        #expect(second.last == "Start number 2, 2 lines")
    }

    @Test func `uses one class as a container in a plugin and in itself`() throws {
        let source = Repository.path("\(HostProgram.fixtures)/Cpp/both.cpp")
        let program = try HostProgram(inFile: source)
        defer { program.remove() }
        let plugins = try TemporaryFolder()
        let compiled = try FinishedProgram(
            "/usr/bin/env",
            ["g++", "-std=c++17"] + HostProgram.strict + HostProgram.includes + [
                "-DPLUGIN", "-shared", "-fPIC", "-fvisibility=hidden", source, "-o",
                plugins.url.appending(path: "libbox.so").path,
            ]
        )
        try #require(compiled.status == 0, "\(compiled.errors)")

        let run = try program.run([plugins.url.path])

        #expect(run.output == "ok\n", "\(run.errors)")
    }

    private static let misuses = [
        "nul-inside", "durations", "identifiers", "lent-twice", "after-close", "threads", "forked",
        "exceptions", "exceptions-of-shapes", "exceptions-of-callbacks", "in-callbacks",
        "deleted-in-callback", "deleted-root", "methods",
    ]

    /// Built once.
    private static let badInput = Result {
        try HostProgram("Tests/Fixtures/Hosts/Cpp/bad-input.cpp")
    }

    @Test(arguments: misuses)
    func `gets an error with a sentence for each misuse, and loses nothing`(name: String) throws {
        let state = try TemporaryFolder()

        let run = try Self.badInput.get().run([name], environment: ["STATE": state.url.path])

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0)
    }

    @Test func `ends with a sentence where another thread deletes a lent object`() throws {
        let state = try TemporaryFolder()

        let run = try Self.badInput.get()
            .run(["deleted-elsewhere"], environment: ["STATE": state.url.path])

        let problem =
            "The function was called from another thread than the one that opened the session"
        #expect(run.errors.hasPrefix("error: \(problem)\n"), "\(run.errors)")
        #expect(run.status == SIGABRT)
    }

    @Test func `is clean under AddressSanitizer`() throws {
        let program = try HostProgram(
            "Tests/Fixtures/Hosts/Cpp/bad-input.cpp",
            flags: ["-fsanitize=address"]
        )
        defer { program.remove() }

        for name in Self.misuses where name != "forked" {
            let state = try TemporaryFolder()
            // The leaks of the library are valgrind's to find.
            let run = try program.run(
                [name],
                environment: ["STATE": state.url.path, "ASAN_OPTIONS": "detect_leaks=0"]
            )
            #expect(run.output == "ok\n", "\(name): \(run.errors)")
        }
    }
}
