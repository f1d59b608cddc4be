public import RestorationKit

/// A fault of a ``MemoryRemoteStore``.
@frozen
public enum RemoteFault: Hashable, Sendable {
    /// The connection is lost before the call takes effect.
    case lostBefore
    /// The connection is lost after the call took effect, so its result is unknown.
    case lostAfter
    /// The call fails with this error and without effect.
    case error(RemoteError)
}

/// A call of a remote store.
@frozen
public enum RemoteCall: Hashable, Sendable {
    case person
    case load(RemoteKey)
    case swap(RemoteKey)
    case list(RemotePrefix)
    case remove(RemoteKey)
    case watch(RemotePrefix)
}
