/// A session's use of the crash ledger; `Docs/Crashes.md` has the rules.
extension RestorationSession {
    /// Restores everything again that earlier crashes have left out: by ``restore(reason:)`` if
    /// that has not been called yet, else at the next launch. The next save asks all objects for
    /// their state again. For a button "Try again"; `restorectl archive retry` does the same from
    /// outside.
    ///
    /// Before ``restore(reason:)`` it also forgives how the last launch has ended, and
    /// ``previousLaunch`` tells nothing of that any more. A program that calls it so at each launch
    /// has no protection from crashing at each. Once the session is closed it does nothing.
    public func retryObjectsSetAside() {
        enter()
        ledger?.releaseAll()
    }

    /// How the launch before this one has ended: for a program that asks its person, before
    /// ``restore(reason:)``, whether to leave out the suspect, or to try it again
    /// (``retryObjectsSetAside()``). O(plugins) where there is something to tell.
    public var previousLaunch: PreviousLaunch {
        enter()
        return ledger?.previousLaunch ?? PreviousLaunch(nil, plugin: nil)
    }

    /// Says that the code that a restore, a save or a call of a plugin has begun is still at work,
    /// if that takes seconds: the time after which it counts as hung
    /// (``RestorationOptions/hangDeadline``) begins anew. Of no consequence at other times.
    public func reportProgress() {
        enter()
        ledger?.noteProgress()
    }
}
