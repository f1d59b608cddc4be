import RestorationCore
import RestorationEngine

/// All that a command has to say.
struct Findings {
    /// What was asked for, for standard output; `nil` if there is no answer.
    var result: (any Presentable)?
    /// What the person should know besides, for standard error.
    var diagnoses: [Diagnosis] = []
    /// The same, of what leaves the exit status alone.
    var warnings: [Diagnosis] = []
    var status = Status.done

    /// How a command went: the exit status.
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

    /// Takes what `find` returns, or turns its error into the only thing to say.
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

/// A result in its two forms, which hold the same facts: a page, and what a `JSONDocument` encodes.
protocol Presentable: Encodable {
    func page() -> Page
}

extension Diagnosis: Encodable {
    /// Writes the parts as members of an object. Few have an excerpt.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(problem, forKey: "problem")
        try members.encodeIfPresent(excerpt, forKey: "excerpt")
        try members.encode(place, forKey: "place")
        try members.encode(remedy, forKey: "remedy")
    }
}
