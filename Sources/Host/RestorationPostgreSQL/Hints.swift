import RestorationStorage
import Synchronization

/// Sends hints to other programs and receives theirs, on a thread and a connection of its own.
///
/// A notification takes a lock that all transactions with notifications wait for, so a save never
/// contains one. The thread sends one for all saves of 100 ms.
final class Hints: Sendable {
    static let interval = Duration.milliseconds(100)
    /// Payloads have at most 8,000 bytes, and a digest has 17.
    private static let digestLimit = 400
    private static let allDigests = "*"

    private let pool: Pool
    private let wakeup: Wakeup
    /// Signalled when a notification was sent or the thread has ended.
    private let progress: Wakeup
    /// Guards the watches and the hints that are due.
    private let state = Mutex(State())

    private struct State {
        var watches: [UInt64: Watch] = [:]
        var nextNumber: UInt64 = 0
        /// Digests of the people whose rows were changed since the last notification.
        var changed: Set<String> = []
        var isRunning = false
        var isSending = false
        var isClosed = false
    }

    private struct Watch {
        /// `nil` for all people.
        let digest: String?
        let onHint: @Sendable () -> Void
    }

    init(_ pool: Pool) throws(RemoteError) {
        self.pool = pool
        wakeup = try Wakeup(place: pool.target.place)
        progress = try Wakeup(place: pool.target.place)
    }

    /// Sends a hint about a row soon.
    func rowChanged(_ key: RemoteKey) {
        let digest = Self.digest(.person(key.application, key.instance, key.person))
        let isNew = state.withLock { $0.changed.insert(digest ?? Self.allDigests).inserted }
        if isNew { start() }
    }

    func watch(_ prefix: RemotePrefix, _ onHint: @escaping @Sendable () -> Void) -> any RemoteWatch
    {
        let number = state.withLock { state in
            state.nextNumber += 1
            state.watches[state.nextNumber] = Watch(digest: Self.digest(prefix), onHint: onHint)
            return state.nextNumber
        }
        start()
        return HintWatch(self, number)
    }

    fileprivate func end(_ number: UInt64) {
        state.withLock { _ = $0.watches.removeValue(forKey: number) }
    }

    /// Ends the thread, after at most a second for the hints that are due: a program often saves
    /// right before it ends.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.signal()
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {
            let isBusy = state.withLock {
                $0.isRunning && ($0.isSending || !$0.changed.isEmpty)
            }
            guard isBusy else { return }
            progress.wait(orFor: -1, atMost: end - .now)
        }
    }

    private func start() {
        let mustStart = state.withLock { state in
            let mustStart = !state.isRunning && !state.isClosed
            state.isRunning = true
            return mustStart
        }
        guard mustStart else { return wakeup.signal() }
        // Without a thread there are no hints, and polling finds the changes.
        try? FrameworkThread { self.run() }.detach()
    }

    // MARK: The thread

    private func run() {
        var pause = Duration.seconds(1)
        while !isClosed {
            do throws(RemoteError) {
                let connection = try pool.open(until: .now + .seconds(10)).connection
                _ = try connection.run(Statement.listen, [], until: .now + .seconds(10))
                pause = .seconds(1)
                // Hints may have been missed before.
                give([Self.allDigests])
                try exchange(connection)
            } catch {
                // Hints are optional, and saves report the same failure.
                wait(pause)
                pause = min(pause * 2, .seconds(30))
            }
        }
        state.withLock { $0.isRunning = false }
        progress.signal()
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func exchange(_ connection: Connection) throws(RemoteError) {
        var earliest = ContinuousClock.now
        while true {
            give(try connection.notifications())
            let now = ContinuousClock.now
            let isDue = state.withLock { !$0.changed.isEmpty }
            guard isDue else {
                if isClosed { return }
                wakeup.wait(orFor: connection.socket, atMost: .seconds(60))
                continue
            }
            guard now >= earliest || isClosed else {
                wakeup.wait(orFor: connection.socket, atMost: earliest - now)
                continue
            }
            try send(on: connection)
            earliest = now + Self.interval
        }
    }

    private func send(on connection: Connection) throws(RemoteError) {
        let changed = state.withLock { state in
            defer { (state.changed, state.isSending) = ([], true) }
            return state.changed
        }
        defer {
            state.withLock { $0.isSending = false }
            progress.signal()
        }
        let payload =
            changed.count > Self.digestLimit
            ? Self.allDigests : changed.sorted().joined(separator: " ")
        _ = try connection.run(Statement.notify, [.text(payload)], until: .now + .seconds(10))
    }

    private func give(_ payloads: [String]) {
        let digests = Set(payloads.flatMap { $0.split(separator: " ") }.map(String.init))
        guard !digests.isEmpty else { return }
        let watches = state.withLock { Array($0.watches.values) }
        for watch in watches
        where watch.digest.map(digests.contains) ?? true || digests.contains(Self.allDigests) {
            watch.onHint()
        }
    }

    /// Waits even while hints are due.
    private func wait(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while !isClosed, ContinuousClock.now < end {
            wakeup.wait(orFor: -1, atMost: end - .now)
        }
    }

    /// Identifies a person without a name: every role may read notifications. FNV-1a.
    private static func digest(_ prefix: RemotePrefix) -> String? {
        guard case .person(let application, let instance, let person) = prefix else { return nil }
        let text = "\(application)/\(instance)/\(person)"
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

private final class HintWatch: RemoteWatch {
    private let hints: Hints
    private let number: UInt64

    init(_ hints: Hints, _ number: UInt64) {
        self.hints = hints
        self.number = number
    }

    deinit { cancel() }

    func cancel() { hints.end(number) }
}
