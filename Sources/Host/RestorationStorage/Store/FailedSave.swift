import CRestorationSystem
package import RestorationCore

/// A program's failed last save, as the crash ledger records it.
package struct FailedSave: Hashable, Sendable {
    /// The time of the failure, in seconds since 1970.
    package let moment: Int64
    /// The number of the generation that was not saved.
    package let generation: UInt64
    /// The failed system action, as an index into ``actions`` plus 1, and the error number; both 0
    /// for other errors.
    private let action: UInt32
    private let errorNumber: Int32

    /// - Parameter error: `nil` for an error that is not a store's.
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

    /// Describes the failure.
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
            remedy: "Start the program with RESTORATION_LOG=save to log the reason."
        )
    }

    /// The numbering of actions in the ledger: append new actions only.
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
