public import RestorationCore

/// A failure of a ``RemoteStore``.
///
/// Messages name places, roles, keys and sizes, never passwords or restored values.
@nonexhaustive
public enum RemoteError: DiagnosedError, Hashable {
    /// A library that the store needs cannot be loaded. `package` is the Debian package with it.
    case libraryMissing(library: String, package: String, reason: String)
    /// The connection string is malformed.
    case connectionString(reason: String)
    /// The store cannot be reached; the reason is one line of the store's client.
    case unreachable(place: String, reason: String)
    /// The connection was lost during a call, which may have taken effect.
    case connectionLost(place: String)
    /// The store did not answer in time. The call may have taken effect.
    case timedOut(place: String)
    /// The store has too many connections.
    case tooManyConnections(place: String)
    /// The store accepts no changes now, such as a replica of a database.
    case readOnly(place: String)
    /// The store's disk is full.
    case full(place: String)
    /// The server is not the one that the connection string names, or encrypts nothing; the reason
    /// is one line of the store's client.
    case untrusted(place: String, reason: String)
    /// The store refused the login, such as for a wrong password. The reason is one line of the
    /// store; `nil` if a password is missing.
    case loginRefused(place: String, role: String, reason: String? = nil)
    /// The role lacks the right to read or write the rows.
    case noRights(place: String, role: String)
    /// The role serves many people, and the host has named none.
    case personRequired(place: String, role: String)
    /// The role is not a service, and the host has named another person.
    case otherPerson(place: String, role: String, person: RemotePerson)
    /// The store has not been initialised.
    case notInitialised(place: String)
    /// The store's schema is newer than this program.
    case futureSchema(place: String, version: Int, supported: Int)
    /// An image exceeds the store's limits; sizes are in bytes. `limit` is `nil` if only the server
    /// knows the limit.
    case tooLarge(place: String, sizeInBytes: Int, limit: Int?)
    /// The store returned an invalid row or result.
    case invalidAnswer(place: String, reason: String)
    /// Any other failure, with the store's code and message.
    case refused(place: String, code: String, reason: String)
    /// A failure of a store that a host implements.
    case store(Diagnosis)
}

extension RemoteError {
    /// Whether the call may have taken effect even though it failed.
    public var mayHaveTakenEffect: Bool {
        switch self {
        case .connectionLost, .timedOut: true
        default: false
        }
    }

    /// Whether the failure may end without any action of the user, so a retry is worthwhile.
    public var isTemporary: Bool {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .tooManyConnections, .readOnly, .full: true
        default: false
        }
    }
}
