import RestorationCore
import RestorationEngine

/// Remedies for a user of steps, rather than the author of a program.
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
            (nearest.map { "Did you mean \($0)? " } ?? "")
                + "show lists the methods of the object."
        case .unavailable: error.diagnosis.remedy
        case .returnsObject: "Call a method that returns a value; show lists the methods."
        default: error.diagnosis.remedy + " show lists the methods with their parameters."
        }
    }

    /// The remedy in this run, whose state no other command can change until the run ends and
    /// removes it.
    static func remedy(of finding: Diagnosis) -> String {
        finding.remedy.contains("restorectl archive") ? retryCommand : finding.remedy
    }

    static let retryCommand =
        "Its saved state is retained until the run ends. Fix and rebuild the plugin:"
        + " on a terminal, the step restart then tries it again."
}
