extension RestorationSession {
    /// Restores objects again that earlier crashes have left out: by ``restore(reason:)`` if it was
    /// not called yet, else at the next launch. The next save asks all objects for their state
    /// again. Intended for a "Try again" button; `restorectl archive retry` does the same from
    /// outside.
    ///
    /// Before ``restore(reason:)`` it also forgives how the last launch ended, and clears
    /// ``previousLaunch``. A program that calls it so at each launch may crash at each. Does
    /// nothing once the session is closed.
    public func retryObjectsSetAside() {
        enter()
        ledger?.releaseAll()
    }

    /// How the previous launch ended. A program can ask its user, before ``restore(reason:)``,
    /// whether to leave the suspect out or to try it again (``retryObjectsSetAside()``). O(plugins)
    /// if there is something to tell.
    public var previousLaunch: PreviousLaunch {
        enter()
        return ledger?.previousLaunch ?? PreviousLaunch(nil, plugin: nil)
    }

    /// Restarts the hang timer (``RestorationOptions/hangDeadline``) of the call that a restore, a
    /// save or a plugin's call has begun. Call it during work that takes seconds. Does nothing at
    /// other times.
    public func reportProgress() {
        enter()
        ledger?.recordProgress()
    }
}
