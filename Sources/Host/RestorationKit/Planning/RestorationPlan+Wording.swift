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
