import RestorationTesting
import TestSupport

/// The ends of launches.
extension Life {
    /// Ends the process in a random way, and starts the next launch.
    func end(_ number: Int) throws {
        let step = Step(subject: .ending, launch: number, number: 0)
        guard var random = script.random(for: step) else { return }
        script.note(step)
        var ending = random.pick(Event.endings)!
        if LeftOut.contains(ending) { ending = .quit }
        let targets = ending.isInCall ? self.targets : []
        mayBeSetAside = mayBeSetAside || ending.isInCall
        note(ending)
        try end(by: ending, random.pick(targets), &random)
        launch = nil
        let launchFaults = LaunchFaults(script, launch: number)
        if ending == .killInRestore || ending == .crashInRestore {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                try die(ending, random.pick(targets), launchFaults, &random)
            }
        }
        try start(launchFaults)
    }

    /// An object, and its path as reports print it.
    private typealias Target = (token: Int, path: String)

    /// All visible objects, except those that only the next save distinguishes.
    private var targets: [Target] {
        let found = visible.compactMap { page in
            session.path(of: page).map { (page.token, $0.description) }
        }
        let names = found.map { Self.path(withoutNumbers: $0.1) }
        let counts = Dictionary(names.map { ($0, 1) }) { $0 + $1 }
        return zip(found, names).filter { counts[$1] == 1 }.map { ($0.0.0, $0.0.1) }
    }

    private static func path(withoutNumbers path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.prefix(1).joined()
            + parts.dropFirst().map { "/\($0.prefix { $0 != "#" })" }.joined()
    }

    private func end(
        by ending: Event,
        _ target: Target?,
        _ random: inout SeededGenerator
    ) throws {
        switch ending {
        case .kill: try launch!.terminate(.killed)
        case .killBeforeCommit: try endInCommit(.diesBefore)
        case .killAfterCommit: try endInCommit(.diesAfter)
        case .killInSave, .crashInSave:
            let stage = random.pick([CrashStage.encode, .list, .encode])!
            tell("\(ending) in \(stage) of \(target?.path ?? "nothing")")
            if let target { blame(target, in: stage) }
            try endInCall(stage, target, isCrash: ending == .crashInSave)
        case .crashInArrival: try endInArrival(&random)
        default:
            try launch!.terminate(.clean)
            checkIsTried()
        }
        applyDurableSaves()
        try throwFound()
        try checker { try $0.checkBytes() }
    }

    /// Records the object that crashed in a save, which later saves skip, and the objects that may
    /// be reachable through it alone.
    private func blame(_ target: Target, in stage: CrashStage) {
        // The saved object at the place of a new one is skipped instead.
        for token in [target.token, counters.paths[target.path]].compactMap(\.self) {
            blamed.insert(token)
            // Objects closed since the last durable save will be restored again.
            for expected in [expected, durableState] {
                guard let item = expected.items[token] else { continue }
                let own = item.references + (item.kind == .list ? item.children : [])
                let start = stage == .list ? [token] : own
                blamed.formUnion(expected.reachable(from: start) { _ in true })
            }
        }
    }

    private func endInCommit(_ commit: LifeStore.Commit) throws {
        store.plan(commit)
        do { try session.preserveNow() } catch is StorageError {}
        try launch!.terminate(.killed)
    }

    private func endInCall(_ stage: CrashStage, _ target: Target?, isCrash: Bool) throws {
        guard let target else { return }
        do {
            if isCrash {
                try launch!.crash(at: stage, of: target.path) {}
            } else {
                try launch!.kill(at: stage, of: target.path) {}
            }
        } catch TestingError.notReached {}
    }

    /// Ends the launch in the code of an arriving object, or anywhere if none arrives.
    private func endInArrival(_ random: inout SeededGenerator) throws {
        guard let token = random.pick(tickets.keys.sorted()),
            let path = counters.paths.first(where: { $0.value == token })?.key
        else {
            try launch!.terminate(.killed)
            return
        }
        recordOpen()
        arrived.insert(token)
        let stage = random.pick([CrashStage.create, .decode])!
        do {
            try launch!.crash(at: stage, of: path) { tickets[token]!.arrive() }
        } catch TestingError.notReached {}
    }

    /// A launch that ends in an object's code before the user sees anything.
    private func die(
        _ ending: Event,
        _ target: Target?,
        _ launchFaults: LaunchFaults,
        _ random: inout SeededGenerator
    ) throws {
        guard let path = target?.path else { return }
        let stage = random.pick([CrashStage.create, .decode, .attach, .finish])!
        reset(launchFaults)
        tell("\(ending) in \(stage) of \(path)")
        do {
            if ending == .crashInRestore {
                try program.crash(at: stage, of: path)
            } else {
                try program.kill(at: stage, of: path)
            }
        } catch TestingError.notReached {}
        try throwFound()
    }
}
