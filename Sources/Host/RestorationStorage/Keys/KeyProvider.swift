public import RestorationCore

/// Provides the keys that seal saved state.
///
/// ``FileKeyProvider`` is the default. A host implements its own to store keys elsewhere, such as
/// in a keyring. Calls may block; a store makes them on the thread that opens it or saves.
public protocol KeyProvider: Sendable {
    /// Returns an application's key. A store calls it on opening.
    ///
    /// - Parameters:
    ///   - application: the application that owns the sealed state.
    ///   - creation: whether to create and store a missing key. With ``KeyCreation/refused``, throw
    ///     ``StorageError/keyMissing(path:state:)`` instead: a new key could not open the saved
    ///     state.
    /// - Throws: ``StorageError/keyLocked(reason:)`` or ``StorageError/keyUnavailable(reason:)`` if
    ///   the key exists, or may exist, but is temporarily unavailable: nothing is then restored,
    ///   saved or set aside. Opening the store rethrows other errors.
    func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey

    /// Ensures that the next launch will find the key, and writes the key back if it was removed.
    ///
    /// Every save calls it before its commit, so it should be quick. The default does nothing,
    /// which is right for a key that cannot disappear while a program uses it.
    ///
    /// - Parameters:
    ///   - key: The key that ``key(for:creation:)`` returned.
    ///   - application: The application that owns the key.
    /// - Returns: A note for the user if the key had to be written back, which the save's outcome
    ///   and the log contain; otherwise `nil`.
    /// - Throws: Any error, such as ``StorageError/keyReplaced(path:)`` for another key, or
    ///   ``StorageError/keyLost(path:because:)`` if writing it back failed. The save then fails,
    ///   and earlier saves remain.
    func ensureStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Diagnosis?
}

extension KeyProvider {
    /// Does nothing.
    public func ensureStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Diagnosis? { nil }
}

/// Whether a provider may create a missing key.
public enum KeyCreation: Sendable {
    /// No state was saved yet: create and store a key.
    case allowed
    /// There is saved state: a missing key is an error.
    case refused
}
