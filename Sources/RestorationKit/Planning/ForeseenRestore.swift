package import RestorationCore
package import RestorationDiscovery
package import RestorationEngine
internal import RestorationPlugins
package import RestorationStorage

/// The restore of an application's next launch, as it can be told from outside: from what lies in
/// its state directory, and from the manifests of plugins. Takes no lock, and changes nothing.
package struct ForeseenRestore {
    private let store: ArchiveStore
    /// What the program left; `nil` if that cannot be read, or there is none.
    private let facts: ProgramFacts?
    private let plugins: DiscoveryOutcome
    private let now: Timestamp

    /// - Parameters:
    ///   - facts: What the program left about itself. Without it, and where the program has changed
    ///     since, the plan leaves to the program what only that knows.
    ///   - plugins: What the search that the program would make has come to.
    package init(
        in store: ArchiveStore,
        facts: ProgramFacts?,
        plugins: DiscoveryOutcome,
        now: Timestamp
    ) {
        self.store = store
        self.facts = facts
        self.plugins = plugins
        self.now = now
    }

    /// Makes the plan.
    ///
    /// - Throws: `StorageError` if what is saved, its key or the crash ledger cannot be read;
    ///   `ArchiveError`.
    package func plan() throws -> RestorationPlan {
        let policy = facts?.policy ?? LaunchPolicy()
        let (archive, unusable) = try open(policy)
        guard let (archive, generation) = archive else {
            return .ofNothing(notes: unusable)
        }
        var notes = unusable + archive.movedPaths.map(\.note)
        var page = try store.readLedger()
        if page?.condition == .damaged {
            page = nil
            notes.append(Self.ledgerDamaged)
        }
        let last = page.map { LastLaunch($0) }
        let reason = policy.reasonToSetAside(
            savedAt: archive.info.timestamp,
            now: now,
            isRestarted: last?.isRestarted ?? false,
            condemns: last?.condemnsArchive ?? false
        )
        if let reason { return RestorationPlan(settingAsideBecause: reason, notes: notes) }
        if page?.sheet.isWindowOpen == true { notes.append(Self.isRestoring) }
        let verdict = page.flatMap { page in
            last.map { self.verdict(page, $0, archive, generation) }
        }
        var records = policy.plan(archive, verdict) { name, plugin, version in
            if let plugin {
                let saved = ClassVersion(plugin: plugin, className: name, schemaVersion: version)
                return plugins.facts(
                    of: saved,
                    pinned: facts?.pinnedPlugins ?? []
                )
            }
            return areCurrent ? facts?.facts(ofClass: name) ?? .unknown : .unknown
        }
        if !areCurrent { records = records.leftToProgram(archive, remedy: Self.startIt) }
        return policy.plan(archive, generation, verdict, records, notes: notes)
    }

    /// Whether what only the program knows is known.
    private var areCurrent: Bool { facts?.areCurrent ?? false }

    private static let startIt = "Start the program once; it then leaves what only it knows."

    private static let isRestoring = Diagnosis(
        problem: "A launch is restoring now, or the last one ended while it restored",
        remedy: "If it is restoring now, ask again when it is done: the plan takes it to have"
            + " ended."
    )

    private static let ledgerDamaged = Diagnosis(
        problem: "The crash ledger is damaged, or of another version",
        remedy: "Nothing needs to be done: the next launch makes it anew, and tries every object"
            + " again."
    )

    // MARK: The archive

    private func open(
        _ policy: LaunchPolicy
    ) throws -> (archive: (ArchiveReader, UInt64)?, notes: [Diagnosis]) {
        switch try store.foreseeOpening(checking: policy.check) {
        case .nothingSaved: return (nil, [])
        case .startFresh(let unusable): return (nil, unusable.map(note))
        case .fallBack(let unusable):
            let notes = unusable.map(note)
            // Strictly, an older generation does not come in the place of a damaged one.
            if !policy.isGranular, !unusable.isEmpty { return (nil, notes) }
            return try fallBack(notes)
        case .use(let archive):
            do {
                return ((try reader(of: archive), archive.generation), [])
            } catch let error as StorageError where SetAsideReason(error) == nil {
                throw error
            } catch {
                // Its tables make no sense: without them nothing can be found.
                return policy.isGranular
                    ? try fallBack([Diagnosis(error)]) : (nil, [Diagnosis(error)])
            }
        }
    }

    private func fallBack(
        _ notes: [Diagnosis]
    ) throws -> (archive: (ArchiveReader, UInt64)?, notes: [Diagnosis]) {
        do {
            guard let archive = try store.openForReading(.previous) else { return (nil, notes) }
            return ((try reader(of: archive), archive.generation), notes)
        } catch let error as StorageError where SetAsideReason(error) == nil {
            throw error
        } catch {
            return (nil, notes + [Diagnosis(error)])
        }
    }

    private func reader(of archive: OpenedArchive) throws -> ArchiveReader {
        try ArchiveReader(archive).moving(facts?.pathAliases ?? [])
    }

    private func note(
        _ file: (name: String, reason: SetAsideReason, error: StorageError?)
    ) -> Diagnosis {
        Diagnosis(
            problem: file.error?.diagnosis.problem ?? file.reason.problem,
            place: "\(store.directory)/\(file.name)",
            remedy: "The next launch sets it aside; restorectl archive verify says more."
        )
    }

    // MARK: The ledger

    private func verdict(
        _ page: LedgerPage,
        _ last: LastLaunch,
        _ archive: ArchiveReader,
        _ generation: UInt64
    ) -> CrashVerdict {
        CrashVerdict(
            after: last,
            restoring: (archive, generation),
            salt: page.salt,
            Participants(salt: page.salt, facts, plugins),
            now: now.seconds,
            wayBack: CrashDescription.wayBack(to: store)
        )
    }
}
