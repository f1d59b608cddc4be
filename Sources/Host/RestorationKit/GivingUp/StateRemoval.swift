/// Gives up state without running the program.
package enum StateRemoval {
    /// Gives up state at a path or of a plugin, whether a launch would restore or retain it. All
    /// other state is saved byte for byte, and the previous generation has everything.
    ///
    /// - Parameters:
    ///   - store: Not in use.
    ///   - isTrial: Whether nothing is changed.
    /// - Returns: The state that was given up, parents first; `nil` if nothing is saved.
    /// - Throws: ``SessionError/nothingRetained(_:retained:)``; `StorageError`, if the program is
    ///   running for example; ``SessionError/savingUnavailable(_:)`` if the state cannot be read
    ///   now.
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
        // Locked here, so that the caller gets the error, and the state cannot change.
        try store.lock()
        let session = try RestorationSession(
            application: store.application.rawValue,
            options: options
        )
        defer { session.close() }
        // A trial must not move files.
        if isTrial { session.saved.opening = try .opened(saved) }
        session.restoring.retainsEverything = reason
        session.records.recorder = RetainingRecorder()
        try session.restore()
        if isTrial { return try session.retainedState(subject) }
        return try session.giveUp(session.retained(subject))
    }

    fileprivate static let reason = Diagnosis(
        problem: "Nothing is restored outside of the program",
        remedy: "Start the program to restore it."
    )
}

/// Retains everything, including the application's own record.
private final class RetainingRecorder: RestorationRecorder {
    var objectionToApplicationState: Diagnosis? { StateRemoval.reason }
    var restoresNothing: Bool { true }
    func willRun(_ step: RestorationStep) throws { throw SkippedCall(StateRemoval.reason) }
    func didRun() {}
}
