extension RestorationSession {
    /// The plan of ``restore(reason:)``, if it is called now, for a launch. No code of a plugin or
    /// of an object runs for it, and nothing is changed, except that an archive which cannot be
    /// used is set aside, as ``restore(reason:)`` would.
    ///
    /// Classes that are registered, plugins that are pinned and directories that are filled
    /// afterwards are not in it; so call it when the program is ready to restore.
    ///
    /// - Throws: ``SessionError/alreadyRestored`` after the restore, whose report says where
    ///   something else became of an object than was planned; ``SessionError/busy`` during it;
    ///   `StorageError`, as ``restore(reason:)`` does; ``SessionError/closed``.
    public func restorationPlan() throws -> RestorationPlan {
        enter()
        try gate.checkIsNew()
        guard store != nil else {
            return RestorationPlan(.skip, because: saved.obstacle, notes: [])
        }
        let opened = try saved.open()
        if let obstacle = opened.obstacle {
            return RestorationPlan(.retain, because: obstacle, notes: [])
        }
        guard let archive = opened.reader else { return .ofNothing(notes: opened.notes) }
        if let reason = saved.reasonToSetAside(opened, after: ledger?.last) {
            return RestorationPlan(settingAsideBecause: reason, notes: opened.notes)
        }
        let verdict = ledger?.verdict(restoring: archive, generation: opened.generation)
        let set = RecordSet()
        let moved = set.load(archive, moving: saved.aliases)
        var notes = opened.notes + moved.map(\.note)
        notes += verdict?.notes ?? []
        if let reason = verdict?.refusals[0]?.reason { notes.append(reason) }
        return RestorationPlan(
            of: set,
            opened.generation,
            plan(set, verdict),
            objection: verdict?.objection,
            notes: notes
        )
    }

    /// The decisions about all records, before anybody's code runs.
    func plan(_ set: RecordSet, _ verdict: CrashVerdict?) -> PlannedRecords {
        PlannedRecords(
            of: set,
            classes: { classes.facts(ofClass: $0, plugin: $1, version: $2) },
            refusals: verdict?.refusals ?? [:],
            objection: retainsEverything ?? verdict?.objection,
            keepsUnavailable: !options.isStrict
        )
    }
}

extension RestorationPlan {
    /// The plan where an archive is set aside as a whole.
    init(settingAsideBecause reason: SetAsideReason, notes: [Diagnosis]) {
        self.init(
            .setAside,
            because: Diagnosis(
                problem: reason.problem,
                remedy: "To have it back once it is set aside, quit the program and run restorectl"
                    + " archive reinstate; restorectl archive list --set-aside shows what is kept."
            ),
            notes: notes
        )
    }

    /// The plan where there is no archive that can be used.
    static func ofNothing(notes: [Diagnosis]) -> RestorationPlan {
        RestorationPlan(
            .skip,
            because: Diagnosis(
                problem: notes.isEmpty ? "Nothing is saved" : "Nothing that is saved can be used",
                remedy: "Nothing needs to be done: the program starts afresh."
            ),
            notes: notes
        )
    }
}
