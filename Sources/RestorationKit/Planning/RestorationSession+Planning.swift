extension RestorationSession {
    /// What ``restore(reason:)`` is going to do, if it is called now, for a launch. No code of a
    /// plugin or of an object runs for it, and nothing is changed, except that an archive which
    /// cannot be used is set aside, as ``restore(reason:)`` would.
    ///
    /// Classes that are registered, plugins that are pinned and directories that are filled
    /// afterwards are not in it; so call it when the program is ready to restore.
    ///
    /// - Throws: ``SessionError/alreadyRestored`` after the restore, whose report says where
    ///   something else became of an object than was planned; ``SessionError/busy`` during it;
    ///   `StorageError`, as ``restore(reason:)`` does; ``SessionError/closed``.
    public func restorationPlan() throws -> RestorationPlan {
        try checkIsOpen()
        switch phase {
        case .created: break
        case .restoring: throw SessionError.busy
        case .running, .closed: throw SessionError.alreadyRestored
        }
        guard store != nil else {
            return RestorationPlan(.skip, because: saving.obstacle, notes: [])
        }
        let opened = try openSaved()
        if let obstacle = opened.obstacle {
            return RestorationPlan(.retain, because: obstacle, notes: [])
        }
        guard let archive = opened.reader else { return .ofNothing(notes: opened.notes) }
        if let reason = reasonToSetAside(opened) {
            return RestorationPlan(settingAsideBecause: reason, notes: opened.notes)
        }
        let verdict = ledger?.verdict(restoring: archive, generation: opened.generation)
        return policy.plan(
            archive,
            opened.generation,
            verdict,
            plan(archive, verdict),
            notes: opened.notes
        )
    }

    var policy: LaunchPolicy { LaunchPolicy(options) }

    /// Why what was opened is set aside as a whole instead of restored (FAIL-2, FAIL-3, FAIL-9).
    func reasonToSetAside(_ opened: ArchiveOpening) -> SetAsideReason? {
        guard let saved = opened.reader?.info.timestamp else { return nil }
        return policy.reasonToSetAside(
            savedAt: saved,
            now: options.clock.timeOfDay,
            isRestarted: ledger?.last.isRestarted == true,
            condemns: opened.obstacle == nil && ledger?.last.condemnsArchive == true
        )
    }

    /// What is decided of every record, before anybody's code runs.
    func plan(_ archive: ArchiveReader, _ verdict: CrashVerdict?) -> PlannedRecords {
        policy.plan(archive, verdict, objection: retainsEverything) {
            classes.facts(ofClass: $0, plugin: $1, version: $2)
        }
    }
}
