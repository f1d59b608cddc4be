import Foundation
import Glibc

/// Debian's PostgreSQL server in a short directory of its own, reached by a Unix socket alone.
///
/// As root, the server runs as the user `postgres`. It ends with this process, because a shell
/// waits for the end of a pipe.
package final class PostgreSQLServer: @unchecked Sendable {
    // Unchecked: a lock guards the process.

    /// A server that all tests of this process share, which nobody stops.
    package static let shared = Result { try PostgreSQLServer() }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The directory of the data and the socket.
    package let directory: String
    private let lock = NSLock()
    private var shell: Process?
    private var lifeline: Pipe?

    private static let programs = "/usr/lib/postgresql/15/bin"
    /// Makes and starts a server.
    ///
    /// - Parameter settings: Further lines of `postgresql.conf`, such as "fsync = on".
    package init(_ settings: String...) throws {
        // Sockets' paths have at most 107 bytes, and tests' directories are longer.
        var template = Array("/tmp/rk-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure("no directory") }
        directory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        if getuid() == 0, let user = unsafe getpwnam("postgres") {
            unsafe chown(directory, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        let initialisation = [
            "\(Self.programs)/initdb", "--pgdata", data, "--auth", "trust", "--username", "root",
            "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8",
        ]
        try Self.run(Self.unprivileged + initialisation)
        let lines =
            [
                "listen_addresses = ''", "unix_socket_directories = '\(directory)'",
                "fsync = off", "max_connections = 200", "log_statement = all",
                "log_min_messages = info",
                "log_line_prefix = '%d %a '",
            ] + settings
        try append(lines.map { $0 + "\n" }.joined(), to: "postgresql.conf")
        // The last line is for servers with an address.
        let access =
            "local all guarded scram-sha-256\nlocal all all trust\nhost all all samenet trust\n"
        try access.write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    package var data: String { directory + "/data" }
    package var socket: String { directory + "/.s.PGSQL.5432" }

    /// The connection string of a role; that of the administrator by default.
    package func connection(
        _ role: String = "root",
        database: String = "postgres",
        _ options: String = ""
    ) -> String { "host=\(directory) user=\(role) dbname=\(database) \(options)" }

    private func append(_ text: String, to file: String) throws {
        let path = "\(data)/\(file)"
        let old = try String(contentsOfFile: path, encoding: .utf8)
        try Data((old + text).utf8).write(to: URL(filePath: path))
    }

    /// The server's log, with all statements.
    package var log: String {
        get throws { try String(contentsOfFile: directory + "/log", encoding: .utf8) }
    }

    // MARK: Starting and ending

    /// Starts the server, and waits until it accepts connections.
    package func start() throws {
        stop()
        try lock.withLock {
            let script = """
                "$@" >>"$0/log" 2>&1 </dev/null & server=$!
                read -r line; kill -QUIT $server 2>/dev/null; wait $server
                [ "$line" = keep ] || rm -rf "$0"
                """
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", script, directory] + Self.unprivileged
                + ["\(Self.programs)/postgres", "-D", data]
            process.standardInput = pipe
            process.standardOutput = FileHandle.nullDevice
            // No other child may keep the pipe open.
            _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            try Self.lettingSignalsThrough { try process.run() }
            (shell, lifeline) = (process, pipe)
        }
        let deadline = Date.now + 60
        while (try? Self.run(["\(Self.programs)/pg_isready", "-q", "-h", directory])) == nil {
            guard Date.now < deadline else { throw Failure((try? log) ?? "no log") }
        }
    }

    /// Kills all processes of the server, as a crash of the machine does.
    package func kill() throws {
        try lock.withLock {
            let pid = try serverPID()
            let children = try? String(
                contentsOfFile: "/proc/\(pid)/task/\(pid)/children",
                encoding: .utf8
            )
            // The server first: it would restart the others.
            let pids = [pid] + (children ?? "").split(separator: " ").compactMap { pid_t($0) }
            for pid in pids { Glibc.kill(pid, SIGKILL) }
            while pids.contains(where: { !Self.hasEnded($0) }) { sched_yield() }
            try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
        }
    }

    private func serverPID() throws -> pid_t {
        let text = try String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
        guard let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw Failure("the server does not run")
        }
        return pid
    }

    private static func hasEnded(_ pid: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }

    /// Kills the server and starts it again.
    package func crash() throws {
        try kill()
        try start()
    }

    /// Ends the server at once, and keeps its data.
    package func stop() {
        lock.withLock {
            try? lifeline?.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8))
            try? lifeline?.fileHandleForWriting.close()
            shell?.waitUntilExit()
            (shell, lifeline) = (nil, nil)
        }
    }

    /// Threads of Dispatch block signals, and the shell waits for SIGCHLD.
    private static func lettingSignalsThrough(_ body: () throws -> Void) rethrows {
        var (none, former) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        try body()
    }

    // MARK: Statements

    /// Runs SQL as the administrator, and returns the output of psql without headings.
    @discardableResult
    package func sql(_ statements: String, database: String = "postgres") throws -> String {
        try Self.run([
            "\(Self.programs)/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h",
            directory, "-U", "root", "-d", database, "-c", statements,
        ])
    }

    /// Makes an empty database with a random name.
    package func newDatabase() throws -> String {
        let name = "d" + UUID().uuidString.filter { $0 != "-" }.lowercased()
        try sql("CREATE DATABASE \(name)")
        return name
    }

    private static let unprivileged =
        getuid() == 0
        ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : []

    @discardableResult
    package static func run(_ command: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        process.currentDirectoryURL = URL(filePath: "/")
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text) }
        return text.trimmingCharacters(in: .newlines)
    }
}
