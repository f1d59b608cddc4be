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
    func didRun(_ step: RestorationStep)

    /// Why the application's own record is kept from the delegate, if it is: the delegate is asked
    /// and told all the same, with an empty coder.
    var objectionToApplicationState: Diagnosis? { get }

    /// Code is about to run for a save: the object's of a record that is being written, or the
    /// delegate's, whose record is the first.
    ///
    /// - Throws: Why it must not. What was saved before is written again in its place.
    func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) throws

    /// It has returned, or thrown.
    func didSave()

    /// The restoration window opens: from now on a crash counts as one of the restore. Comes before
    /// anybody's code runs, and once more before that of an object that is restored late.
    func restorationWindowDidOpen()

    /// The window is closed: the restore and all that went on after it is complete or took too
    /// long, or the program ends properly.
    func restorationWindowDidClose()

    /// The program has come up: it does what has come up in its event loop, saves, or ends
    /// properly.
    func launchDidSucceed()

    /// The program ends properly, be it in code that a restore, a save or a call has begun.
    func launchDidEnd()
}

extension RestorationRecorder {
    /// None.
    package var objectionToApplicationState: Diagnosis? { nil }
    /// Has nothing against it.
    package func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) {}
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

/// What code is asked for in a save.
package enum SavingStage: Hashable, Sendable {
    /// The delegate is asked and told.
    case delegate
    /// The object is asked for the objects that it contains, presents or owns.
    case contents
    /// The object encodes its state.
    case encode
}

/// What a recorder throws for an object that is to be left alone: nothing was tried, and nothing is
/// known of it.
package struct KeptOut: DiagnosedError {
    package let diagnosis: Diagnosis
    package init(_ reason: Diagnosis) { diagnosis = reason }
}
