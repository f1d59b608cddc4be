/// Sessions that move between machines, with ``RestorationOptions/remote``.
///
/// A session restores the newest state of its own machine. If another device of the person has
/// saved since, ``RestorationSession/newerElsewhere`` lists that save, and the program decides.
///
/// ```swift
/// if let theirs = session.newerElsewhere.first, askPerson(theirs.label, theirs.savedAt) {
///     try session.takeOver(theirs)            // this launch restores it
/// } else {
///     try session.keepMine()                  // and does not ask again
/// }
/// try session.restore()
/// ```
extension RestorationSession {
    /// The saves of the person's other devices about which the program has not decided, by
    /// ``keepMine()`` or ``takeOver(_:)``.
    ///
    /// The first call waits for the remote store, for two seconds at most. Only generations decide
    /// which save is newer, never times. Empty without a remote store.
    public var newerElsewhere: [SaveElsewhere] {
        guard enterIfOpen(), let roaming = saved.roaming else { return [] }
        let newer = roaming.newerElsewhere
        saved.toldElsewhere.formUnion(newer)
        return newer
    }

    /// Called when another device has made a save that ``newerElsewhere`` has not returned yet.
    /// Receives all of ``newerElsewhere``, on the session's thread, from ``runPending()``.
    public var onNewerElsewhere: (([SaveElsewhere]) -> Void)? {
        get { saved.onNewerElsewhere }
        set {
            saved.onNewerElsewhere = newValue
            mailbox.post { $0.hasRemoteChange = true }
        }
    }

    /// Why the newest state is not in the remote store, or why the store cannot be queried; `nil`
    /// if there is no problem. The session tries again by itself, and loses no state meanwhile.
    public var remoteProblem: Diagnosis? {
        enterIfOpen() ? saved.roaming?.problem : nil
    }

    /// Continues with this machine's state: ``newerElsewhere`` no longer contains its current
    /// saves, which stay in the remote store.
    ///
    /// - Throws: `StorageError.system(_:path:errorNumber:)`; ``SessionError/noRemoteStore``.
    public func keepMine() throws { try roamingStore().keepMine() }

    /// Replaces this machine's state by another device's. This machine's state stays on the disk as
    /// `archive.mine`, for ``takeMineBack()``.
    ///
    /// Before ``restore(reason:)``, this launch restores the other state. Later, the session saves,
    /// replaces the state and closes: create another session, or start the program again. Blocks
    /// until the remote store has answered.
    ///
    /// - Throws: `StorageError.wrongKey(path:)` if the other device has another key;
    ///   `RemoteError`; other errors of `StorageError`; ``SessionError/noRemoteStore``. Nothing is
    ///   replaced then, and the session stays open.
    public func takeOver(_ save: SaveElsewhere) throws { try takeOver(device: save.device) }

    package func takeOver(device: DeviceID) throws {
        try replaceState { try $0.takeOver(device: device) }
    }

    /// Makes the state current again that ``takeOver(_:)`` replaced. The present state is set
    /// aside. Otherwise like ``takeOver(_:)``, but needs no connection.
    ///
    /// - Throws: `StorageError.system(_:path:errorNumber:)` if there is no such state;
    ///   ``SessionError/noRemoteStore``.
    public func takeMineBack() throws { try replaceState { try $0.takeMineBack() } }

    private func replaceState(_ replace: (RoamingStore) throws -> Void) throws {
        let roaming = try roamingStore()
        if gate.phase == .created {
            if let obstacle = try saved.open().obstacle {
                throw SessionError.savingUnavailable(obstacle)
            }
            // The restore opens the store again.
            defer { saved.opening = nil }
            return try replace(roaming)
        }
        try preserveNow()
        try replace(roaming)
        close()
    }

    /// Waits until the remote store has nothing to do at the present time of the session's clock,
    /// and performs pending work. For tests.
    package func settleRemote() {
        saved.roaming?.settle()
        runPending()
    }

    private func roamingStore() throws(SessionError) -> RoamingStore {
        try checkIsOpen()
        guard let roaming = saved.roaming else { throw .noRemoteStore }
        return roaming
    }
}
