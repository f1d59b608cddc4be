extension RestorationSession {
    /// Restores objects that earlier crashes left out: in ``restore(reason:)`` if it was not called
    /// yet, otherwise at the next launch. The next save asks all objects for their state again.
    /// Intended for a "Try again" button; `restorectl archive retry` does the same from outside.
    ///
    /// Before ``restore(reason:)`` it also disregards how the last launch ended, and clears
    /// ``previousLaunch``. A program that does this at every launch may crash at every launch. Does
    /// nothing once the session is closed.
    public func retryObjectsSetAside() {
        enter()
        ledger?.releaseAll()
    }

    /// How the previous launch ended. A program can ask its user, before ``restore(reason:)``,
    /// whether to leave the suspect out or to try it again (``retryObjectsSetAside()``). O(plugins)
    /// after a crash.
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
