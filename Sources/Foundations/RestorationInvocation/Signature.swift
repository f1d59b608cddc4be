/// The type of a C function, written as text: `(object, float64) -> string`.
///
/// ```swift
/// let signature = try Signature(parsing: "(object, float64)")
/// print(signature.parameters.count, signature.result)   // 2 void
/// ```
///
/// The author vouches for a signature, because no code can check it against the function.
/// `Docs/Signatures.md` describes the language.
public struct Signature: Hashable, Sendable {
    /// The maximum number of arguments in C. C11 (5.2.4.1) asks compilers for 127.
    public static let parameterLimit = 127
    /// The longest text of a signature, in Unicode scalars.
    public static let lengthLimit = 16_384
    /// The maximum nesting depth of types.
    public static let depthLimit = 16
    /// The maximum number of types in a signature, including nested ones.
    public static let typeLimit = 1_000

    /// The function's name in errors, if the signature has one.
    public let name: String?
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// The number of parameters before the `...` of a variadic function, otherwise `nil`.
    public let fixedCount: Int?
    /// The type of the result; ``InvocationType/void`` for none.
    public let result: InvocationType
    /// The function's convention for reporting failure, if any.
    public let failure: FailureConvention?
    /// The result of a closure that fails; 0 or null if `nil`.
    public let failureValue: InvocationValue?

    /// One parameter of a function.
    public struct Parameter: Hashable, Sendable {
        /// The type of the value; for an out-parameter, the pointee.
        public let type: InvocationType
        /// Whether the caller passes the value, the function sets it, or both.
        public let direction: Direction
        /// The parameter's name in the signature.
        public let name: String?

        init(_ type: InvocationType, _ direction: Direction = .input, name: String? = nil) {
            self.type = type
            self.direction = direction
            self.name = name
        }
    }

    /// The direction in which a value is passed.
    public enum Direction: String, Hashable, Sendable {
        /// To the function.
        case input = "in"
        /// From the function, through a pointer.
        case output = "out"
        /// In both directions, through a pointer.
        case both = "inout"
    }

    /// The way in which a function reports failure.
    public enum FailureConvention: Hashable, Sendable {
        /// By its result; `errno` may hold the reason.
        case result(Sign, setsErrno: Bool)
        /// Only by `errno`, which is set to 0 before the call.
        case errno
        /// By a nonzero result, which is a number as in `errno`.
        case code
        /// By a nonzero or non-null value in the out-parameter of that name.
        case parameter(String)

        /// A result that indicates failure.
        public enum Sign: String, Hashable, Sendable, CaseIterable {
            case null, negative, nonzero, `false`
        }
    }

    init(
        name: String? = nil,
        parameters: [Parameter],
        fixedCount: Int? = nil,
        result: InvocationType,
        failure: FailureConvention? = nil,
        failureValue: InvocationValue? = nil
    ) {
        self.name = name
        self.parameters = parameters
        self.fixedCount = fixedCount
        self.result = result
        self.failure = failure
        self.failureValue = failureValue
    }
}

extension Signature {
    /// The number of arguments of a call: one for each parameter that is not only `out`.
    public var argumentCount: Int { parameters.count(where: { $0.direction != .output }) }

    /// Whether the caller receives a parameter's value. It does not if the value is the result's
    /// length or reports failure.
    package func isOutcome(_ parameter: Parameter) -> Bool {
        guard parameter.direction != .input else { return false }
        guard let name = parameter.name else { return true }
        return failure != .parameter(name) && result.bare != .bytes(.parameter(name))
    }

    /// The signature without names and failure conventions, shared by all functions of these types.
    /// A result of bytes no longer names the parameter with its length.
    var withoutNames: Signature {
        var result = result
        if case .bytes(.parameter) = result.bare { result = .pointer }
        return Signature(
            parameters: parameters.map { Parameter($0.type, $0.direction) },
            fixedCount: fixedCount,
            result: result
        )
    }

    /// Whether both signatures have the same types and failure value, regardless of names.
    func hasTypes(of other: Signature) -> Bool {
        result == other.result && fixedCount == other.fixedCount
            && failureValue == other.failureValue
            && parameters.elementsEqual(other.parameters) {
                $0.type == $1.type && $0.direction == $1.direction
            }
    }

    var nativeCount: Int { parameters.reduce(0) { $0 + $1.nativeCount } }
}

extension Signature.Parameter {
    /// The number of arguments that C passes for it: bytes are a pointer and a length.
    var nativeCount: Int {
        if case .bytes(.following) = type.bare { 2 } else { 1 }
    }
}

extension Signature {
    /// The signature with a 64-bit handle in place of each object except the first.
    package var withHandles: Signature {
        Signature(
            name: name,
            parameters: parameters.enumerated().map { index, parameter in
                index > 0 && parameter.type.bare == .object
                    ? Parameter(.uint64, parameter.direction, name: parameter.name) : parameter
            },
            fixedCount: fixedCount,
            result: result.bare == .object ? .uint64 : result,
            failure: failure.map { convention in
                // No handle is 0, so 0 corresponds to null.
                guard case .result(.null, let setsErrno) = convention, result.bare == .object else {
                    return convention
                }
                return .result(.false, setsErrno: setsErrno)
            },
            failureValue: failureValue
        )
    }
}

extension Signature: CustomStringConvertible {
    /// The signature in its canonical form, which parses to an equal one.
    public var description: String {
        var list = parameters.map(\.description)
        if let fixedCount { list.insert("...", at: fixedCount) }
        var text = "\(name ?? "")(\(list.joined(separator: ", ")))"
        if result != .void { text += " -> \(result)" }
        if let failure { text += " fails \(failure)" }
        if let failureValue { text += " else \(failureValue.literal)" }
        return text
    }
}

extension Signature.Parameter: CustomStringConvertible {
    /// The parameter in signature syntax.
    public var description: String {
        let word = direction == .input ? "" : "\(direction.rawValue) "
        return "\(word)\(type)\(name.map { " \($0)" } ?? "")"
    }
}

extension Signature.FailureConvention: CustomStringConvertible {
    /// The convention in signature syntax.
    public var description: String {
        switch self {
        case .result(let sign, let setsErrno): sign.rawValue + (setsErrno ? " errno" : "")
        case .errno: "errno"
        case .code: "code"
        case .parameter(let name): name
        }
    }
}

extension InvocationValue {
    fileprivate var literal: String {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .enumerator(let name): name
        default: "null"
        }
    }
}
