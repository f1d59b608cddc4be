public import RestorationCore

/// Knows the keys that state is sealed with.
///
/// ``FileKeyProvider`` is the default. A host writes its own to keep keys elsewhere, for example in
/// a keyring. Called when a store is opened, on the thread that opens it; it may block.
public protocol KeyProvider: Sendable {
    /// Returns an application's key.
    ///
    /// - Parameter creation: whether to make and keep a key if there is none. With
    ///   ``KeyCreation/refused``, a missing key is ``StorageError/keyMissing(path:)``: there is
    ///   saved state, which a new key could not open.
    /// - Throws: ``StorageError/keyLocked(reason:)`` or ``StorageError/keyUnavailable(reason:)`` if
    ///   the key exists, or may exist, but cannot be had now: nothing is then restored, saved or
    ///   set aside. Any other error is passed on to who opens the store.
    func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey
}

/// Whether a key may be made where there is none.
public enum KeyCreation: Sendable {
    /// Nothing was saved yet: make a key and keep it.
    case allowed
    /// There is saved state: a missing key is an error.
    case refused
}
