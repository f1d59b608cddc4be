import RestorationCore

extension Restoration {
    /// Converts a record's state for another class.
    ///
    /// - Throws: ``ConversionFailure`` or ``OtherVersionFound``; the record is then retained.
    func convert(_ row: Int, by conversion: Conversion) throws {
        // A class that said "not yet" is asked again for the same object.
        guard values[row].migrated == nil else { return }
        let coder = try values.coder(for: row)
        guard let origin = values.intact(row) else { return }
        let found = origin.source.archive.savedClass(of: origin.number)
        guard found == conversion.source else {
            throw OtherVersionFound(expected: conversion.source, found: found)
        }
        let rewritten = MigratedRecord(
            schemaVersion: coder.schemaVersion ?? 1,
            info: origin.source.archive.info
        )
        for (index, step) in conversion.steps.enumerated() {
            do {
                try rewritten.advance(to: Int(step.target.schemaVersion), reading: coder) {
                    try classes.convert(conversion, step: index, reading: $0, writing: $1)
                }
            } catch {
                throw ConversionFailure(
                    conversion: conversion,
                    step: index,
                    reason: Diagnosis(error)
                )
            }
        }
        values[row].migrated = Migrated(
            record: rewritten,
            remark: .conversion(conversion, "was")
        )
    }
}

/// State of an older generation, used in place of damaged state, is of another version.
private struct OtherVersionFound: DiagnosedError {
    let expected: ClassVersion
    let found: ClassVersion?

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "Its state of \(expected) is damaged, and an older generation has state of"
                + " \(found?.description ?? "no plugin"), which is not converted",
            remedy: "No action is needed: the next launch after a save restores the current state."
        )
    }
}

private struct ConversionFailure: DiagnosedError {
    let conversion: Conversion
    let step: Int
    let reason: Diagnosis

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "Its state could not be converted from \(conversion.source(ofStep: step)) to"
                + " \(conversion.steps[step].target): \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
    }
}
