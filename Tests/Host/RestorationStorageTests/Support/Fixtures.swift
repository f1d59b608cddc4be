import Glibc
import RestorationCore
import Synchronization

@testable import RestorationStorage

extension ApplicationIdentifier {
    static let example = ApplicationIdentifier("org.example.petfinder")!
    /// The application of the helper program.
    static let helper = ApplicationIdentifier("org.example.helper")!
}

/// Returns the same key each time, unless it is set to fail.
struct FixedKey: KeyProvider {
    var key = FixedKey.usual
    var failure: StorageError?

    static let usual = ArchiveKey(bytes: Array(1...32))!
    static let other = ArchiveKey(bytes: Array(2...33))!

    func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey {
        if let failure { throw failure }
        return key
    }
}

/// 2026-10-03 14:05:09.123456 UTC.
let someTime = Timestamp(seconds: 1_791_036_309, nanoseconds: 123_456_789)!

extension StorageConditions {
    /// Small pieces, so that a few bytes make several, and a clock that stands still.
    static var small: StorageConditions {
        var conditions = StorageConditions()
        conditions.pieceSize = 16
        conditions.now = { someTime }
        return conditions
    }
}

extension Scratch {
    /// A store in this directory's `state`.
    func store(
        of application: ApplicationIdentifier = .example,
        keys: any KeyProvider = FixedKey(),
        conditions: StorageConditions = .small
    ) -> ArchiveStore {
        ArchiveStore(
            application: application,
            directory: "\(path)/state",
            keys: keys,
            conditions: conditions
        )
    }

    /// An opened store in this directory's `state`.
    func openStore(
        keys: any KeyProvider = FixedKey(),
        conditions: StorageConditions = .small
    ) throws -> ArchiveStore {
        let store = store(keys: keys, conditions: conditions)
        _ = try store.open()
        return store
    }

    /// Saves texts in turn, as one launch does, and closes the store.
    func save(_ texts: String...) throws {
        let store = try openStore()
        for text in texts { try store.commit(Array(text.utf8), as: store.nextGeneration()) }
        store.close()
    }

    /// The outcome of the next launch's opening.
    func relaunch(checking check: OpeningCheck = .footer) throws -> OpenOutcome {
        try store().open(checking: check)
    }
}

extension OpenOutcome {
    /// The saved text; `nil` without an archive.
    var text: String? {
        guard case .opened(let archive, _) = self else { return nil }
        return try? String(decoding: archive.readAll(), as: UTF8.self)
    }

    var generation: UInt64? {
        guard case .opened(let archive, _) = self else { return nil }
        return archive.generation
    }

    /// The files set aside.
    var setAside: [SetAsideFile] {
        switch self {
        case .opened(_, let files), .startedFresh(let files): files
        default: []
        }
    }

    var isNothingSaved: Bool {
        if case .nothingSaved = self { true } else { false }
    }

    var isStartedFresh: Bool {
        if case .startedFresh = self { true } else { false }
    }
}

/// Records the steps of a store, and makes some of them fail.
final class Steps: Sendable {
    private let state = Mutex<(seen: [StorageStep], failing: [StorageStep: Int32])>(([], [:]))

    var seen: [StorageStep] { state.withLock { $0.seen } }

    func fail(_ step: StorageStep, with code: Int32?) {
        state.withLock { $0.failing[step] = code }
    }

    func forget() {
        state.withLock { $0.seen = [] }
    }

    var conditions: StorageConditions {
        var conditions = StorageConditions.small
        conditions.before = { step throws(SystemError) in
            let code: Int32? = self.state.withLock {
                $0.seen.append(step)
                return $0.failing[step]
            }
            if let code { throw SystemError(code: code) }
        }
        return conditions
    }
}
