import Foundation
import TestSupport
import Testing

@Suite struct `The declarations of libpq` {
    @Test func `are those of PostgreSQL's header`() throws {
        let source = """
            #include <postgresql/libpq-fe.h>
            #include "restoration_libpq.h"
            _Static_assert(RESTORATION_PG_SQLSTATE == PG_DIAG_SQLSTATE, "");
            _Static_assert(RESTORATION_PG_MESSAGE == PG_DIAG_MESSAGE_PRIMARY, "");
            """
        let compilation = try compile(source)
        #expect(compilation.status == 0, "\(compilation.errors)")

        // The types and constants of our own, beside those of PostgreSQL's header.
        let header = try String(contentsOfFile: Self.header, encoding: .utf8)
        let names = header.matches(of: /(PGRES|CONNECTION|PQERRORS)_[A-Z_]+/).map { String($0.0) }
        #expect(Set(names).count == 12)
        let values = Set(names).sorted().map { "int value_of_\($0) = \($0);" }.joined(
            separator: "\n"
        )
        let sizes = ["PGnotify", "PQconninfoOption", "Oid", "ConnStatusType", "ExecStatusType"]
            .map { "int size_of_\($0) = sizeof(\($0));" }.joined(separator: "\n")
        let ours = try data("#include \"restoration_libpq.h\"\n\(values)\n\(sizes)")
        let theirs = try data("#include <postgresql/libpq-fe.h>\n\(values)\n\(sizes)")
        #expect(ours == theirs)
    }

    @Test func `fail to compile beside it when one differs`() throws {
        let source = """
            #include <postgresql/libpq-fe.h>
            #define PQsocket(connection) PQsocket(connection, int other)
            #include "restoration_libpq.h"
            """

        #expect(try compile(source).status != 0)
    }

    private static let header =
        Repository.root.appending(path: "Sources/Host/CPostgreSQL/include/restoration_libpq.h").path

    private func compile(_ source: String, to output: String = "/dev/null") throws
        -> FinishedProgram
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).c")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let folder = URL(filePath: Self.header).deletingLastPathComponent().path
        return try FinishedProgram(
            "/usr/bin/env",
            [
                "cc", "-std=gnu11", "-Wall", "-Werror", "-I", folder, "-S", "-o", output, file.path,
            ]
        )
    }

    /// The assembler's lines for the data of a source.
    private func data(_ source: String) throws -> [String] {
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: output) }
        let program = try compile(source, to: output.path)
        #expect(program.status == 0, "\(program.errors)")
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .map(String.init).filter { !$0.contains(".file") && !$0.contains(".ident") }
    }
}
