internal import RestorationCore
internal import Synchronization

/// Messages of plugins, from any thread to a session's thread.
///
/// Handles contain the number of their mailbox, by which `invalidate` finds the session. A process
/// never reuses numbers or handles.
package final class PluginMailbox: Sendable {
    let thread = ThreadIdentity.current
    package let services: PluginServices
    /// Created for the first message, when Swift's runtime creates the type's metadata. Guarded,
    /// because messages come from any thread.
    private let box = Mutex<Mailbox<Mail>?>(nil)
    let number: UInt64
    private let lastHandle = Atomic<UInt64>(0)
    /// The object in creation or decoding: its changes are not reported.
    private let quietHandle = Atomic<UInt64>(0)
    /// The addresses of the host's tables, by interface name.
    let offers = Mutex<[String: UInt]>([:])

    /// Guarded, because handles are looked up on any thread.
    private let contextPlace = Mutex(ObjectPlace(of: nil))
    /// The reference of those that do not retain the mailbox.
    let reference: WeakMailbox

    struct Mail: Sendable {
        var invalidated: Set<UInt64> = []
        /// Handles of objects with new data.
        var arrived: Set<UInt64> = []
        var orphans: [any Orphan] = []
        /// Handles of objects that a binding's library has destroyed.
        var destroyed: Set<UInt64> = []
    }

    init(services: PluginServices) {
        self.services = services
        number = Self.registry.withLock { registry in
            registry.last += 1
            return registry.last
        }
        reference = WeakMailbox(number)
        reference.set(self)
        Self.registry.withLock { [reference] in $0.mailboxes.append(reference) }
    }

    deinit {
        // Before the memory is freed.
        reference.set(nil)
        Self.registry.withLock { $0.mailboxes.removeAll { $0.number == number } }
    }

    package var isOnThread: Bool { thread.isCurrent }

    /// `nil` on other threads.
    package var context: PluginContext? {
        isOnThread ? contextPlace.withLock { $0.object } as? PluginContext : nil
    }

    func attach(_ context: PluginContext) {
        let place = ObjectPlace(of: context)
        contextPlace.withLock { $0 = place }
    }

    /// The context is about to be deallocated.
    func detach() { contextPlace.withLock { $0 = ObjectPlace(of: nil) } }

    // MARK: Handles

    /// The number of a handle's bits that count the objects of one session.
    private static let counterBits: UInt64 = 40

    package func issueHandle() -> UInt64 {
        number << Self.counterBits | lastHandle.add(1, ordering: .relaxed).newValue
    }

    /// The number of a handle's mailbox, and the count of handles that it had issued.
    static func parts(of handle: UInt64) -> (mailbox: UInt64, counter: Int) {
        (handle >> counterBits, Int(handle & (1 << counterBits - 1)))
    }

    /// The mailbox that issued a handle; `nil` for an invalid handle, or one of an ended session.
    static func issuer(of handle: UInt64) -> PluginMailbox? {
        registry.withLock { registry in
            registry.mailboxes.first { $0.number == handle >> counterBits }?.mailbox
        }
    }

    private struct Registry: Sendable {
        var last: UInt64 = 0
        /// One for each session. A process has few.
        var mailboxes: [WeakMailbox] = []
    }

    /// Guarded, because sessions use many threads.
    private static let registry = Locked(Registry())

    /// Reports a change of an object from any thread. A stale handle is ignored.
    package static func postInvalidation(of handle: UInt64) {
        issuer(of: handle)?.invalidate(handle)
    }

    /// Reports an arrival for an object from any thread. A stale handle is ignored.
    package static func postArrival(of handle: UInt64) { issuer(of: handle)?.recordArrival(handle) }

    // MARK: Messages

    /// Runs `body` while ignoring changes of the object.
    package func ignoringChanges<Result>(
        of handle: UInt64,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = quietHandle.exchange(handle, ordering: .relaxed)
        defer { quietHandle.store(outer, ordering: .relaxed) }
        return try body()
    }

    package func invalidate(_ handle: UInt64) {
        if isOnThread, quietHandle.load(ordering: .relaxed) == handle { return }
        post { $0.invalidated.insert(handle) }
    }

    /// Restarts the hang timer. The session's thread.
    func recordProgress() { context?.recorder?.recordProgress() }

    /// Records an arrival for an object, which may precede its deferral.
    package func recordArrival(_ handle: UInt64) { post { $0.arrived.insert(handle) } }

    package func recordDestruction(_ handle: UInt64) { post { $0.destroyed.insert(handle) } }

    package func adopt(_ orphan: any Orphan) {
        post { $0.orphans.append(orphan) }
    }

    private func post(_ add: (inout Mail) -> Void) {
        let mail = box.withLock { box in
            let mail = box ?? Mailbox(Mail(), wakeUp: services.wakeUp)
            box = mail
            return mail
        }
        // Outside the lock, because posting may wake the session, which reads at once.
        mail.post(add)
    }

    var hasInvalidated: Bool { box.withLock { $0 }?.look { !$0.invalidated.isEmpty } ?? false }

    func take() -> Mail { box.withLock { $0 }?.take() ?? Mail() }
}

/// A reference that does not retain its mailbox. A class, because an array of structs would make
/// Swift's runtime create metadata in every launch.
final class WeakMailbox: Sendable {
    /// Guarded, because the mailbox ends on the thread that drops its last reference.
    private let place = Locked(ObjectPlace(of: nil))
    fileprivate let number: UInt64
    var mailbox: PluginMailbox? { place.withLock { $0.object } as? PluginMailbox }

    fileprivate init(_ number: UInt64) { self.number = number }

    fileprivate func set(_ mailbox: PluginMailbox?) {
        let new = ObjectPlace(of: mailbox)
        place.withLock { $0 = new }
    }
}

/// An object to be destroyed on the session's thread.
package protocol Orphan: Sendable {
    /// Destroys the object, once.
    func end()
}
