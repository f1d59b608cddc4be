/// The reason why a method was not called.
@nonexhaustive
public enum MethodError: DiagnosedError, Hashable {
    /// The object has no method of that name.
    ///
    /// - Parameters:
    ///   - owner: a description of the object.
    ///   - nearest: the most similar method name, if any.
    case unknown(String, owner: String, nearest: String?)
    /// The object could not be restored and is represented by a stand-in.
    case unavailable(String, reason: Diagnosis)
    /// The number of arguments is wrong.
    case argumentCount(Int, needed: Int, method: String)
    /// An argument, counted from 1, does not match its parameter.
    case argument(Int, method: String, problem: String)
    /// The method returns an object, directly or in an out-parameter, and cannot be called for a
    /// value.
    case returnsObject(String)

    public var diagnosis: Diagnosis {
        switch self {
        case .unknown(let name, let owner, let nearest):
            Diagnosis(
                problem: "\(owner) has no method \(name)",
                remedy: nearest.map { "Did you mean \($0)?" }
                    ?? "Call one of its restorationMethods."
            )
        case .unavailable(let name, let reason):
            Diagnosis(
                problem: "\(name) was not called, because the object is unavailable:"
                    + " \(reason.problem)",
                place: reason.place,
                remedy: reason.remedy
            )
        case .argumentCount(let count, let needed, let method):
            Diagnosis(
                problem: "\(method) was given \(count) arguments, but takes \(needed)",
                remedy: "Pass one value for each parameter."
            )
        case .argument(let number, let method, let problem):
            Diagnosis(
                problem: "Argument \(number) of \(method) \(problem)",
                remedy: "Pass a value of the parameter's type; values are not converted."
            )
        case .returnsObject(let method):
            Diagnosis(
                problem: "\(method) returns an object, not a value",
                remedy: "Read the object from call(\"\(method)\", …).object."
            )
        }
    }
}
