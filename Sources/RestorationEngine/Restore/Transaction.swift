import RestorationCore

/// The decoding of one object, or of several that succeed or fail together: what it has changed is
/// put back if one of them fails.
///
/// Every call of an object's code is a step of that object's record, so that a crash in it is known
/// to be the object's, whenever it comes.
struct Transaction {
    private let recorder: (any RestorationRecorder)?
    private var undoing: [Part] = []
    private var applying: [Part] = []
    /// Why something could not be put back.
    private var obstacle: Diagnosis?

    private struct Part {
        let archive: ArchiveReader
        let number: Int
        let body: () throws -> Void
    }

    init(_ recorder: (any RestorationRecorder)?) { self.recorder = recorder }

    /// Lets an object read its state, and remembers what it was before that changes it.
    ///
    /// - Parameter writer: What it was is kept there, so that one transaction uses it for one
    ///   object.
    /// - Throws: what decoding throws; ``NotRemembered`` if the object is one that has to be put
    ///   back and what it is now cannot be encoded. It is not decoded then.
    mutating func take(
        _ object: any Restorable,
        _ number: Int,
        of archive: ArchiveReader,
        _ coder: RestorationCoder,
        using writer: ArchiveWriter = ArchiveWriter()
    ) throws {
        try RestorationStep.run(.decode, number, of: archive, recorder) {
            let whole = object as? any TransactionalRestorable
            let prepared = try whole?.preparedState(from: coder)
            if prepared == nil || !type(of: object).restorableProperties.isEmpty {
                do {
                    let before = try ScratchRecord(of: object, writer)
                    undoing.append(
                        Part(archive: archive, number: number) {
                            try object.decodeRecord(with: before.coder())
                        }
                    )
                } catch {
                    if whole != nil { throw NotRemembered(reason: Diagnosis(error)) }
                    // Nobody has asked for it to be put back: what it encodes when it is new is no
                    // reason to keep its state from it.
                    obstacle = Diagnosis(error)
                }
            }
            guard let prepared else { return try object.decodeRecord(with: coder) }
            try object.decodeProperties(with: coder)
            applying.append(Part(archive: archive, number: number, body: prepared))
        }
    }

    /// Lets the objects change that have only read so far. None of them has anything to fail with.
    func apply() {
        for part in applying { _ = run(part) }
    }

    /// Puts back what was changed, the last first.
    ///
    /// - Returns: Why it failed, and what could not be put back.
    func undo(after error: any Error) -> Diagnosis {
        var obstacle = obstacle
        for part in undoing.reversed() {
            if let failure = run(part) { obstacle = failure }
        }
        let reason = Diagnosis(error)
        return obstacle.map { reason.andNotPutBack(because: $0) } ?? reason
    }

    private func run(_ part: Part) -> Diagnosis? {
        do {
            try RestorationStep.run(
                .decode,
                part.number,
                of: part.archive,
                recorder,
                part.body
            )
            return nil
        } catch {
            return Diagnosis(error)
        }
    }
}

extension Diagnosis {
    /// Why decoding failed, and why what it had changed stays so.
    func andNotPutBack(because obstacle: Diagnosis) -> Diagnosis {
        Diagnosis(
            problem:
                "\(problem); the changes that decoding had made could not be undone: \(obstacle.problem)",
            place: place,
            remedyOf: self
        )
    }
}

/// Why an object that takes its state as a whole is not given it: there is no way back.
private struct NotRemembered: DiagnosedError {
    let reason: Diagnosis

    var diagnosis: Diagnosis {
        Diagnosis(
            problem:
                "The object was not decoded: it cannot be encoded, so a failed decode could not"
                + " be undone: \(reason.problem)",
            place: reason.place,
            advice: "Let the object encode successfully before it is restored, or read its state in"
                + " preparedState(from:). \(reason.advice)",
            outlook: reason.outlook
        )
    }
}
