extension RestorationSession {
    /// The plan of a ``restore(reason:)`` for a launch, if it were called now. No code of a plugin
    /// or object runs. Nothing changes, except that an unusable archive is set aside, as
    /// ``restore(reason:)`` would do.
    ///
    /// The plan ignores later changes to registered classes, pins and plugin directories, so call
    /// it when the program is ready to restore.
    ///
    /// - Throws: ``SessionError/alreadyRestored`` after the restore, whose report has the
    ///   deviations from its plan; ``SessionError/busy`` during it; `StorageError`, as
    ///   ``restore(reason:)`` does; ``SessionError/closed``.
    public func restorationPlan() throws -> RestorationPlan {
        enter()
        try gate.checkIsNew()
        return try restoring.plan()
    }
}

extension RestorationPlan {
    /// The plan for an archive that is set aside.
    init(settingAsideBecause reason: SetAsideReason, notes: [Diagnosis]) {
        self.init(
            .setAside,
            because: Diagnosis(
                problem: reason.problem,
                remedy: "To restore it later, quit the program and run restorectl"
                    + " archive reinstate; restorectl archive list --set-aside lists the files."
            ),
            notes: notes
        )
    }

    /// The plan without a usable archive.
    static func empty(notes: [Diagnosis]) -> RestorationPlan {
        RestorationPlan(
            .skip,
            because: Diagnosis(
                problem: notes.isEmpty ? "Nothing is saved" : "No saved state can be used",
                remedy: "No action is needed: the program starts afresh."
            ),
            notes: notes
        )
    }
}
