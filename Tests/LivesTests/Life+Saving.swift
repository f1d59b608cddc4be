import RestorationTesting
import TestSupport

/// Saves that the user or the clock starts, and deferred objects and state.
extension Life {
    func performLater(
        _ event: Event,
        _ random: inout SeededGenerator
    ) throws -> [Int]? {
        switch event {
        case .save: try save(.succeeds)
        case .saveTwice: return try saveTwice() ? [] : nil
        case .autosave: launch!.advance(by: .seconds(2))
        case .failedSave: try save(.failsBefore)
        case .lateFailure: try save(.failsAfter)
        case .failedEncode: return try failToEncode(&random)
        case .arrive: return arrive(&random)
        case .ready: return becomeReady(&random)
        case .load: return load(&random)
        case .wait:
            guard !tickets.isEmpty else { return nil }
            recordOpen()
            launch!.advance(by: .seconds(40))
            takeArrivals()
        default: return nil
        }
        applyDurableSaves()
        return []
    }

    func save(_ commit: LifeStore.Commit) throws {
        store.plan(commit)
        defer { store.plan(.succeeds) }
        do {
            try session.preserveNow()
            checkIsTried()
        } catch let error as StorageError {
            if commit == .succeeds { throw error }
            failedTry = store.tried
        }
    }

    /// The next save after a failed one must write, even without changes, because the failed save
    /// left the disk in an unknown state. The session may have repeated the save by itself.
    func checkIsTried() {
        if failedTry == store.tried {
            note(.failure, "A save after one that has failed writes nothing")
        }
        failedTry = nil
    }

    /// Saves an unchanged program repeatedly. From the second save on, nothing is written.
    func saveTwice() throws -> Bool {
        guard store.durableCount > 0 else { return false }
        try save(.succeeds)
        applyDurableSaves()
        let (tried, generation) = (store.tried, disk.generation)
        try save(.succeeds)
        if store.tried > tried || disk.generation != generation {
            note(.idleness, "A save of an unchanged program writes")
        }
        return true
    }

    private func failToEncode(_ random: inout SeededGenerator) throws -> [Int]? {
        let pages = visible.filter { page in
            page.className != nil && page.hasState && !takenOver.contains(page.token)
        }
        let failing = pages.filter { _ in random.chance(25) }.map(\.token)
        guard !failing.isEmpty else { return nil }
        failingEncodes = Set(failing)
        try save(.succeeds)
        applyDurableSaves()
        failingEncodes = []
        return failing
    }

    // MARK: Arriving

    private func arrive(_ random: inout SeededGenerator) -> [Int]? {
        let tokens = tickets.keys.sorted().filter { token in
            guard let kind = expected.items[token]?.kind else { return false }
            return launchFaults.fault(of: token, kind) { false } == .awaited(arrives: true)
                && !arrived.contains(token)
        }
        guard let token = random.pick(tokens) else { return nil }
        recordOpen()
        arrived.insert(token)
        tickets[token]!.arrive()
        launch!.settle()
        takeArrivals()
        return [token]
    }

    private func becomeReady(_ random: inout SeededGenerator) -> [Int]? {
        let pages = visible.filter { page in
            launchFaults.fault(of: page.token, page.kind) { false } == .notYet(isReadyLater: true)
                && !arrived.contains(page.token)
        }
        guard let page = random.pick(pages) else { return nil }
        recordOpen()
        arrived.insert(page.token)
        session.applyAwaitedState(to: page)
        takeArrivals()
        return [page.token]
    }

    private func load(_ random: inout SeededGenerator) -> [Int]? {
        let forms = visible.compactMap { $0 as? Form }.filter { $0.elements == nil }
        guard let form = random.pick(forms) else { return nil }
        form.load()
        session.applyAwaitedState(to: form)
        return [form.token]
    }

    private func takeArrivals() { for page in visible { page.takeArrivals() } }
}
