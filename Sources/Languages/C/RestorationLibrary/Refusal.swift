import Glibc
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins
internal import RestorationStorage

/// A failed call of the program: the status, and the problem, place and remedy.
struct Refusal: Error {
    let status: Int32
    let diagnosis: Diagnosis

    init(_ status: Int32, _ problem: String, at place: String? = nil, remedy: String) {
        self.status = status
        diagnosis = Diagnosis(problem: problem, place: place, remedy: remedy)
    }

    /// - Parameter error: Any error of a session, its store, plugins or classes.
    init(_ error: any Error) {
        if let refusal = error as? Refusal {
            self = refusal
        } else {
            status = Self.status(of: error)
            diagnosis = Self.diagnosis(of: error)
        }
    }

    private static func diagnosis(of error: any Error) -> Diagnosis {
        if let refusal = error as? ProgramRefusal {
            return Diagnosis(
                problem: "The program's callback failed with status "
                    + StatusName.text(refusal.status) + (refusal.message.map { ": \($0)" } ?? ""),
                remedy: "Correct the program as the message says."
            )
        }
        if let fault = error as? DescriptorFault { return fault.diagnosisOfProgram }
        return Diagnosis(error)
    }

    private static func status(of error: any Error) -> Int32 {
        switch error {
        case let error as SessionError: status(of: error)
        case let error as StorageError: status(of: error)
        case let error as MethodError: status(of: error)
        case let error as CoderError: status(of: error)
        case let fault as DescriptorFault:
            if case .tooSmall = fault { Status.versionMismatch } else { Status.invalid }
        case let refusal as ProgramRefusal: refusal.status
        case is CreationDeclined: Status.declined
        case is ObjectNotYetAvailable: Status.notYet
        case is PathSyntaxError, is RouteSyntaxError: Status.invalid
        default: Status.failed
        }
    }

    private static func status(of error: SessionError) -> Int32 {
        switch error {
        case .notRestored: Status.notRestored
        case .alreadyRestored: Status.alreadyRestored
        case .busy: Status.inCallback
        case .closed: Status.closed
        case .otherProcess: Status.forked
        case .invalidApplication, .invalidIdentifier, .invalidPlugin, .notNamedBySession,
            .belowItself, .parentWithoutPath, .unusableAlias:
            Status.invalid
        case .nothingRetained: Status.absent
        case .pathTaken: Status.taken
        case .objectNotYetAvailable: Status.notYet
        case .tooManySignalWatchers: Status.limit
        case .savingUnavailable, .glibMissing, .noRemoteStore: Status.unsupported
        default: Status.failed
        }
    }

    static func status(of error: StorageError) -> Int32 {
        switch error {
        case .inUse: Status.busy
        case .keyLocked, .keyUnavailable, .keyMissing, .keyFileRefused, .keyDamaged, .keyReplaced,
            .keyLost, .wrongKey:
            Status.keyUnavailable
        case .system(_, _, let code) where [ENOSPC, EDQUOT, EFBIG].contains(code): Status.diskFull
        default: Status.failed
        }
    }

    private static func status(of error: MethodError) -> Int32 {
        switch error {
        case .unknown: Status.absent
        case .argumentCount, .argument, .returnsObject: Status.mismatch
        default: Status.failed
        }
    }

    private static func status(of error: CoderError) -> Int32 {
        switch error {
        case .mismatch, .outOfRange: Status.mismatch
        case .limit: Status.limit
        default: Status.invalid
        }
    }
}

extension DescriptorFault {
    fileprivate var diagnosisOfProgram: Diagnosis {
        Diagnosis(
            problem: problem,
            remedy: "Begin the class with RESTORATION_CLASS, and compile it with the headers of the"
                + " library."
        )
    }
}
