internal import Logging
internal import RestorationCore
internal import RestorationEngine
internal import RestorationStorage

/// What a session does with the crash ledger; `Docs/Crashes.md` has the rules.
extension RestorationSession {
    /// Lets every object be restored again that is left out since launches ended in it: by
    /// ``restore(reason:)`` if that has not been called yet, else at the next launch. What is not
    /// asked for its state since it crashed in a save is asked by the next save. For a button "Try
    /// again"; `restorectl archive retry` does the same from outside.
    ///
    /// Before ``restore(reason:)`` it also forgives what has ended the last launch: a note of the
    /// report says what that was, and nothing is left out or retained as a whole for it. A program
    /// that calls it so at each launch has no protection from crashing at each. Once the session is
    /// closed it does nothing.
    public func retryObjectsSetAside() {
        enter()
        ledger?.releaseAll()
    }

    /// How the launch before this one has ended: for a program that asks its person, before
    /// ``restore(reason:)``, whether to leave out what is to blame, or to try it again
    /// (``retryObjectsSetAside()``). O(plugins) where there is something to tell.
    public var previousLaunch: PreviousLaunch {
        enter()
        return ledger?.previousLaunch ?? .ordinary
    }

    /// Says that the code that a restore, a save or a call of a plugin has begun is still at work,
    /// for what takes seconds: the time after which it counts as hung
    /// (``RestorationOptions/hangDeadline``) begins anew. Of no consequence at other times.
    public func reportProgress() {
        enter()
        ledger?.noteProgress()
    }

    /// Opens the ledger. Without one the program runs as well, and only a crash goes unnoticed.
    func openLedger(of store: any RestorationStore) {
        do {
            guard let page = try store.openLedger() else { return }
            ledger = CrashLedger(
                page,
                application: application,
                options: options,
                classes: classes
            )
            recorder = ledger
            ledger.map { classes.note(in: $0) }
            ledger?.damage.map { options.logger(.crash).warning($0) }
        } catch {
            options.logger(.crash).warning(Diagnosis(error))
        }
    }

    /// Why the state is restored: after a launch that ended over it, to recover.
    func reason(
        _ reason: RestorationReason,
        restoring opened: ArchiveOpening
    ) -> RestorationReason {
        guard let ledger, opened.obstacle == nil, reason != .pristine else { return reason }
        return ledger.isRecovery ? .recovery : reason
    }

    /// Nobody's code has run yet; a crash is noted from here on. While the state cannot be read,
    /// what the ledger says of the last launch stays as it is.
    func beginNoting(
        _ opened: ArchiveOpening,
        _ verdict: CrashVerdict?,
        _ reason: RestorationReason
    ) -> [Diagnosis] {
        guard opened.obstacle == nil, let ledger else { return [] }
        let archive = reason == .pristine ? nil : opened.reader
        return ledger.begin(restoring: archive, generation: opened.generation, verdict)
    }
}
