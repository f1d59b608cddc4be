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

    @Test(
        arguments: ["session.h", "session_report.h", "session_testing.h", "plugin.h", "shape.h"],
        [
            ["gcc", "c", "c11"], ["clang", "c", "c11"], ["gcc", "c++", "c++17"],
            ["clang", "c++", "c++17"],
        ]
    )
    func `has headers without warnings`(header: String, compiler: [String]) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "header-\(UUID().uuidString).c")
        defer { try? FileManager.default.removeItem(at: file) }
        let line = "#include <restoration/\(header)>\n"
        try Data((line + line).utf8).write(to: file)

        let run = try FinishedProgram(
            "/usr/bin/env",
            [compiler[0], "-x", compiler[1], "-std=\(compiler[2])"]
                + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
                + HostProgram.includes + [file.path]
        )

        #expect(run.errors == "")
        #expect(run.status == 0)
    }
}
