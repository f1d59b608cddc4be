import CRestorationSystem
import Glibc
import RestorationBindings
import RestorationKit

/// A plugin's effects on the process, besides its objects.
enum Footprint {
    /// The path of a file without symbolic links; `nil` if there is no such file.
    static func resolvedPath(of file: String) -> String? {
        // Invariant (realpath(3)): the result ends with NUL, and is ours to free.
        guard let path = unsafe realpath(file, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    static func threads() -> Int { entries(of: "/proc/self/task") }

    static func descriptors() -> Int { entries(of: "/proc/self/fd") }

    private static func entries(of directory: String) -> Int {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let opened = unsafe restoration_above_standard(open(directory, flags))
        guard let stream = unsafe fdopendir(opened) else { return 0 }
        defer { unsafe closedir(stream) }
        var count = 0
        // Invariant (readdir(3)): no entry is used after the next call.
        while unsafe readdir(stream) != nil { count += 1 }
        return count
    }

    /// The bytes allocated with `malloc` and not freed.
    static func allocatedBytes() -> Int {
        Int(restoration_allocated_bytes())
    }

    /// Polls a condition. Returns whether it became true within the limit.
    static func wait(_ limit: Duration, until condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            _ = poll(nil, 0, 2)
        }
        return true
    }

    /// Runs pending work until no object is awaited, or the limit has passed.
    static func wait(for session: RestorationSession, _ limit: Duration) {
        let end = ContinuousClock.now + limit
        repeat {
            var entry = pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0)
            // Invariant (poll(2)): one entry, which lives for the call.
            _ = unsafe poll(&entry, 1, 10)
            session.runPending()
        } while (session.report?.count(of: .awaited) ?? 0) > 0 && ContinuousClock.now < end
    }

    /// The first 200 bytes that a call writes to standard output and error.
    static func output(during body: () throws -> Void) throws -> [UInt8] {
        let file = try ToolRun.file()
        defer { close(file) }
        let others = [1, 2].map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        fflush(nil)
        dup2(file, 1)
        dup2(file, 2)
        defer {
            fflush(nil)
            dup2(others[0], 1)
            dup2(others[1], 2)
            others.forEach { close($0) }
        }
        try body()
        fflush(nil)
        var bytes = [UInt8](repeating: 0, count: 200)
        // Invariant (pread(2)): writes at most as many bytes as the buffer has.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(file, $0.baseAddress, $0.count, 0)
        }
        return Array(bytes.prefix(max(count, 0)))
    }
}

extension InterfaceProviding {
    func hasInterface(_ identifier: String) -> Bool {
        // The table itself is not read.
        unsafe interface(identifier) != nil
    }
}
