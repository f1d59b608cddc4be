import RestorationCore
import RestorationEngine

struct Findings {
    var result: (any Presentable)?
    /// Errors, for standard error.
    var diagnoses: [Diagnosis] = []
    /// Warnings, for standard error. They leave the exit status unchanged.
    var warnings: [Diagnosis] = []
    var status = Status.done

    enum Status: Int32 {
        case done = 0
        case failed = 1
        case inPart = 2
        /// Semantic source: `EX_USAGE` of sysexits(3).
        case misused = 64
    }

    init(
        _ result: (any Presentable)?,
        diagnoses: [Diagnosis] = [],
        warnings: [Diagnosis] = [],
        status: Status = .done
    ) {
        self.result = result
        self.diagnoses = diagnoses
        self.warnings = warnings
        self.status = status
    }

    /// Runs `find`, or reports its error as the only result.
    init(_ find: () throws -> Findings) {
        do {
            self = try find()
        } catch {
            diagnoses = [Diagnosis(error)]
            let isMisspelt = error is PathSyntaxError || error is RouteSyntaxError
            status = (error as? CommandError)?.status ?? (isMisspelt ? .misused : .failed)
        }
    }
}

protocol Presentable: Encodable {
    func page() -> Page
}

extension Diagnosis: Encodable {
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(problem, forKey: "problem")
        try members.encodeIfPresent(excerpt, forKey: "excerpt")
        try members.encode(place, forKey: "place")
        try members.encode(remedy, forKey: "remedy")
    }
}
