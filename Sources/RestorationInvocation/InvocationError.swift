/// Why a C function cannot be called, or what it returned cannot be used.
///
/// Everything but ``invalidText`` is found before the function is called.
@nonexhaustive
public enum InvocationError: Error, Hashable, Sendable {
    /// libffi refuses to prepare calls of the signature.
    case notPrepared(Signature)
    /// More or fewer arguments than the signature has parameters.
    case argumentCount(Int, needed: Int)
    /// An argument, counted from 1, is of another kind than its parameter. Nothing is converted.
    case mismatch(argument: Int, given: InvocationValue.Kind, needed: InvocationType)
    /// An integer does not fit the parameter's type.
    case outOfRange(argument: Int, InvocationType)
    /// Text with a NUL in it, at which C would end it.
    case textWithNUL(argument: Int)
    /// The function returned text that is not UTF-8.
    case invalidText
}

extension InvocationError: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop. Names no value.
    public var description: String {
        switch self {
        case .notPrepared(let signature): "libffi cannot call functions of the type \(signature)"
        case .argumentCount(let count, let needed):
            "The function was given \(count) arguments, it takes \(needed)"
        case .mismatch(let argument, let given, let needed):
            "Argument \(argument) is of kind \(given), not \(needed)"
        case .outOfRange(let argument, let type): "Argument \(argument) does not fit \(type)"
        case .textWithNUL(let argument):
            "Argument \(argument) has a NUL in it, at which C would end it"
        case .invalidText: "The function returned text that is not UTF-8"
        }
    }
}
