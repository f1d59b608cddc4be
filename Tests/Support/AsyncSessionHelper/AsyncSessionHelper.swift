import Dispatch
import Glibc
import RestorationKit

/// A program with an asynchronous main function, whose main actor moves to another thread after an
/// `await`.
///
/// ```
/// AsyncSessionHelper DIRECTORY PLUGINS
/// ```
///
/// Opens a session, and uses it and objects of a Swift plugin after an `await` and in a block on
/// the main queue. Prints whether the thread has changed, and the state that the next session
/// restores.
@main
struct AsyncSessionHelper {
    static func main() async throws {
        let thread = pthread_self()
        let program = try Program()
        try await program.work()
        print("moved \(thread != pthread_self())")
        let next = try Program()
        print("restored \(next.root.text) \(next.root.items.count)")
        next.session.close()
    }
}

@MainActor private final class Program {
    let root = Root()
    let session: RestorationSession

    init() throws {
        var options = RestorationOptions()
        options.privateDirectory = CommandLine.arguments[1]
        options.pluginDirectories = [CommandLine.arguments[2]]
        session = try RestorationSession(application: "org.example.app", options: options)
        session.addRoot(root)
        for entry in try session.restore().notRestored { print(entry) }
    }

    func work() async throws {
        root.items = [try session.make("Everything", under: root)]
        await leave()
        root.text = "typed"
        session.invalidate(root)
        try session.preserveNow()
        await leave()
        _ = try await session.preserve()
        root.items.append(try session.make("Bag", under: root))
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.turn() }
                continuation.resume()
            }
        }
        await leave()
        try session.preserveNow()
        session.close()
    }

    /// One turn of a main loop.
    private func turn() {
        root.invalidateRestorableState()
        session.runPending()
    }

    /// Suspends until another task has run.
    private func leave() async { await Task.detached {}.value }
}

private final class Root: Restorable {
    let restorationIdentifier: String? = "Root"
    var text = ""
    var items: [any Restorable] = []

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(text, forKey: "text")
        coder.encode(items, forKey: "items")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
        items = try coder.decodeReferences(forKey: "items")
    }
}
