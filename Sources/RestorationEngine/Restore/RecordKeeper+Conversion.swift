import RestorationCore

/// State that another class has saved is rewritten by converters.
extension RecordKeeper {
    /// Has converters rewrite state for another class.
    ///
    /// - Parameter run: Has one do its part, by the number of its step.
    /// - Throws: ``ConversionFailure``, or ``OtherVersionFound``; the record is then retained.
    func convert(
        _ number: Int,
        by conversion: Conversion,
        _ run: (_ step: Int, _ reading: RestorationCoder, _ writing: RestorationCoder) throws ->
            Void
    ) throws {
        // A class that has said "not yet" is asked once more for the same object.
        guard migrated[number] == nil else { return }
        let coder = try coder(for: number)
        // Where the bytes are damaged here, they come from an older generation.
        let source = source(of: number)
        let found = source.archive.savedClass(of: source.record)
        guard found == conversion.source else {
            throw OtherVersionFound(expected: conversion.source, found: found)
        }
        let rewritten = MigratedRecord(
            schemaVersion: coder.schemaVersion ?? 1,
            info: archive.info
        )
        for (index, step) in conversion.steps.enumerated() {
            do {
                try rewritten.advance(to: Int(step.target.schemaVersion), reading: coder) {
                    try run(index, $0, $1)
                }
            } catch {
                throw ConversionFailure(
                    conversion: conversion,
                    step: index,
                    reason: Diagnosis(error)
                )
            }
        }
        migrated[number] = Migrated(
            record: rewritten,
            remark: Remark(.conversion(conversion, "was"), isMigrated: true),
            converted: conversion.target
        )
    }
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
        Diagnosis(
            problem: "Its state could not be converted from \(conversion.source(ofStep: step)) to"
                + " \(conversion.steps[step].target): \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
    }
}
