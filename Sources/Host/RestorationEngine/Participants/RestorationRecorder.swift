package import RestorationCore

/// Observes each call into participants' code before a restore or save makes it, and can forbid the
/// call.
package protocol RestorationRecorder: AnyObject {
    /// Called before the code that a step names runs. The step is valid until `didRun` returns.
    ///
    /// - Throws: The reason to skip the call. An object that is not created or does not decode is
    ///   treated as failed: its state is retained.
    func willRun(_ step: RestorationStep) throws

    /// Called when that code has returned or thrown.
    func didRun()

    /// Why the application's own record is withheld from the delegate, if it is. The delegate is
    /// still called, with an empty coder.
    var objectionToApplicationState: Diagnosis? { get }

    /// Whether nothing is restored on purpose, so that saves do not report each record as retained.
    var restoresNothing: Bool { get }

    /// Called before a save runs code of the record's object, or of the delegate for the
    /// application's record.
    ///
    /// - Throws: The reason to skip the call. The save writes the earlier state again.
    ///
    /// - Parameter plugin: The plugin of that code; `nil` for the program.
    func willSave(_ stage: SavingStage, _ row: Int, of records: RecordSet, plugin: String?) throws

    func didSave()

    /// Called when the restoration window opens: before any participant's code runs, and again
    /// before that of an object that is restored late. From then on a crash counts as one of the
    /// restore.
    func restorationWindowDidOpen()

    /// Called when the window closes: all restoring is complete or took too long, or the program
    /// ends properly.
    func restorationWindowDidClose()

    /// Called when the program has handled an event in its loop, saved, or ended properly.
    func launchDidSucceed()

    /// Called when the program ends properly, even inside code that a restore, save or call has
    /// begun.
    func launchDidEnd()
}

extension RestorationRecorder {
    package var objectionToApplicationState: Diagnosis? { nil }
    package var restoresNothing: Bool { false }
    package func willSave(
        _ stage: SavingStage,
        _ row: Int,
        of records: RecordSet,
        plugin: String?
    ) {}
    package func didSave() {}
    package func restorationWindowDidOpen() {}
    package func restorationWindowDidClose() {}
    package func launchDidSucceed() {}
    package func launchDidEnd() {}
}

extension RecordSet {
    package func id(of row: Int) -> RecordID { rows[row].id }

    /// Whether no save has written the record yet, so that no file has its ID.
    package func isNew(_ row: Int) -> Bool { rows[row].flags.contains(.isNew) }

    /// Runs code of a record's object as part of a save, unless the recorder forbids it.
    func asking<Answer>(
        _ stage: SavingStage,
        _ row: Int,
        _ object: (any Restorable)?,
        _ body: () throws -> Answer
    ) throws -> Answer {
        try willAsk(stage, row, object, by: recorder)
        defer { recorder?.didSave() }
        return try body()
    }

    /// Announces code of a record's object to the recorder. The caller then calls `didSave()`.
    ///
    /// - Parameter object: The object; may be `nil` if no plugin holds it.
    /// - Throws: The recorder's reason to skip that code.
    func willAsk(
        _ stage: SavingStage,
        _ row: Int,
        _ object: (any Restorable)?,
        by recorder: (any RestorationRecorder)?
    ) throws {
        guard let recorder else { return }
        var plugin = kinds.plugin(of: rows[row].kind)
        if let object, kinds.traits(of: object).contains(.pluginHeld) {
            plugin = (object as? any PluginHeld)?.holdingPlugin
        }
        try recorder.willSave(stage, row, of: self, plugin: plugin)
    }

    func fingerprint(of object: any Restorable, _ row: Int) throws -> Fingerprint {
        try asking(.encode, row, object) { try Fingerprint(of: object) }
    }

    /// Whether the program has changed an object since its fingerprint was taken.
    func hasChanged(_ object: any Restorable, _ row: Int) throws -> Bool {
        guard let details = details(row), details.isInvalidated else { return false }
        guard let known = details.fingerprint else { return true }
        return try !fingerprint(of: object, row).isSame(as: known)
    }
}

/// The calls that a save makes, by their numbers in the crash ledger.
package enum SavingStage: UInt32, Sendable {
    case encode = 7
    /// The object lists the objects that it contains, presents or owns.
    case contents
    case delegate
}

/// The error for an object whose call was skipped. Nothing was tried.
package struct SkippedCall: DiagnosedError {
    package let diagnosis: Diagnosis
    package init(_ reason: Diagnosis) { diagnosis = reason }
}
