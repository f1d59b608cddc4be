/// Gives state up from outside of the program that has saved it.
package enum StateRemoval {
    /// Gives up the state of objects at a path or of a plugin, whether a launch would restore it or
    /// retain it. All else is saved byte for byte, as the program has saved it; the generation
    /// before has everything.
    ///
    /// - Parameters:
    ///   - store: Not in use.
    ///   - isTrial: Whether nothing is changed.
    /// - Returns: The state that was given up, parents first; `nil` if nothing is saved.
    /// - Throws: ``SessionError/nothingRetained(_:retained:)``; `StorageError`, if the program runs
    ///   for one; ``SessionError/savingUnavailable(_:)`` where the state cannot be read now.
    package static func remove(
        _ subject: RetainedState,
        from store: ArchiveStore,
        isTrial: Bool
    ) throws -> [GivenUpState]? {
        guard let saved = try store.openNewestForReading() else { return nil }
        var options = RestorationOptions()
        let archive = try ArchiveReader(saved)
        options.applicationVersion = archive.info.applicationVersion
        options.store = store
        options.recordsLaunch = false
        options.savesAutomatically = false
        options.sizeBudget = .max
        options.objectSizeBudget = .max
        // Now, so that the caller is told, and nothing is read that may change.
        try store.lock()
        let session = try RestorationSession(
            application: store.application.rawValue,
            options: options
        )
        defer { session.close() }
        // For a trial no file may be moved.
        if isTrial { session.saved.opening = try .opened(saved) }
        session.restoring.retainsEverything = reason
        session.recorder = RetainingRecorder()
        try session.restore()
        return try isTrial
            ? session.retainedState(subject) : session.giveUp(subject, savingBefore: false)
    }

    fileprivate static let reason = Diagnosis(
        problem: "Nothing is restored outside of the program",
        remedy: "Start the program to restore it."
    )
}

/// Keeps everything out of the restore, the application's own record as well.
private final class RetainingRecorder: RestorationRecorder {
    var objectionToApplicationState: Diagnosis? { StateRemoval.reason }
    var keepsEverythingOut: Bool { true }
    func willRun(_ step: RestorationStep) throws { throw KeptOut(StateRemoval.reason) }
    func didRun() {}
}
