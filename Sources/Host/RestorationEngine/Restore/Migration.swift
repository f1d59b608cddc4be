import RestorationCore

/// State that an older version of a class wrote is rewritten step by step.
extension Restoration {
    /// Lets the class rewrite state of an older version.
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
            remedy: "Nothing needs to be done."
        )
        values[row].migrated = Migrated(record: rewritten, remark: remark)
    }
}

/// State of an older version as its class has rewritten it, and a remark about that.
struct Migrated {
    let record: MigratedRecord
    let remark: Diagnosis
}

extension MigratedRecord {
    /// Lets the class rewrite the state, version by version, as far as it does that: the decode is
    /// told the version that was reached.
    ///
    /// - Parameter original: The coder on the state as it was.
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

/// Why a record could not be migrated.
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
