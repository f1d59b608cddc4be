import Foundation
import RestorationKit
import TestSupport
import Testing

/// Sessions in processes whose other code uses or closes descriptors. Each test is a separate
/// process.
@Suite struct `A session beside other users of descriptors` {
    @Test func `does not open files as closed standard streams`() async {
        await #expect(processExitsWith: .success) {
            let sandbox = Sandbox()
            for stream in 0..<3 { close(Int32(stream)) }
            unsafe setenv("RESTORATION_LOG_FILE", sandbox.root + "/log", 1)
            unsafe setenv("RESTORATION_LOG", "debug", 1)
            let session = try sandbox.session { $0.acceptsReloads = true }
            let root = Screen("Tabs")
            session.addRoot(root)
            try session.handleSignals([.terminate])
            try session.restore()
            root.title = "typed"
            try session.preserveNow()
            withExtendedLifetime(sandbox) {}
            // The test library may have opened descriptors here.
            for stream in 0..<3 where isOfSession(Int32(stream), in: sandbox) {
                _exit(Int32(10 + stream))
            }
            session.close()
        }
    }

    @Test func `does not write to files that reuse its descriptor numbers`() async {
        await #expect(processExitsWith: .success) {
            let log = CollectedLog()
            let (sandbox, session, root) = try restored { $0.logger = log.logger }

            let files = try exchangeDescriptors(of: session, in: sandbox)
            root.title = "typed"
            session.invalidate(root)
            session.runPending()
            let saved = try session.preserveNow()
            session.invalidator.invalidate()
            session.runPending()

            precondition(saved?.error == nil, "Nothing was saved")
            let isReported = saved?.notes.contains { $0.problem.contains("had closed the lock") }
            precondition(isReported == true, "The lock: \(saved?.notes ?? [])")
            let seen = log.messages.filter { $0.contains("has closed a descriptor of the session") }
            precondition(seen.count == 1, "\(log.messages)")
            session.close()
            for file in files {
                let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
                precondition(size == 0, "\(file) has \(size ?? -1) bytes")
            }
        }
    }

    @Test func `does not make the event loop spin, and still wakes it`() async {
        await #expect(processExitsWith: .success) {
            let (sandbox, session, _) = try restored()
            session.runPending()

            _ = try exchangeDescriptors(of: session, in: sandbox)

            session.runPending()
            session.runPending()
            precondition(!isReadable(session.fileDescriptor), "The loop would spin")
            session.invalidator.invalidate()
            precondition(isReadable(session.fileDescriptor), "Nothing wakes the loop")
            session.close()
            withExtendedLifetime(sandbox) {}
        }
    }

    @Test func `stops saving if another process has taken the lock meanwhile`() async {
        await #expect(processExitsWith: .success) {
            let (sandbox, session, root) = try restored()
            try session.preserveNow()

            _ = try exchangeDescriptors(of: session, in: sandbox)
            let other = try sandbox.session()

            root.title = "typed"
            do {
                try session.preserveNow()
                preconditionFailure("The session has saved without its lock")
            } catch StorageError.inUse {}
            other.close()
            try session.preserveNow()
            session.close()
            withExtendedLifetime(sandbox) {}
        }
    }

    @Test func `does not replace the save of another session made while the lock was closed`() async
    {
        await #expect(processExitsWith: .success) {
            let (sandbox, session, root) = try restored()
            root.title = "first"
            try session.preserveNow()

            _ = try exchangeDescriptors(of: session, in: sandbox)
            let other = try sandbox.session()
            let newer = Screen("Tabs")
            other.addRoot(newer)
            try other.restore()
            newer.title = "newer"
            let saved = try other.preserveNow()
            other.close()

            for title in ["typed", "typed again"] {
                root.title = title
                do {
                    try session.preserveNow()
                    preconditionFailure("The session has saved over the other one's state")
                } catch StorageError.savedByAnother(_, let generation) {
                    precondition(generation == saved?.generation, "\(generation)")
                }
            }
            session.close()
            let next = try sandbox.session()
            let restored = Screen("Tabs")
            next.addRoot(restored)
            try next.restore()
            precondition(restored.title == "newer", "\(restored.title)")
            next.close()
            withExtendedLifetime(sandbox) {}
        }
    }
}

/// A session of one screen after its restore.
private func restored(
    _ configure: (inout RestorationOptions) -> Void = { _ in }
) throws -> (Sandbox, RestorationSession, Screen) {
    let sandbox = Sandbox()
    let session = try sandbox.session(configure)
    let root = Screen("Tabs")
    session.addRoot(root)
    try session.restore()
    return (sandbox, session, root)
}

/// Replaces each of the session's descriptors by a new file, as a faulty plugin may do. Returns the
/// paths of the files. Waits until the reports are written: a file being written has a descriptor,
/// too, and each write takes the lock again if its descriptor was closed.
private func exchangeDescriptors(of session: RestorationSession, in sandbox: Sandbox) throws
    -> [String]
{
    let written = DispatchSemaphore(value: 0)
    session.saving.inBackground { written.signal() }
    written.wait()
    var files: [String] = []
    let open = (3..<256).filter { fcntl(Int32($0), F_GETFD) != -1 }.map(Int32.init)
    for number in open where isOfSession(number, in: sandbox) {
        let file = sandbox.root + "/file-\(number)"
        let opened = unsafe Glibc.open(file, O_RDWR | O_CREAT, 0o600)
        dup2(opened, number)
        close(opened)
        files.append(file)
    }
    return files
}

/// Whether a descriptor is a socket or a file in the sandbox. The test library owns all others.
private func isOfSession(_ number: Int32, in sandbox: Sandbox) -> Bool {
    let link = "/proc/self/fd/\(number)"
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
    return path.contains(sandbox.root) || path.hasPrefix("socket:")
}

private func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Invariant (poll(2)): one entry, which lives during the call.
    return unsafe poll(&entry, 1, 0) == 1
}
