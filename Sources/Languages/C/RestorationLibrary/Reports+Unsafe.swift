internal import CRestorationPlugin
internal import CRestorationSession
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins
internal import RestorationStorage

/// The results of `restoration/session_report.h`.
extension HostSession {
    func makeReport() throws -> UnsafeMutablePointer<restoration_report> {
        guard let report = session.report else { throw SessionError.notRestored }
        // A path is printed once, though its text is copied by a block that is filled twice.
        let entries = report.allEntries.map { ($0, $0.path.description) }
        return unsafe try Block.make { block in
            unsafe restoration_report(
                struct_size: UInt32(MemoryLayout<restoration_report>.size),
                reason: report.reason.number,
                generation: report.generation ?? 0,
                saved_at: report.preservationInfo?.timestamp.seconds ?? 0,
                application_version: block.text(report.preservationInfo?.applicationVersion),
                entries: block.list(entries, of: restoration_entry.self) {
                    unsafe Self.entry(&$0, $1.0, at: $1.1)
                },
                entry_count: UInt64(entries.count),
                notes: block.notes(report.notes),
                note_count: UInt64(report.notes.count)
            )
        }
    }

    private static func entry(
        _ block: inout Block,
        _ entry: RestorationReport.Entry,
        at path: String
    ) -> restoration_entry {
        var made = unsafe Self.entry(
            &block,
            path,
            entry.className,
            entry.plugin,
            entry.reason,
            planned: entry.planned?.number ?? 0
        )
        unsafe made.outcome = entry.outcome.number
        let time = entry.duration?.components
        unsafe made.nanoseconds =
            time.map {
                UInt64(clamping: $0.seconds * 1_000_000_000 + $0.attoseconds / 1_000_000_000)
            } ?? 0
        return unsafe made
    }

    private static func entry(
        _ block: inout Block,
        _ entry: RestorationPlan.Entry
    ) -> restoration_entry {
        var made = unsafe Self.entry(
            &block,
            entry.path.description,
            entry.className,
            entry.plugin,
            entry.reason,
            planned: entry.decision.number
        )
        unsafe made.recorded_version = UInt32(clamping: entry.recordedVersion ?? 0)
        unsafe made.size_in_bytes = UInt64(entry.sizeInBytes)
        return unsafe made
    }

    /// What entries of reports and plans have in common.
    private static func entry(
        _ block: inout Block,
        _ path: String,
        _ className: String?,
        _ plugin: String?,
        _ reason: Diagnosis?,
        planned: UInt32
    ) -> restoration_entry {
        unsafe restoration_entry(
            struct_size: UInt32(MemoryLayout<restoration_entry>.size),
            outcome: 0,
            planned: planned,
            recorded_version: 0,
            path: block.text(path),
            class_id: block.text(className),
            plugin: block.text(plugin),
            problem: block.text(reason?.problem),
            place: block.text(reason?.place),
            remedy: block.text(reason?.remedy),
            nanoseconds: 0,
            size_in_bytes: 0
        )
    }

    func makePlan() throws -> UnsafeMutablePointer<restoration_plan> {
        let plan = try session.restorationPlan()
        let entries = Array(plan.entries)
        return unsafe try Block.make { block in
            unsafe restoration_plan(
                struct_size: UInt32(MemoryLayout<restoration_plan>.size),
                decision: plan.decision.number,
                generation: plan.generation ?? 0,
                saved_at: plan.preservationInfo?.timestamp.seconds ?? 0,
                application_version: block.text(plan.preservationInfo?.applicationVersion),
                problem: block.text(plan.reason?.problem),
                place: block.text(plan.reason?.place),
                remedy: block.text(plan.reason?.remedy),
                entries: block.list(entries, of: restoration_entry.self, Self.entry),
                entry_count: UInt64(entries.count),
                notes: block.notes(plan.notes),
                note_count: UInt64(plan.notes.count)
            )
        }
    }

    /// The outcome of the last save; `nil` before the first, or without memory.
    func makeSave() -> UnsafeMutablePointer<restoration_save>? {
        guard let (outcome, status, forgottenRoots) = lastSave else { return nil }
        let issues = outcome.report.issues.map(\.diagnosis) + forgottenRoots
        return unsafe try? Block.make { block in
            unsafe restoration_save(
                struct_size: UInt32(MemoryLayout<restoration_save>.size),
                status: status,
                generation: outcome.generation,
                object_count: UInt64(outcome.report.objectCount),
                size_in_bytes: UInt64(outcome.report.sizeInBytes),
                problem: block.text(outcome.error?.problem),
                place: block.text(outcome.error?.place),
                remedy: block.text(outcome.error?.remedy),
                issues: block.notes(issues),
                issue_count: UInt64(issues.count),
                notes: block.notes(outcome.notes),
                note_count: UInt64(outcome.notes.count)
            )
        }
    }

    func makePreviousLaunch() throws -> UnsafeMutablePointer<restoration_previous_launch> {
        let launch = session.previousLaunch
        let ending =
            switch launch.ending {
            case .ordinary: RESTORATION_ENDING_ORDINARY
            case .crash: RESTORATION_ENDING_CRASH
            case .hang: RESTORATION_ENDING_HANG
            case .interrupted: RESTORATION_ENDING_INTERRUPTED
            }
        return unsafe try Block.make { block in
            unsafe restoration_previous_launch(
                struct_size: UInt32(MemoryLayout<restoration_previous_launch>.size),
                ending: UInt32(ending),
                problem: block.text(launch.problem),
                plugin: block.text(launch.plugin)
            )
        }
    }

    func makeDescription(
        of handle: UInt64
    ) throws -> UnsafeMutablePointer<restoration_description> {
        let object = try object(handle)
        let standIn = object as? UnavailableObject
        let failure = session.failure(of: object)
        let path = session.path(of: object)?.description
        let known = program.className(of: object)
        var flags = 0
        if standIn != nil { flags |= RESTORATION_OBJECT_UNAVAILABLE }
        if session.isAwaited(object) { flags |= RESTORATION_OBJECT_AWAITED }
        if program.isLent(object) { flags |= RESTORATION_OBJECT_LENT }
        return unsafe try Block.make { block in
            unsafe restoration_description(
                struct_size: UInt32(MemoryLayout<restoration_description>.size),
                flags: UInt32(flags),
                path: block.text(path),
                class_id: block.text(standIn?.className ?? known.className),
                plugin: block.text(standIn?.pluginIdentifier ?? known.plugin),
                problem: block.text(failure?.problem),
                place: block.text(failure?.place),
                remedy: block.text(failure?.remedy)
            )
        }
    }

    static func makeSaves(
        _ saves: [SaveElsewhere]
    ) throws -> UnsafeMutablePointer<restoration_saves_elsewhere> {
        unsafe try Block.make { block in
            unsafe restoration_saves_elsewhere(
                count: UInt64(saves.count),
                saves: block.list(saves, of: restoration_save_elsewhere.self) { block, save in
                    unsafe restoration_save_elsewhere(
                        struct_size: UInt32(MemoryLayout<restoration_save_elsewhere>.size),
                        reserved: 0,
                        device: block.text(save.device.description),
                        label: block.text(save.label),
                        generation: save.generation,
                        saved_at: save.savedAt.seconds,
                        size_in_bytes: UInt64(save.sizeInBytes)
                    )
                }
            )
        }
    }

    static func makeTexts(_ texts: [String]) throws -> UnsafeMutablePointer<restoration_texts> {
        unsafe try Block.make { block in
            unsafe restoration_texts(
                count: UInt64(texts.count),
                texts: block.texts(texts)
            )
        }
    }
}

extension RestorationReason {
    fileprivate var number: UInt32 {
        switch self {
        case .make: UInt32(RESTORATION_REASON_MAKE)
        case .launch: UInt32(RESTORATION_REASON_LAUNCH)
        case .session: UInt32(RESTORATION_REASON_SESSION)
        case .recovery: UInt32(RESTORATION_REASON_RECOVERY)
        case .pristine: UInt32(RESTORATION_REASON_PRISTINE)
        }
    }

    /// The reason of a restore by its number; `nil` for others.
    init?(number: UInt32) {
        switch Int(number) {
        case RESTORATION_REASON_LAUNCH: self = .launch
        case RESTORATION_REASON_SESSION: self = .session
        case RESTORATION_REASON_RECOVERY: self = .recovery
        case RESTORATION_REASON_PRISTINE: self = .pristine
        default: return nil
        }
    }
}

extension RestorationReport.Outcome {
    fileprivate var number: UInt32 {
        let number =
            switch self {
            case .restored: RESTORATION_OUTCOME_RESTORED
            case .migrated: RESTORATION_OUTCOME_MIGRATED
            case .created: RESTORATION_OUTCOME_CREATED
            case .skipped: RESTORATION_OUTCOME_SKIPPED
            case .retained: RESTORATION_OUTCOME_RETAINED
            case .awaited: RESTORATION_OUTCOME_AWAITED
            case .missing: RESTORATION_OUTCOME_MISSING
            case .lost: RESTORATION_OUTCOME_LOST
            }
        return UInt32(number)
    }
}

extension RestorationPlan.Decision {
    fileprivate var number: UInt32 {
        let number =
            switch self {
            case .restore: RESTORATION_DECISION_RESTORE
            case .migrate: RESTORATION_DECISION_MIGRATE
            case .retain: RESTORATION_DECISION_RETAIN
            case .setAside: RESTORATION_DECISION_SET_ASIDE
            case .skip: RESTORATION_DECISION_SKIP
            case .programDecides: RESTORATION_DECISION_PROGRAM_DECIDES
            }
        return UInt32(number)
    }
}
