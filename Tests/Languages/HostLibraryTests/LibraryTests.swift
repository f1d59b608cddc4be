import Foundation
import TestSupport
import Testing

@Suite struct `The host library` {
    private static let headers = Repository.files(
        in: "Sources/Languages/C/include/restoration",
        endingWith: ".h"
    )

    @Test func `exports the functions that its headers declare, and nothing else`() throws {
        let declared = try Self.headers.flatMap { header in
            try Repository.text(of: header)
                .matches(of: /\nRESTORATION_API[^(;]*?[\s*](restoration_[a-z_]+)\(/).map {
                    String($0.1)
                }
        }
        let symbols = try FinishedProgram(
            "/usr/bin/env",
            [
                "nm", "-D", "--defined-only", "--extern-only",
                "\(HostProgram.library)/librestoration.so.0",
            ]
        )

        let exported = symbols.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").last.map(String.init)
        }

        let node = "RESTORATION_0"
        let names = exported.filter { !$0.hasPrefix(node) }
        #expect(declared.count > 70)
        #expect(names.sorted() == declared.map { "\($0)@@\(node)" }.sorted())
    }

    @Test func `has its soname, and needs no Swift on the machine`() throws {
        let dynamic = try FinishedProgram(
            "/usr/bin/env",
            ["readelf", "-d", "\(HostProgram.library)/librestoration.so.0"]
        ).output

        #expect(dynamic.contains("Library soname: [librestoration.so.0]"))
        #expect(!dynamic.contains("libswift"))
        #expect(!dynamic.contains("libFoundation"))
        #expect(!dynamic.contains("RUNPATH") || !dynamic.contains("/swift"))
    }

    @Test(arguments: ["gcc", "clang"], ["restore(session, 1)", "preserve(session)"])
    func `warns if nobody looks at a result`(compiler: String, call: String) throws {
        let source = """
            #include <restoration/session.h>
            void use(restoration_session *session) { restoration_session_\(call); }

            """

        let run = try check(source, by: [compiler, "c", "c11"])

        #expect(run.errors.contains("unused-result"), "\(run.errors)")
        #expect(run.status != 0)
    }

    @Test(
        arguments: ["session.h", "session_report.h", "session_testing.h", "plugin.h", "shape.h"],
        [
            ["gcc", "c", "c11"], ["clang", "c", "c11"], ["gcc", "c++", "c++17"],
            ["clang", "c++", "c++17"],
        ]
    )
    func `has headers without warnings`(header: String, compiler: [String]) throws {
        let line = "#include <restoration/\(header)>\n"

        let run = try check(line + line, by: compiler)

        #expect(run.errors == "")
        #expect(run.status == 0)
    }

    private func check(_ source: String, by compiler: [String]) throws -> FinishedProgram {
        let folder = try TemporaryFolder()
        let file = try folder.write(source, as: "source.c")
        return try FinishedProgram(
            "/usr/bin/env",
            [compiler[0], "-x", compiler[1], "-std=\(compiler[2])"]
                + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-c", "-o", "/dev/null"]
                + HostProgram.includes + [file.path]
        )
    }
}
