public import RestorationCore

extension RemoteError {
    public var diagnosis: Diagnosis {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .tooManyConnections, .readOnly, .full:
            temporaryDiagnosis
        case .libraryMissing, .connectionString, .untrusted, .loginRefused, .noRights,
            .personRequired, .otherPerson:
            loginDiagnosis
        default: answerDiagnosis
        }
    }

    private static let retried =
        "Nothing is lost: state is saved on this machine, and a running program tries again."

    private var temporaryDiagnosis: Diagnosis {
        switch self {
        case .unreachable(let place, let reason):
            Diagnosis(
                problem: "The remote store cannot be reached: \(reason)",
                place: place,
                remedy: Self.retried
            )
        case .connectionLost(let place):
            Diagnosis(
                problem: "The connection to the remote store was lost",
                place: place,
                remedy: Self.retried
            )
        case .timedOut(let place):
            Diagnosis(
                problem: "The remote store did not answer in time",
                place: place,
                remedy: Self.retried
            )
        case .tooManyConnections(let place):
            Diagnosis(
                problem: "The remote store has too many connections",
                place: place,
                remedy: Self.retried + " If this lasts, reduce the connections of each program, or"
                    + " raise max_connections of the server."
            )
        case .readOnly(let place):
            Diagnosis(
                problem: "The remote store accepts no changes at the moment",
                place: place,
                remedy: Self.retried + " If this lasts, connect to the primary server: a"
                    + " connection string can list several hosts, with"
                    + " target_session_attrs=read-write."
            )
        case .full(let place):
            Diagnosis(
                problem: "The disk of the remote store is full",
                place: place,
                remedy: Self.retried + " Its administrator has to free space."
            )
        default: preconditionFailure("Only temporary errors are worded here.")
        }
    }

    private var loginDiagnosis: Diagnosis {
        switch self {
        case .libraryMissing(let library, let package, let reason):
            Diagnosis(
                problem: "The library for the remote store cannot be loaded: \(reason)",
                place: library,
                remedy: "Install the package \(package)."
            )
        case .connectionString(let reason):
            Diagnosis(
                problem: "The connection string is malformed: \(reason)",
                remedy: "Correct it, for example to postgresql://ada@db.example.com/restoration."
            )
        case .untrusted(let place, let reason):
            Diagnosis(
                problem: "The server of the remote store is not trusted: \(reason)",
                place: place,
                remedy: "Set sslrootcert in the connection string to the certificate of the"
                    + " authority that signed the server's, and host to a name in the server's."
            )
        case .loginRefused(let place, let role, let reason):
            Diagnosis(
                problem: "The remote store refused the login of \(role): "
                    + (reason ?? "a password is missing"),
                place: place,
                remedy: "Correct the role or the password, for example in ~/.pgpass, which only its"
                    + " owner may read. The server's pg_hba.conf says which roles it admits."
            )
        case .noRights(let place, let role):
            Diagnosis(
                problem: "\(role) has no right to do this in the remote store",
                place: place,
                remedy: "Its administrator can grant it:"
                    + " restorectl remote init --grant \(role)."
            )
        case .personRequired(let place, let role):
            Diagnosis(
                problem: "\(role) serves many people, and the program does not say whose state"
                    + " this is",
                place: place,
                remedy: "Set person in the program's options, or log in with a role of the person."
            )
        case .otherPerson(let place, let role, let person):
            Diagnosis(
                problem: "\(role) is not a service, and cannot save the state of \(person)",
                place: place,
                remedy: "Leave person unset in the program's options, or make the role a service:"
                    + " restorectl remote init --service \(role)."
            )
        default: preconditionFailure("Only errors about logging in are worded here.")
        }
    }

    private var answerDiagnosis: Diagnosis {
        switch self {
        case .notInitialised(let place):
            Diagnosis(
                problem: "The remote store is not initialised",
                place: place,
                remedy: "Its administrator can do that: restorectl remote init."
            )
        case .futureSchema(let place, let version, let supported):
            Diagnosis(
                problem: "The remote store has schema version \(version), this program supports up"
                    + " to \(supported)",
                place: place,
                remedy: "Update the program."
            )
        case .tooLarge(let place, let size, let limit):
            Diagnosis(
                problem: "The state has \(size) bytes, more than the remote store accepts"
                    + (limit.map { " (\($0))" } ?? ""),
                place: place,
                remedy: "It is saved on this machine only. Preserve less state, or raise the"
                    + " store's limit."
            )
        case .invalidAnswer(let place, let reason):
            Diagnosis(
                problem: "The remote store returned an invalid answer: \(reason)",
                place: place,
                remedy: "Check whether somebody changed the tables of the store."
            )
        case .refused(let place, let code, let reason):
            Diagnosis(
                problem: "The remote store reported error \(code): \(reason)",
                place: place,
                remedy: "Look up the error in the documentation of the store."
            )
        case .store(let diagnosis): diagnosis
        default: preconditionFailure("Every other error is worded above.")
        }
    }
}
