import RestorationCore

/// State that an older version of a class wrote is rewritten step by step.
extension RecordKeeper {
    /// Lets the class rewrite state of an older version.
    ///
    /// - Throws: a ``MigrationFailure``; the record is then retained.
    func migrate(_ number: Int, to restorationClass: any RestorationClass) throws {
        let converted = migrated[number]
        let coder = try coder(for: number)
        let version = coder.schemaVersion ?? 1
        let rewritten =
            converted?.record ?? MigratedRecord(schemaVersion: version, info: archive.info)
        do {
            while rewritten.schemaVersion < restorationClass.schemaVersion {
                let from = rewritten.schemaVersion
                try rewritten.advance(to: from + 1, reading: coder) {
                    try restorationClass.migrateState(from: from, reading: $0, writing: $1)
                }
            }
        } catch is MigrationUnsupported {
            // Decoding gets the state as it is; the coder tells its version.
        } catch {
            throw MigrationFailure(version: rewritten.schemaVersion, reason: Diagnosis(error))
        }
        // What is said of a conversion stays.
        guard converted == nil, rewritten.schemaVersion > version else { return }
        let diagnosis = Diagnosis(
            problem: "Its state was migrated from schema version \(version) of"
                + " \(restorationClass.name) to \(rewritten.schemaVersion)",
            remedy: "Nothing needs to be done."
        )
        migrated[number] = Migrated(record: rewritten, remark: Remark(diagnosis, isMigrated: true))
    }
}

extension RecordKeeper {
    /// Has converters rewrite state for another class.
    ///
    /// - Throws: ``ConversionFailure``, or ``OtherVersionFound``; the record is then retained.
    func convert(_ number: Int, by conversion: StateConversion) throws {
        // A class that has said "not yet" is asked once more for the same object.
        guard migrated[number] == nil else { return }
        let coder = try coder(for: number)
        // Where the bytes are damaged here, they come from an older generation.
        let source = source(of: number)
        let found = source.archive.savedClass(of: source.record)
        guard found == conversion.conversion.source else {
            throw OtherVersionFound(expected: conversion.conversion.source, found: found)
        }
        let rewritten = MigratedRecord(
            schemaVersion: coder.schemaVersion ?? 1,
            info: archive.info
        )
        for (index, step) in conversion.conversion.steps.enumerated() {
            do {
                try rewritten.advance(to: Int(step.target.schemaVersion), reading: coder) {
                    try conversion.run(index, $0, $1)
                }
            } catch {
                throw ConversionFailure(
                    conversion: conversion.conversion,
                    step: index,
                    reason: Diagnosis(error)
                )
            }
        }
        migrated[number] = Migrated(
            record: rewritten,
            remark: Remark(.conversion(conversion.conversion, "was"), isMigrated: true),
            converted: conversion.conversion.steps.last?.target
        )
    }
}

/// State of an older version as its class has rewritten it, and what there is to say of that.
struct Migrated {
    let record: MigratedRecord
    let remark: Remark
    /// The class that the state is of by now, if converters have rewritten it for another one.
    var converted: ClassVersion?
}

/// What an older generation has in the place of damaged state is of another version.
private struct OtherVersionFound: DiagnosedError {
    let expected: ClassVersion
    let found: ClassVersion?

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "Its state of \(expected) is damaged, and an older generation has state of"
                + " \(found?.description ?? "no plugin"), which is not converted",
            remedy: "Nothing needs to be done: the next launch after a save restores what is there."
        )
    }
}

/// Why a record could not be converted.
private struct ConversionFailure: DiagnosedError {
    let conversion: Conversion
    let step: Int
    let reason: Diagnosis

    var diagnosis: Diagnosis {
        let ends = [conversion.source] + conversion.steps.map(\.target)
        return Diagnosis(
            problem: "Its state could not be converted from \(ends[step]) to \(ends[step + 1]):"
                + " \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
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
