import Foundation
import RestorationKit
import RestorationTesting
import Synchronization

/// The only object of the tests' program.
final class Note: Restorable {
    let restorationIdentifier: String? = "Note"
    weak var restorationParent: (any Restorable)?
    var text = ""

    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

let ada = RemotePerson("ada")!

extension MemoryServer {
    /// All rows.
    var rows: [RemoteEntry] { try! service().list(.all) }
}

/// A machine of a person: its state directory, its key, its clock and its connection.
final class Machine {
    let root = NSTemporaryDirectory() + "roaming-" + UUID().uuidString
    let clock = TestClock()
    let remote: MemoryRemoteStore
    let calls = Calls()

    /// Counts and hinders calls to the server.
    final class Calls: Sendable {
        private let state = Mutex((swaps: 0, swapFaults: [RemoteFault](), all: RemoteFault?.none))

        /// The attempts to replace a row.
        var swaps: Int { state.withLock { $0.swaps } }

        /// Hinders all calls until it is set to `nil`.
        func failAll(_ fault: RemoteFault?) { state.withLock { $0.all = fault } }
        func failNextSwap(_ fault: RemoteFault) { state.withLock { $0.swapFaults.append(fault) } }

        fileprivate func take(_ call: RemoteCall) -> RemoteFault? {
            state.withLock { state in
                guard case .swap = call else { return state.all }
                state.swaps += 1
                return state.swapFaults.isEmpty ? state.all : state.swapFaults.removeFirst()
            }
        }
    }

    /// - Parameter other: The machine from which the key is copied.
    init(_ server: MemoryServer, keyOf other: Machine? = nil) throws {
        remote = server.store(for: ada)
        remote.onCall { [calls] in calls.take($0) }
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        if let other { try copy("keys", of: other) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var state: String { root + "/state" }

    /// Replaces a directory by that of another machine.
    func copy(_ name: String, of other: Machine) throws {
        try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
        try FileManager.default.copyItem(atPath: "\(other.root)/\(name)", toPath: "\(root)/\(name)")
    }

    func options() -> RestorationOptions {
        var options = RestorationOptions()
        options.stateDirectory = state
        options.keyProvider = FileKeyProvider(directory: root + "/keys")
        options.clock = clock
        options.remote = remote
        options.savesAutomatically = false
        return options
    }

    /// Creates a session, which the test restores.
    func session(_ change: (inout RestorationOptions) -> Void = { _ in }) throws -> Launch {
        var options = options()
        change(&options)
        return try Launch(options, clock)
    }

    /// A session after its restore.
    func launch(_ change: (inout RestorationOptions) -> Void = { _ in }) throws -> Launch {
        let launch = try session(change)
        try launch.restore()
        return launch
    }
}

/// One launch of the program.
final class Launch {
    let session: RestorationSession
    let note = Note()
    private let clock: TestClock
    private(set) var notes: [String] = []

    init(_ options: RestorationOptions, _ clock: TestClock) throws {
        self.clock = clock
        session = try RestorationSession(application: "org.example.note", options: options)
        session.addRoot(note)
        session.onSave = { [unowned self] in notes += $0.notes.map(\.problem) }
    }

    @discardableResult
    func restore() throws -> String {
        notes += try session.restore().notes.map(\.problem)
        return note.text
    }

    /// Changes the text, and saves it on this machine.
    func type(_ text: String) throws {
        note.text = text
        session.invalidate(note)
        try session.preserveNow()
    }

    /// Lets the remote store do what is due now.
    func settle() { session.settleRemote() }

    /// Lets time pass, and the remote store do what is then due.
    func wait(_ seconds: Int) {
        clock.advance(by: .seconds(seconds))
        settle()
    }

    func close() { session.close() }
}
