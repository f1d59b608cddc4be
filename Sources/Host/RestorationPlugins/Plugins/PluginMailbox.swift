internal import RestorationCore
internal import Synchronization

/// What plugins tell a session from any thread, until the session's thread takes it.
///
/// Handles carry the number of their mailbox, so that a plugin's `invalidate` finds the session
/// whose object it names. Neither numbers nor handles are ever used twice in a process.
package final class PluginMailbox: Sendable {
    /// The thread of the session.
    let thread = ThreadIdentity.current
    package let services: PluginServices
    /// Made for the first mail, because Swift's runtime makes its type then. Guarded, because mail
    /// comes from any thread.
    private let box = Mutex<Mailbox<Mail>?>(nil)
    fileprivate let number: UInt64
    private let lastHandle = Atomic<UInt64>(0)
    /// The object that is just being created or decoded: what it says of changes is not news.
    private let quietHandle = Atomic<UInt64>(0)
    /// The tables that the host offers to plugins, as addresses, by the names of their interfaces.
    let offers = Mutex<[String: UInt]>([:])

    /// Guarded, because handles are looked up on any thread.
    private let contextBox = Mutex(WeakContext())

    /// Invariant of `@unchecked Sendable`: the context is given out on its own thread alone.
    private struct WeakContext: @unchecked Sendable {
        weak var context: PluginContext?
    }

    struct Mail: Sendable {
        var invalidated: Set<UInt64> = []
        /// What these wait for is there.
        var arrived: Set<UInt64> = []
        var orphans: [any Orphan] = []
        /// The library behind a binding has destroyed these.
        var destroyed: Set<UInt64> = []
    }

    init(services: PluginServices) {
        self.services = services
        number = Self.registry.withLock { registry in
            registry.last += 1
            return registry.last
        }
        let reference = WeakMailbox(self)
        Self.registry.withLock { $0.mailboxes.append(reference) }
    }

    deinit {
        Self.registry.withLock { $0.mailboxes.removeAll { $0.number == number } }
    }

    package var isOnThread: Bool { thread.isCurrent }

    /// What the session's plugin objects share; `nil` away from its thread.
    package var context: PluginContext? {
        isOnThread ? contextBox.withLock { $0 }.context : nil
    }

    func attach(_ context: PluginContext) {
        let box = WeakContext(context: context)
        contextBox.withLock { $0 = box }
    }

    // MARK: Handles

    /// How many of a handle's bits count the objects of one session.
    private static let counterBits: UInt64 = 40

    /// A name for an object that is about to be created.
    package func issueHandle() -> UInt64 {
        number << Self.counterBits | lastHandle.add(1, ordering: .relaxed).newValue
    }

    /// The mailbox that issued a handle; `nil` for a handle that is made up, or of a session that
    /// has ended.
    static func issuer(of handle: UInt64) -> PluginMailbox? {
        registry.withLock { registry in
            registry.mailboxes.first { $0.number == handle >> counterBits }?.mailbox
        }
    }

    private struct Registry: Sendable {
        var last: UInt64 = 0
        /// One for each session, of which a process has one or a few.
        var mailboxes: [WeakMailbox] = []
    }

    /// All mailboxes of the process by number. Guarded, because sessions live on many threads.
    private static let registry = Locked(Registry())

    // MARK: Messages

    /// Runs `body`, during which the object is not taken to have changed.
    package func whileQuiet<Result>(_ handle: UInt64, _ body: () throws -> Result) rethrows
        -> Result
    {
        let outer = quietHandle.exchange(handle, ordering: .relaxed)
        defer { quietHandle.store(outer, ordering: .relaxed) }
        return try body()
    }

    /// Takes note that an object has changed.
    package func invalidate(_ handle: UInt64) {
        if isOnThread, quietHandle.load(ordering: .relaxed) == handle { return }
        post { $0.invalidated.insert(handle) }
    }

    /// What is running gets on. The session's thread.
    func noteProgress() { contextBox.withLock { $0 }.context?.recorder?.noteProgress() }

    /// Takes note that what an object waits for is there. It may not have said so yet.
    package func noteArrival(_ handle: UInt64) { post { $0.arrived.insert(handle) } }

    /// Takes note that a library has destroyed an object by itself.
    package func noteDestruction(_ handle: UInt64) { post { $0.destroyed.insert(handle) } }

    /// Takes in an object that was given up on another thread.
    package func adopt(_ orphan: any Orphan) {
        post { $0.orphans.append(orphan) }
    }

    private func post(_ add: (inout Mail) -> Void) {
        let mail = box.withLock { box in
            let mail = box ?? Mailbox(Mail(), wakeUp: services.wakeUp)
            box = mail
            return mail
        }
        // Outside of the lock: it may wake the session, which may look into the mailbox at once.
        mail.post(add)
    }

    /// Whether an object has changed since the last time.
    var hasInvalidated: Bool { box.withLock { $0 }?.look { !$0.invalidated.isEmpty } ?? false }

    /// Everything that has arrived since the last time.
    func take() -> Mail { box.withLock { $0 }?.take() ?? Mail() }
}

/// A mailbox that nothing is kept alive by. An object: Swift's runtime makes the types of arrays of
/// values when they are first used, which is on the way of every launch.
final class WeakMailbox: Sendable {
    weak let mailbox: PluginMailbox?
    fileprivate let number: UInt64

    init(_ mailbox: PluginMailbox) {
        self.mailbox = mailbox
        number = mailbox.number
    }
}

/// What has to be ended on the session's thread, wherever the host let go of it.
package protocol Orphan: Sendable {
    /// Ends it, once.
    func end()
}
