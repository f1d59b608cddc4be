import Foundation
import RestorationInvocation
import RestorationKit
import Testing

/// A connection, used by a program that knows nothing of bindings.
private struct Database {
    static let library = NativeLibrary("libsqlite3.so.0")
    let connection: InvocationValue

    init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer = unsafe pointer else { return nil }
        connection = .object(UInt(bitPattern: pointer))
    }

    func execute(_ sql: String) {
        let code = Self.library!.call(
            "sqlite3_exec(object, string, pointer?, pointer?, pointer?) -> int32",
            [connection, .string(sql), .null, .null, .null]
        )
        #expect(code == .integer(0), "\(sql)")
    }

    /// The first column of the first row.
    func value(_ sql: String) -> String? {
        let prepared = Self.library!.invoke(
            "sqlite3_prepare_v2(object, string, int32, out object? statement, pointer?) -> int32",
            [connection, .string(sql), .integer(-1), .null]
        )
        guard prepared.result == .integer(0) else { return nil }
        let statement = prepared.outputs[0]
        Self.library!.call("sqlite3_step(object) -> int32", [statement])
        let text = Self.library!.call(
            "sqlite3_column_text(object, int32) -> string?",
            [statement, .integer(0)]
        )
        Self.library!.call("sqlite3_finalize(object) -> int32", [statement])
        guard case .string(let text) = text else { return nil }
        return text
    }
}

@Suite(.enabled(if: Database.library != nil, "libsqlite3.so.0 is not installed"))
struct `Connections to SQLite` {
    @Test func `are open again after a SIGKILL, with their attached databases and settings`()
        async throws
    {
        let program = try KilledProgram()
        defer { program.remove() }

        await #expect(processExitsWith: .signal(SIGKILL)) { [program = program as KilledProgram] in
            try program.run(root: "Desk") { session, desk, _ in
                desk.items = [
                    try session.make(
                        "sqlite:cats",
                        under: desk,
                        parameters: ["file": .string(program.directory + "/cats.db")]
                    )
                ]
                let database = try #require(
                    unsafe Database(session.nativeObject(of: desk.items[0]))
                )
                database.execute("CREATE TABLE cats(name)")
                database.execute("ATTACH '\(program.directory)/dogs.db' AS dogs")
                database.execute("ATTACH ':memory:' AS scratch")
                database.execute("CREATE TABLE dogs.dogs AS SELECT 'Rex' AS name")
                database.execute("PRAGMA foreign_keys = ON")
                database.execute("PRAGMA cache_size = 123")
                database.execute("PRAGMA busy_timeout = 777")
                try session.preserveNow()
                kill(getpid(), SIGKILL)
            }
        }

        await #expect(processExitsWith: .success) { [program = program as KilledProgram] in
            try program.run(root: "Desk") { session, desk, report in
                #expect(report.entries.allSatisfy { $0.outcome == .restored && $0.reason == nil })
                let database = try #require(
                    unsafe Database(session.nativeObject(of: desk.items[0]))
                )
                #expect(database.value("SELECT count(*) FROM cats") == "0")
                #expect(database.value("SELECT name FROM dogs.dogs") == "Rex")
                #expect(database.value("SELECT count(*) FROM scratch.sqlite_schema") == "0")
                #expect(database.value("PRAGMA foreign_keys") == "1")
                #expect(database.value("PRAGMA cache_size") == "123")
                #expect(database.value("PRAGMA busy_timeout") == "777")
            }
        }
    }

    @Test func `report each commit`() throws {
        let program = try KilledProgram()
        defer { program.remove() }
        try program.run(root: "Desk") { session, desk, _ in
            let made = try session.make(
                "sqlite:cats",
                under: desk,
                parameters: ["file": .string(program.directory + "/cats.db")]
            )
            desk.items = [made]
            try session.preserveNow()
            session.runPending()
            #expect(session.nextDeadline == nil)
            let database = try #require(unsafe Database(session.nativeObject(of: made)))

            database.execute("CREATE TABLE cats(name)")
            session.runPending()

            #expect(session.nextDeadline != nil)
            // The hook allows the transaction to commit.
            #expect(database.value("SELECT count(*) FROM cats") == "0")
        }
    }

    @Test func `say why they cannot be opened`() throws {
        let program = try KilledProgram()
        defer { program.remove() }
        try program.run(root: "Desk") { session, desk, _ in
            let error = #expect(throws: (any Error).self) {
                try session.make(
                    "sqlite:cats",
                    under: desk,
                    parameters: ["file": .string(program.directory + "/nowhere/cats.db")]
                )
            }

            #expect(
                error.map { Diagnosis($0).problem }
                    == "org.sqlite.connections failed to create Connection: sqlite3_errcode failed"
                    + " with 14 (unable to open database file)"
            )
        }
    }
}

@Suite(.enabled(if: Gzip.library != nil, "libz.so.1 is not installed"))
struct `Readers of gzip files` {
    @Test func `continue after a SIGKILL where they were`() async throws {
        let program = try KilledProgram()
        defer { program.remove() }
        let file = program.directory + "/story.gz"
        Gzip.write((0..<100_000).map { "line \($0)\n" }.joined(), to: file)

        await #expect(processExitsWith: .signal(SIGKILL)) { [program = program as KilledProgram] in
            try program.run(root: "gzip") { session, shelf, _ in
                shelf.items = [
                    try session.make(program.directory + "/story.gz", under: shelf)
                ]
                let reader = unsafe UInt(bitPattern: session.nativeObject(of: shelf.items[0]))
                for _ in 0..<70_000 { _ = Gzip.readLine(reader) }
                try session.preserveNow()
                kill(getpid(), SIGKILL)
            }
        }

        await #expect(processExitsWith: .success) { [program = program as KilledProgram] in
            try program.run(root: "gzip") { session, shelf, report in
                #expect(report.entries.allSatisfy { $0.outcome == .restored })
                let reader = unsafe UInt(bitPattern: session.nativeObject(of: shelf.items[0]))
                #expect(Gzip.readLine(reader) == "line 70000\n")
            }
        }
    }

    @Test func `are retained with a reason while their file is missing`() async throws {
        let program = try KilledProgram()
        defer { program.remove() }
        let file = program.directory + "/story.gz"
        Gzip.write("once upon a time\nthere was\n", to: file)
        try program.run(root: "gzip") { session, shelf, _ in
            shelf.items = [try session.make(file, under: shelf)]
            _ = Gzip.readLine(unsafe UInt(bitPattern: session.nativeObject(of: shelf.items[0])))
            try session.preserveNow()
        }

        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        try program.run(root: "gzip") { session, _, report in
            #expect(
                report.entries.compactMap(\.reason?.problem)
                    == [
                        "org.zlib.readers failed to create Reader: gzopen failed: No such file or"
                            + " directory (2)"
                    ]
            )
            try session.preserveNow()
        }
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)

        try program.run(root: "gzip") { session, shelf, _ in
            let reader = unsafe UInt(bitPattern: session.nativeObject(of: shelf.items[0]))
            #expect(Gzip.readLine(reader) == "there was\n")
        }
    }
}

/// Compressed files, written and read as a program would.
private enum Gzip {
    static let library = NativeLibrary("libz.so.1")

    static func write(_ text: String, to file: String) {
        let writer = library!.call(
            "gzopen(string, string) -> object",
            [.string(file), .string("wb")]
        )
        library!.call("gzputs(object, string) -> int32", [writer, .string(text)])
        library!.call("gzclose(object) -> int32", [writer])
    }

    static func readLine(_ reader: UInt) -> String? {
        let line = library!.invoke(
            "gzgets(object, inout bytes(int32) line) -> pointer?",
            [.object(reader), .bytes(Array(repeating: 0, count: 64))]
        )
        guard case .bytes(let bytes?) = line.outputs[0] else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
