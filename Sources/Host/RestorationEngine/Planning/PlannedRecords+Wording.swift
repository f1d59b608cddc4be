import RestorationCore

extension Diagnosis {
    static func newerSchema(of kind: RecordKind, _ name: String, _ version: Int) -> Diagnosis {
        Diagnosis(
            problem: otherSchema(of: kind, name, version),
            advice: "Start the newer version of the program or plugin",
            outlook: "; the state is retained until then."
        )
    }

    static func migration(of kind: RecordKind, _ name: String, _ version: Int) -> Diagnosis {
        Diagnosis(problem: otherSchema(of: kind, name, version), remedy: nothingToDo)
    }

    private static func otherSchema(
        of kind: RecordKind,
        _ name: String,
        _ version: Int
    ) -> String {
        "Its state was written by schema version \(kind.schemaVersion) of \(name), which here is"
            + " \(version)"
    }

    /// - Parameter verb: "is" or "was".
    static func conversion(_ conversion: Conversion, _ verb: String) -> Diagnosis {
        Diagnosis(problem: "Its state \(verb) converted \(conversion)", remedy: nothingToDo)
    }

    static func leftToProgram(_ kind: RecordKind, _ flags: Record.Flags) -> Diagnosis {
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

    private static let nothingToDo = "No action is needed."
}
