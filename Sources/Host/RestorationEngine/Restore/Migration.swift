import RestorationCore

/// Rewrites state of older versions of a class step by step.
extension Restoration {
    /// Migrates a record's state with its class.
    ///
    /// - Throws: a ``MigrationFailure``; the record is then retained.
    func migrate(_ row: Int, to restorationClass: any RestorationClass) throws {
        let converted = values[row].migrated
        let coder = try values.coder(for: row)
        let version = coder.schemaVersion ?? 1
        let rewritten =
            converted?.record
            ?? MigratedRecord(
                schemaVersion: version,
                info: coder.preservationInfo ?? .unknown
            )
        try rewritten.advance(to: restorationClass, reading: coder)
        // The remark about a conversion stays.
        guard converted == nil, rewritten.schemaVersion > version else { return }
        let remark = Diagnosis(
            problem: "Its state was migrated from schema version \(version) of"
                + " \(restorationClass.name) to \(rewritten.schemaVersion)",
            remedy: "No action is needed."
        )
        values[row].migrated = Migrated(record: rewritten, remark: remark)
    }
}

struct Migrated {
    let record: MigratedRecord
    let remark: Diagnosis
}

extension MigratedRecord {
    /// Migrates the state version by version, as far as the class supports it. The decode gets the
    /// version that was reached.
    ///
    /// - Parameter original: A coder for the original state.
    /// - Throws: a ``MigrationFailure``.
    func advance(
        to restorationClass: any RestorationClass,
        reading original: RestorationCoder
    ) throws {
        do {
            while schemaVersion < restorationClass.schemaVersion {
                let from = schemaVersion
                try advance(to: from + 1, reading: original) {
                    try restorationClass.migrateState(from: from, reading: $0, writing: $1)
                }
            }
        } catch is MigrationUnsupported {
            // The state stays as it is.
        } catch {
            throw MigrationFailure(version: schemaVersion, reason: Diagnosis(error))
        }
    }
}

private struct MigrationFailure: DiagnosedError {
    let version: Int
    let reason: Diagnosis

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "Its state of schema version \(version) could not be migrated:"
                + " \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
    }
}
