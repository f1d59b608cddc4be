import Foundation
import TestSupport
import Testing

@Suite struct `A host in Rust` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The blocks of `Docs/Hosts/Rust.md` are one program.
    @Test func `of the guide brings its desk back after SIGKILL`() throws {
        let blocks = try Repository.text(of: "Docs/Hosts/Rust.md")
            .matches(of: /```rust\n((?:.|\n)*?)```/).map { String($0.output.1) }
        let source = try folder.write(blocks.joined(separator: "\n"), as: "desk.rs")
        // The blocks after the first define functions that it does not call.
        let desk = try HostProgram(inFile: source.path, flags: ["-A", "dead_code"])
        defer { desk.remove() }

        let first = try desk.killed(after: { $0.hasPrefix("Start") })
        let second = try desk.run(input: "half-typed\n")
        let third = try desk.killed(after: { $0.hasPrefix("Start") })

        #expect(first == ["Start number 1, 0 lines"])
        #expect(second.output == "Start number 2, 0 lines\n")
        #expect(second.errors == "")
        #expect(third == ["Start number 3, 1 lines"])
    }

    /// The tests of `checks.rs`, built once.
    private static let checks = Result {
        try HostProgram("Tests/Fixtures/Hosts/Rust/checks.rs", flags: ["--test"])
    }

    @Test func `gets errors instead of traps, and loses nothing through a panic`() throws {
        let crate = folder.url.appending(path: "shelf")
        try RustCompiler.prepare(
            crate,
            with: Repository.path("\(HostProgram.fixtures)/Plugins/shelf.rs")
        )
        try RustCompiler.run(["main.rs", "--crate-type", "cdylib", "-o", "libshelf.so"], in: crate)

        let run = try Self.checks.get()
            .run(environment: ["STATE": folder.url.path, "PLUGINS": crate.path])

        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("test result: ok"))
    }

    @Test func `has the layouts of the C headers`() throws {
        let printed = try Self.checks.get().run(["prints_layouts", "--nocapture"]).output
            .split(separator: "\n").filter { $0.hasPrefix("layout ") }
        let structures = try Repository.text(of: "Tests/Fixtures/Hosts/Rust/checks.rs")
            .matches(of: /layout!\("(\w+)", [\w:]+, ([\w\s]+)\);/)
        let lines = structures.map { structure in
            let name = structure.output.1
            let fields = structure.output.2.split { $0.isWhitespace }
            let offsets = fields.map { ", offsetof(restoration_\(name), \($0))" }.joined()
            let format = String(repeating: " %zu", count: fields.count + 1)
            return "printf(\"layout \(name)\(format)\\n\", sizeof(restoration_\(name))\(offsets));"
        }
        let source = try folder.write(
            """
            #include <restoration/session_report.h>
            #include <restoration/session_testing.h>
            int main(void) {
            \(lines.joined(separator: "\n"))
            }
            """,
            as: "layouts.c"
        )
        let inC = try HostProgram(inFile: source.path)
        defer { inC.remove() }

        #expect(lines.count == 16)
        #expect(try inC.run().output.split(separator: "\n") == printed)
    }

    @Test func `cannot take a session or an object to another thread`() throws {
        let crate = folder.url.appending(path: "crate")
        try RustCompiler.prepare(crate)
        let library = "pub mod restoration;\npub mod session;\n"
        try Data(library.utf8).write(to: crate.appending(path: "lib.rs"))
        let named = ["lib.rs", "--crate-name", "restoration"]
        try RustCompiler.run(named + ["--crate-type", "rlib"], in: crate)
        let using = ["--extern", "restoration=librestoration.rlib"]
        let blocks = try RustCompiler.sources.map { try Repository.text(of: $0) }.joined()
            .matches(of: /``` ?compile_fail[^\n]*\n((?:.|\n)*?)\/\/\/ ```/)
            .map { $0.output.1.replacing(/(?m)^\/\/\/ (# )?/, with: "") }

        #expect(blocks.count == 3)
        for block in blocks {
            try Data(block.utf8).write(to: crate.appending(path: "block.rs"))
            let refused = #expect(throws: HostProgram.Failure.self) {
                try RustCompiler.run(["block.rs", "--crate-type", "lib"] + using, in: crate)
            }
            let errors = (refused?.description ?? "").split(separator: "\n")
                .filter { $0.hasPrefix("error[") }
            #expect(!errors.isEmpty)
            #expect(errors.allSatisfy { $0.hasSuffix("between threads safely") }, "\(errors)")
        }
        let documented = try FinishedProgram(
            "/usr/bin/rustdoc",
            ["--test"] + named + using + RustCompiler.options,
            in: crate
        )
        #expect(documented.output.contains("3 passed; 0 failed"), "\(documented.output)")
    }
}
