import CRestorationSystem
package import RestorationCore

/// The last save of a program, which has failed, as the crash ledger has it.
package struct FailedSave: Hashable, Sendable {
    /// When, in seconds since 1970.
    package let moment: Int64
    /// The number of the generation that was not saved.
    package let generation: UInt64
    /// What the system has refused, as a place in ``actions``, and the error number; 0 for what is
    /// no error of the system.
    private let action: UInt32
    private let errorNumber: Int32

    /// - Parameter error: `nil` for one that is none of a store.
    package init(_ error: StorageError?, generation: UInt64, moment: Int64) {
        self.moment = moment
        self.generation = generation
        if case .system(let action, _, let code)? = error,
            let place = Self.actions.firstIndex(of: action)
        {
            (self.action, errorNumber) = (UInt32(place + 1), code)
        } else {
            (action, errorNumber) = (0, 0)
        }
    }

    /// What happened.
    ///
    /// - Parameter directory: The state directory.
    package func diagnosis(in directory: String) -> Diagnosis {
        if action > 0, action <= Self.actions.count {
            return StorageError.diagnosis(
                Self.actions[Int(action) - 1],
                directory,
                SystemReason(errorNumber),
                in: directory
            )
        }
        return Diagnosis(
            problem: "The program could not save its state",
            place: directory,
            remedy: "Start the program with RESTORATION_LOG=save, which tells why."
        )
    }

    /// The actions as the ledger numbers them: new ones go to the end.
    private static let actions: [FileAction] = [
        .open, .read, .write, .lock, .list, .remove, .replace, .create, .inspect, .synchronize,
        .setAside,
    ]
}

extension FailedSave {
    /// - Returns: `nil` if the last save did not fail.
    init?(_ raw: restoration_ledger_failure) {
        guard raw.check != 0 else { return nil }
        moment = raw.moment
        generation = raw.generation
        action = raw.action
        errorNumber = Int32(bitPattern: raw.error)
    }
}

extension restoration_ledger_failure {
    init(_ save: FailedSave?) {
        self = save.map { $0.raw } ?? Self()
    }
}

extension FailedSave {
    fileprivate var raw: restoration_ledger_failure {
        restoration_ledger_failure_make(
            moment,
            generation,
            action,
            UInt32(bitPattern: errorNumber)
        )
    }
}
