/// The settings of a session that decide what a launch makes of what is saved.
struct LaunchPolicy {
    /// Whether what fails costs as little as can be, and what cannot be restored is kept.
    let isGranular: Bool
    let maximumAge: Duration?
    let expiresAtRestart: Bool
    let keepsStateForDevelopment: Bool

    init(_ options: RestorationOptions) {
        isGranular = options.preset == .granular
        maximumAge = options.maximumAge
        expiresAtRestart = options.expiresAtRestart
        keepsStateForDevelopment = options.keepsStateForDevelopment
    }

    /// Why an archive is set aside as a whole before anything of it is restored; `nil` if it is
    /// not.
    ///
    /// - Parameters:
    ///   - saved: When it was saved.
    ///   - isRestarted: Whether the machine was started anew since the last launch.
    func reasonToSetAside(
        savedAt saved: Timestamp,
        now: Timestamp,
        isRestarted: Bool,
        condemns: @autoclosure () -> Bool
    ) -> SetAsideReason? {
        if expiresAtRestart, isRestarted { return .expired }
        if let maximumAge, saved.advanced(by: maximumAge) < now { return .expired }
        // Whoever looks for the reason of a crash wants to see it again.
        return !isGranular && !keepsStateForDevelopment && condemns() ? .crashed : nil
    }

    /// Decides of every record.
    ///
    /// - Parameters:
    ///   - verdict: What follows from how the last launch ended; `nil` where nobody knows.
    ///   - objection: Why nothing at all is restored; `nil` where only the verdict may say so.
    func plan(
        _ archive: ArchiveReader,
        _ verdict: CrashVerdict?,
        objection: Diagnosis? = nil,
        classes: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts
    ) -> PlannedRecords {
        let verdict = keepsStateForDevelopment ? nil : verdict
        return PlannedRecords(
            of: archive,
            classes: classes,
            refusals: verdict?.refusals ?? [:],
            objection: objection ?? verdict?.objection,
            keepsUnavailable: isGranular
        )
    }

    /// The same with what there is to say of the whole.
    func plan(
        _ archive: ArchiveReader,
        _ generation: UInt64?,
        _ verdict: CrashVerdict?,
        _ records: PlannedRecords,
        notes: [Diagnosis]
    ) -> RestorationPlan {
        let acting = keepsStateForDevelopment ? nil : verdict
        let ofApplication = acting?.refusals[0]?.reason
        return RestorationPlan(
            of: archive,
            generation,
            records,
            objection: acting?.objection,
            notes: notes + (verdict?.notes ?? []) + [ofApplication].compactMap(\.self)
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
