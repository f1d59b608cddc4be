/// The type of a C function, as text: `(object, float64) -> string`.
///
/// ```swift
/// let signature = try Signature(parsing: "(object, float64)")
/// print(signature.parameters.count, signature.result)   // 2 void
/// ```
///
/// Whoever writes it down vouches for it: nothing can check it against the function.
/// `Docs/Signatures.md` holds the language.
public struct Signature: Hashable, Sendable {
    /// The most arguments that C passes to a function. C11 (5.2.4.1) asks compilers for 127.
    public static let parameterLimit = 127
    /// The longest text of a signature, in Unicode scalars.
    public static let lengthLimit = 16_384
    /// How deep types may lie in one another.
    public static let depthLimit = 16
    /// How many types there may be in a signature, those in other types included.
    public static let typeLimit = 1_000

    /// What errors call the function, if the signature says so.
    public let name: String?
    /// What the function takes, in its order.
    public let parameters: [Parameter]
    /// How many parameters stand before the `...` of a variadic function; `nil` for any other.
    public let fixedCount: Int?
    /// The type of the result; ``InvocationType/void`` for none.
    public let result: InvocationType
    /// How the function says that it failed.
    public let failure: FailureConvention?
    /// What a closure of this type returns if it fails; 0 or null if `nil`.
    public let failureValue: InvocationValue?

    /// One parameter of a function.
    public struct Parameter: Hashable, Sendable {
        /// The type of the value; for an out-parameter, of the value that the pointer leads to.
        public let type: InvocationType
        /// Whether the caller passes the value, the function sets it, or both.
        public let direction: Direction
        /// What the signature calls it.
        public let name: String?

        init(_ type: InvocationType, _ direction: Direction = .input, name: String? = nil) {
            self.type = type
            self.direction = direction
            self.name = name
        }
    }

    /// Which way a value goes.
    public enum Direction: String, Hashable, Sendable {
        /// To the function.
        case input = "in"
        /// From it, through a pointer.
        case output = "out"
        /// Both, through a pointer.
        case both = "inout"
    }

    /// How a function says that it failed.
    public enum FailureConvention: Hashable, Sendable {
        /// By a result; `errno` may say why.
        case result(Sign, setsErrno: Bool)
        /// By `errno` alone, which is set to 0 before the call.
        case errno
        /// By a result other than 0, which is a number as in `errno`.
        case code
        /// By leaving something other than 0 or null in the out-parameter of that name.
        case parameter(String)

        /// A result that means failure.
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
    /// How many arguments a call is given: one for each parameter that is no out-parameter.
    public var argumentCount: Int { parameters.count(where: { $0.direction != .output }) }

    /// Whether the caller gets what a parameter holds afterwards: not if that is the length of the
    /// result, or says that the function failed.
    package func isOutcome(_ parameter: Parameter) -> Bool {
        guard parameter.direction != .input else { return false }
        guard let name = parameter.name else { return true }
        return failure != .parameter(name) && result.bare != .bytes(.parameter(name))
    }

    /// The signature of all functions of the same types, without anything that only readers and
    /// errors need. Results of bytes do not say which parameter has their length.
    var withoutNames: Signature {
        var result = result
        if case .bytes(.parameter) = result.bare { result = .pointer }
        return Signature(
            parameters: parameters.map { Parameter($0.type, $0.direction) },
            fixedCount: fixedCount,
            result: result
        )
    }

    /// Whether it says the same of parameters and result, by whatever names, and of failure.
    func hasTypes(of other: Signature) -> Bool {
        result == other.result && fixedCount == other.fixedCount
            && failureValue == other.failureValue
            && parameters.elementsEqual(other.parameters) {
                $0.type == $1.type && $0.direction == $1.direction
            }
    }

    /// How many arguments C passes.
    var nativeCount: Int { parameters.reduce(0) { $0 + $1.nativeCount } }
}

extension Signature.Parameter {
    /// How many arguments C passes for it: bytes are a pointer and a length.
    var nativeCount: Int {
        if case .bytes(.following) = type.bare { 2 } else { 1 }
    }
}

extension Signature {
    /// The same function where a number stands for each object but the first: a handle, of 64 bits.
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
                // No handle is 0, which is what null is.
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
    /// The signature in its usual form, which parses to the same one.
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
    /// The parameter as a signature writes it.
    public var description: String {
        let word = direction == .input ? "" : "\(direction.rawValue) "
        return "\(word)\(type)\(name.map { " \($0)" } ?? "")"
    }
}

extension Signature.FailureConvention: CustomStringConvertible {
    /// The convention as a signature writes it.
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
    /// A failure value as a signature writes it.
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
