import CRestorationSystem
import Glibc
import RestorationBindings
import RestorationKit

/// What a plugin leaves in the process beside its objects.
enum Footprint {
    /// The path of a file without links in it; `nil` where there is none.
    static func resolvedPath(of file: String) -> String? {
        // Invariant (realpath(3)): the result ends with NUL, and is ours to free.
        guard let path = unsafe realpath(file, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// How many threads the process has.
    static func threads() -> Int { entries(of: "/proc/self/task") }

    /// How many file descriptors are open.
    static func descriptors() -> Int { entries(of: "/proc/self/fd") }

    private static func entries(of directory: String) -> Int {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let opened = unsafe restoration_above_standard(open(directory, flags))
        guard let stream = unsafe fdopendir(opened) else { return 0 }
        defer { unsafe closedir(stream) }
        var count = 0
        // Invariant (readdir(3)): the entry is not kept beyond the next call.
        while unsafe readdir(stream) != nil { count += 1 }
        return count
    }

    /// The bytes that `malloc` has given out and that were not freed.
    static func allocatedBytes() -> Int {
        Int(restoration_allocated_bytes())
    }

    /// Waits until a condition holds, or the time is over. Returns whether it holds.
    static func wait(_ limit: Duration, until condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            _ = poll(nil, 0, 2)
        }
        return true
    }

    /// Waits until a plugin has said something to the session, and lets the session hear it.
    static func wait(for session: RestorationSession, _ limit: Duration) {
        let end = ContinuousClock.now + limit
        repeat {
            var entry = pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0)
            // Invariant (poll(2)): one entry, which lives for the call.
            _ = unsafe poll(&entry, 1, 10)
            session.runPending()
        } while (session.report?.count(of: .awaited) ?? 0) > 0 && ContinuousClock.now < end
    }

    /// What is written to standard output and error meanwhile.
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
    /// Whether the object has a table for an interface.
    func hasInterface(_ identifier: String) -> Bool {
        // Nobody looks into the table.
        unsafe interface(identifier) != nil
    }
}
