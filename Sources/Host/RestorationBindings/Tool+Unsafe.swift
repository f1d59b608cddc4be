internal import CRestorationSystem
internal import Glibc
package import RestorationDiscovery

/// A child process, run to its end.
package struct ToolRun {
    /// The contents of standard output.
    package let output: [UInt8]
    /// The contents of standard error.
    package let errors: String
    /// The exit status, or 128 plus the number of the signal that ended it.
    package let status: Int32
    /// Whether it was killed at its time limit.
    package let tookTooLong: Bool

    /// Runs a program found in `PATH`.
    ///
    /// - Parameters:
    ///   - arguments: The program's name first.
    ///   - input: The contents of standard input.
    ///   - limit: The time after which it is killed; `nil` for none.
    /// - Throws: ``ToolError`` if it cannot be started, or its status is unknown.
    package init(
        _ arguments: [String],
        input: String = "",
        limit: Duration? = nil
    ) throws(ToolError) {
        let status: Int32?
        do throws(SystemError) {
            // Files rather than pipes, which would need concurrent reading and writing.
            let files = [try Self.file(), try Self.file(), try Self.file()]
            defer { for file in files { close(file) } }
            try Self.write(Array(input.utf8), to: files[0])
            (status, tookTooLong) = try Self.run(arguments, files, limit)
            output = try Self.contents(of: files[1])
            errors = String(decoding: try Self.contents(of: files[2]), as: UTF8.self)
        } catch {
            throw .notStarted(arguments[0], error)
        }
        guard let status else { throw .statusUnknown(arguments[0]) }
        self.status = status
    }

    /// Runs a program found in `PATH`, with the streams of this process.
    ///
    /// - Returns: As ``status``.
    /// - Throws: ``ToolError`` if it cannot be started, or its status is unknown.
    package static func status(of arguments: [String]) throws(ToolError) -> Int32 {
        let status: Int32?
        do throws(SystemError) {
            status = try run(arguments, [0, 1, 2], nil).status
        } catch {
            throw .notStarted(arguments[0], error)
        }
        guard let status else { throw .statusUnknown(arguments[0]) }
        return status
    }

    /// An unnamed temporary file, closed on exec.
    package static func file() throws(SystemError) -> Int32 {
        var name = Array("\(temporaryDirectory)/restoration-XXXXXX".utf8CString)
        // Invariant (mkstemp(3), unlink(2)): the name ends with NUL, and has six X to be replaced.
        let file = unsafe restoration_above_standard(mkstemp(&name))
        guard file >= 0 else { throw .latest }
        unsafe unlink(name)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    /// The directory for temporary files.
    ///
    /// Semantic source: POSIX, `TMPDIR`. A privileged process ignores its environment, as in
    /// secure_getenv(3).
    private static var temporaryDirectory: String {
        guard restoration_process_is_privileged() == 0,
            // Invariant (getenv(3)): the result ends with NUL, and is valid until the variable
            // changes.
            let directory = unsafe getenv("TMPDIR").map({ unsafe String(cString: $0) }),
            directory.utf8.first == UInt8(ascii: "/")
        else { return "/tmp" }
        return directory
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Invariant (write(2)): reads as many bytes as the buffer has.
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe restoration_write(file, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .latest }
            rest = rest.dropFirst(count)
        }
        lseek(file, 0, SEEK_SET)
    }

    private static func contents(of file: Int32) throws(SystemError) -> [UInt8] {
        lseek(file, 0, SEEK_SET)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // Invariant (read(2)): writes as many bytes as the buffer has at most.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe read(file, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .latest }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// - Returns: `nil` for a status that the system discarded.
    private static func run(
        _ arguments: [String],
        _ files: [Int32],
        _ limit: Duration?
    ) throws(SystemError) -> (status: Int32?, tookTooLong: Bool) {
        var actions = unsafe posix_spawn_file_actions_t()
        // Invariant (posix_spawn_file_actions_init(3)): used between init and destroy only.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        }
        // Invariant (posix_spawnp(3)): the list ends with null and lives for the call, like its
        // texts.
        var texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let failure = unsafe posix_spawnp(&process, texts[0]!, &actions, nil, &texts, environ)
        guard failure == 0 else {
            errno = failure
            throw .latest
        }
        let tookTooLong = limit.map { !ends(process, within: $0) } ?? false
        if tookTooLong { kill(process, SIGKILL) }
        var status: Int32 = 0
        // Invariant (waitpid(2)): fills the value it is given.
        while unsafe waitpid(process, &status, 0) < 0 {
            // Semantic source: wait(2). If SIGCHLD is ignored, the program has ended by now.
            if errno == ECHILD { return (nil, tookTooLong) }
            guard errno == EINTR else { throw .latest }
        }
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, tookTooLong)
    }

    /// Waits until a process ends or its time is over. Before Linux 5.3 there is no limit.
    private static func ends(_ process: pid_t, within limit: Duration) -> Bool {
        let ending = restoration_end_descriptor(process)
        guard ending >= 0 else { return true }
        defer { close(ending) }
        let end = ContinuousClock.now + limit
        while true {
            let (seconds, attoseconds) = (end - ContinuousClock.now).components
            let rest = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
            var entry = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
            // Invariant (poll(2)): one entry, which lives for the call.
            if unsafe poll(&entry, 1, Int32(clamping: max(0, rest + 1))) > 0 { return true }
            if rest < 0 { return false }
        }
    }
}
