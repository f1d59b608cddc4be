package import RestorationCore

/// Stands beside restores and saves: hears whose code is about to run, before it does, and may keep
/// an object out of it.
package protocol RestorationRecorder: AnyObject {
    /// The code that a step names is about to run. The step is valid until `didRun` returns.
    ///
    /// - Throws: Why it must not. An object that is not to be created, or not to decode, is treated
    ///   as if it had failed to: its state is retained.
    func willRun(_ step: RestorationStep) throws

    /// It has returned, or thrown.
    func didRun()

    /// Why the application's own record is kept from the delegate, if it is: the delegate is asked
    /// and told all the same, with an empty coder.
    var objectionToApplicationState: Diagnosis? { get }

    /// Whether nothing is restored on purpose, so that a save does not say of any record that it is
    /// retained.
    var keepsEverythingOut: Bool { get }

    /// Code is about to run for a save: the object's of a record that is being written, or the
    /// delegate's, whose record is the application's own.
    ///
    /// - Throws: Why it must not. The earlier state is written again in its place.
    func willSave(_ stage: SavingStage, _ record: SavedRecord) throws

    /// It has returned, or thrown.
    func didSave()

    /// The restoration window opens: from now on a crash counts as one of the restore. Comes before
    /// anybody's code runs, and once more before that of an object that is restored late.
    func restorationWindowDidOpen()

    /// The window is closed: the restore and all that went on after it is complete or took too
    /// long, or the program ends properly.
    func restorationWindowDidClose()

    /// The program has come up: it has handled an event in its loop, saved, or ended properly.
    func launchDidSucceed()

    /// The program ends properly, be it in code that a restore, a save or a call has begun.
    func launchDidEnd()
}

extension RestorationRecorder {
    /// None.
    package var objectionToApplicationState: Diagnosis? { nil }
    /// No.
    package var keepsEverythingOut: Bool { false }
    /// Has nothing against it.
    package func willSave(_ stage: SavingStage, _ record: SavedRecord) {}
    /// Does nothing.
    package func didSave() {}
    /// Does nothing.
    package func restorationWindowDidOpen() {}
    /// Does nothing.
    package func restorationWindowDidClose() {}
    /// Does nothing.
    package func launchDidSucceed() {}
    /// Does nothing.
    package func launchDidEnd() {}
}

/// The record whose object's code runs for a save.
package struct SavedRecord {
    package let id: RecordID
    /// Whether no save has written it yet, so that nobody else knows its ID.
    package let isNew: Bool
    /// The plugin that the code is of; `nil` for the host's own.
    package let plugin: String?
    private let row: Int
    private let records: RecordSet

    init(_ row: Int, of set: RecordSet, plugin: String?) {
        id = set.rows.value[row].id
        isNew = set.rows.value[row].flags.contains(.isNew)
        self.plugin = plugin
        self.row = row
        records = set
    }

    /// The last steps of its path, `count` at most.
    package func steps(_ count: Int) -> [RestorationPath.Component] {
        records.path(of: row, last: count)
    }

    /// `nil` of the delegate. Made when it is asked for: O(depth).
    package var path: RestorationPath? { records.path(of: row) }
}

extension RecordSet {
    /// Lets the code of a record's object run that saves run, too, if the recorder has nothing
    /// against it.
    func asking<Answer>(
        _ stage: SavingStage,
        _ row: Int,
        _ body: () throws -> Answer
    ) throws -> Answer {
        guard let recorder else { return try body() }
        var plugin = kinds[rows.value[row].kind].plugin
        if let object = object(row), traits.traits(of: object).contains(.pluginHeld) {
            plugin = (object as? any PluginHeld)?.holdingPlugin
        }
        try recorder.willSave(stage, SavedRecord(row, of: self, plugin: plugin))
        defer { recorder.didSave() }
        return try body()
    }

    /// The object's fingerprint. Asked for as in a save.
    func fingerprint(of object: any Restorable, _ row: Int) throws -> Fingerprint {
        try asking(.encode, row) { try Fingerprint(of: object) }
    }
}

/// The calls that a save makes.
package enum SavingStage: Hashable, Sendable {
    /// The delegate is asked and told.
    case delegate
    /// The object is asked for the objects that it contains, presents or owns.
    case contents
    /// The object encodes its state.
    case encode
}

/// The error for an object that is to be left alone: nothing was tried, and nothing is known of it.
package struct KeptOut: DiagnosedError {
    package let diagnosis: Diagnosis
    package init(_ reason: Diagnosis) { diagnosis = reason }
}
