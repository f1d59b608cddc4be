public import RestorationCore

/// Knows the keys that state is sealed with.
///
/// ``FileKeyProvider`` is the default. A host writes its own to keep keys elsewhere, for example in
/// a keyring. It may block: a store calls it on the thread that opens the store or saves.
public protocol KeyProvider: Sendable {
    /// Returns an application's key. Called when a store is opened.
    ///
    /// - Parameters:
    ///   - application: the one whose state is sealed.
    ///   - creation: whether to make and keep a key if there is none. With
    ///     ``KeyCreation/refused``, a missing key is ``StorageError/keyMissing(path:state:)``:
    ///     there is saved state, which a new key could not open.
    /// - Throws: ``StorageError/keyLocked(reason:)`` or ``StorageError/keyUnavailable(reason:)`` if
    ///   the key exists, or may exist, but is temporarily unavailable: nothing is then
    ///   restored, saved or set aside. Any other error is passed on to who opens the store.
    func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey

    /// Makes sure that the next launch finds the key that the state is sealed with: looks whether
    /// the key is still there, and writes it back if it is not. Called before each save is
    /// committed, so it should be quick.
    ///
    /// A provider that does not implement it looks at nothing, which is right where nobody can take
    /// a key away while a program uses it.
    ///
    /// - Parameters:
    ///   - key: What ``key(for:creation:)`` has returned.
    ///   - application: What it has returned that for.
    /// - Returns: What the person should know if the key had to be written back: the save's outcome
    ///   has it among its notes, and the log. `nil` if the key was there.
    /// - Throws: Any error, such as ``StorageError/keyReplaced(path:)`` where there is another key,
    ///   or ``StorageError/keyLost(path:because:)`` where it cannot be written back. The save fails
    ///   with it, and what was saved before stays.
    func ensureStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Diagnosis?
}

extension KeyProvider {
    /// Nothing is looked at.
    public func ensureStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Diagnosis? { nil }
}

/// Whether a key may be made where there is none.
public enum KeyCreation: Sendable {
    /// Nothing was saved yet: make a key and keep it.
    case allowed
    /// There is saved state: a missing key is an error.
    case refused
}
