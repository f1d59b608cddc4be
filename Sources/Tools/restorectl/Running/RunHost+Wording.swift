import RestorationCore
import RestorationEngine

/// What a person who types steps can do, rather than one who writes a program.
extension RunHost {
    static func diagnosis(of error: any Error, isInteractive: Bool) -> Diagnosis {
        switch error {
        case let fault as RunStep.Fault:
            Diagnosis(
                problem: fault.sentence,
                remedy: isInteractive
                    ? "help lists the steps." : "restorectl plugin run --help lists the steps."
            )
        case let fault as PluginProgram.Fault:
            Diagnosis(problem: fault.sentence, remedy: fault.remedy)
        case let error as MethodError:
            Diagnosis(
                problem: error.diagnosis.problem,
                place: error.diagnosis.place,
                remedy: remedy(of: error)
            )
        default: Diagnosis(error)
        }
    }

    private static func remedy(of error: MethodError) -> String {
        switch error {
        case .unknown(_, _, let nearest):
            (nearest.map { "Call \($0), if that was meant; " } ?? "")
                + "show lists the methods of the object."
        case .unavailable: error.diagnosis.remedy
        case .leavesObject: "Call a method that returns a value; show lists the methods."
        default: error.diagnosis.remedy + " show lists the methods with their parameters."
        }
    }

    /// What to do about a finding, in this run. Its state is in use until the run ends and removes
    /// it, so that no command changes it from outside.
    static func remedy(of finding: Diagnosis) -> String {
        finding.remedy.contains("restorectl archive") ? wayBack : finding.remedy
    }

    /// What brings a retained object back.
    static let wayBack =
        "What was saved of it is kept until the run ends. Mend the plugin and build it anew: the"
        + " step restart, on a terminal, then tries it again."
}
