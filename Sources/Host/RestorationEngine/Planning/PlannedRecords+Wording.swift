import RestorationCore

extension Diagnosis {
    static func newerSchema(
        of kind: RecordKind,
        _ name: String,
        _ version: Int
    ) -> Diagnosis {
        Diagnosis(
            problem: "Its state was written by schema version \(kind.schemaVersion) of"
                + " \(name), which here is \(version)",
            advice: "Start the newer version of the program or plugin",
            outlook: "; the state is retained until then."
        )
    }

    static func migration(
        of kind: RecordKind,
        _ name: String,
        _ version: Int
    ) -> Diagnosis {
        Diagnosis(
            problem: "Its state was written by schema version \(kind.schemaVersion) of"
                + " \(name), which here is \(version)",
            remedy: nothingToDo
        )
    }

    /// - Parameter verb: "is" or "was".
    static func conversion(_ conversion: Conversion, _ verb: String) -> Diagnosis {
        Diagnosis(problem: "Its state \(verb) converted \(conversion)", remedy: nothingToDo)
    }

    static func leftToProgram(_ kind: RecordKind, _ flags: ArchiveRecord.Flags) -> Diagnosis {
        let problem =
            if flags.contains(.isElement) {
                "Its owner provides the element, if the owner has loaded it"
            } else if kind.plugin != nil {
                "The program hands it over to its plugin"
            } else if flags.contains(.isRegistered) {
                "The program registers it"
            } else {
                "The program builds it, or its delegate or a route provides it"
            }
        return Diagnosis(problem: problem, remedy: nothingToDo)
    }

    /// For an object that a class makes below an object whose state is withheld.
    static func holderLeftOut(_ refusal: RecordRefusal) -> Diagnosis {
        Diagnosis(
            problem: "The children of an ancestor are not"
                + " restored: \(refusal.reason.problem); another object may still reference this"
                + " one",
            place: refusal.reason.place,
            remedyOf: refusal.reason
        )
    }

    static func aboveGap(_ path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "An earlier member of its container is not restored. A stack"
                + " retains the members above it; other containers restore them",
            place: path.description,
            remedy: nothingToDo
        )
    }

    private static let nothingToDo = "No action is needed."
}
