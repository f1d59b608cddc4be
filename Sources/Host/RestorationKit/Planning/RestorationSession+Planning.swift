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
        return try restoring.plan()
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
