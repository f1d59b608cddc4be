import RestorationCore

/// Rewrites state of other classes and of older versions, step by step.
extension Restoration {
    /// Converts a record's state for another class, or migrates it with its class, if necessary.
    ///
    /// - Throws: an ``Obstacle``.
    func rewrite(_ row: Int, for known: KnownClass) throws {
        let saved = set.kinds.schemaVersion(of: set.rows[row].kind)
        guard known.conversion != nil || saved < known.schemaVersion,
            // A class that said "not yet" is asked again for the same object.
            values.known(row)?.migrated == nil
        else { return }
        let coder = try values.coder(for: row)
        let version = coder.schemaVersion ?? 1
        let rewritten = MigratedRecord(
            schemaVersion: version,
            info: coder.preservationInfo ?? .unknown
        )
        if let conversion = known.conversion {
            try convert(row, rewritten, by: conversion, reading: coder)
        }
        try rewritten.advance(to: known.restorationClass, reading: coder)
        guard known.conversion != nil || rewritten.schemaVersion > version else { return }
        let remark = Diagnosis(
            problem: "Its state was migrated from schema version \(version) of"
                + " \(known.restorationClass.name) to \(rewritten.schemaVersion)",
            remedy: "No action is needed."
        )
        values[row].migrated = Migrated(
            record: rewritten,
            remark: known.conversion.map { .conversion($0, "was") } ?? remark
        )
    }

    private func convert(
        _ row: Int,
        _ rewritten: MigratedRecord,
        by conversion: Conversion,
        reading coder: RestorationCoder
    ) throws {
        let found = values.intact(row).flatMap { $0.source.archive.savedClass(of: $0.number) }
        guard found == conversion.source else {
            // State of an older generation is used in place of damaged state.
            throw Obstacle(
                diagnosis: Diagnosis(
                    problem: "Its state of \(conversion.source) is damaged, and an older generation"
                        + " has state of \(found?.description ?? "no plugin"), which is not"
                        + " converted",
                    remedy: "No action is needed: the next launch after a save restores the"
                        + " current state."
                )
            )
        }
        for (index, step) in conversion.steps.enumerated() {
            do {
                try rewritten.advance(to: Int(step.target.schemaVersion), reading: coder) {
                    try classes.convert(conversion, step: index, reading: $0, writing: $1)
                }
            } catch {
                let source = conversion.source(ofStep: index)
                throw Obstacle(
                    error,
                    "Its state could not be converted from \(source) to \(step.target)"
                )
            }
        }
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
    /// - Throws: an ``Obstacle``.
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
            throw Obstacle(
                error,
                "Its state of schema version \(schemaVersion) could not be migrated"
            )
        }
    }
}

extension Obstacle {
    fileprivate init(_ error: any Error, _ introduction: String) {
        diagnosis = Diagnosis(error).introduced(by: introduction)
    }
}
