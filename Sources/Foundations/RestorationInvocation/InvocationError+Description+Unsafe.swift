internal import Glibc

extension InvocationError: CustomStringConvertible {
    /// The problem, as a sentence without its full stop. It shows no value except one returned by
    /// the function.
    public var description: String {
        switch self {
        case .notPrepared(let signature): "libffi cannot call functions of the type \(signature)"
        case .missingFunction(let name): "There is no function \(name) to free the owned value"
        case .argumentCount(let count, let needed):
            "The function was given \(count) arguments, but takes \(needed)"
        case .mismatch(let argument, let given, let needed):
            "\(Self.place(argument)) is of kind \(given), not \(needed)"
        case .outOfRange(let argument, let type): "\(Self.place(argument)) does not fit \(type)"
        case .null(let argument, let type):
            "\(Self.place(argument)) is null, which \(type) does not allow"
        case .textWithNUL(let argument):
            "\(Self.place(argument)) contains a NUL, which ends a string in C"
        case .missingField(let argument, let name):
            "\(Self.place(argument)) lacks the field \(name)"
        case .unknownField(let argument, let name):
            "\(Self.place(argument)) has a field \(name), which its type does not have"
        case .unknownEnumerator(let argument, let name):
            "\(Self.place(argument)) is \(name), which is not a value of the enumeration"
        case .otherCallback(let argument, let given, let needed):
            "\(Self.place(argument)) is a closure of the type \(given), not \(needed)"
        case .invalidText: "The function returned text that is not UTF-8"
        case .nullResult(let type):
            "The function returned null, which \(type) does not allow"
        case .invalidLength: "The function returned a length without bytes, or a negative one"
        case .failed(let function, let value, let errno):
            Self.failure(function ?? "The function", value, errno)
        case .noClosure(let signature, let obstacle):
            "Cannot create a closure of the type \(signature): \(obstacle)"
        case .calledLate(let signature):
            "A closure of the type \(signature) was called after its release"
        }
    }

    /// Number 0 is a closure's result.
    private static func place(_ argument: Int) -> String {
        argument == 0 ? "The result" : "Argument \(argument)"
    }

    private static func failure(
        _ function: String,
        _ value: InvocationValue?,
        _ errno: Int32?
    ) -> String {
        if let errno { return "\(function) failed: \(text(of: errno)) (\(errno))" }
        return switch value {
        case .integer(let code): "\(function) failed with \(code)"
        case .unsigned(let code): "\(function) failed with \(code)"
        case .enumerator(let name): "\(function) failed with \(name)"
        case .bool: "\(function) returned false"
        case let value? where value.isNull: "\(function) returned null"
        default: "\(function) failed" + (words(in: value).map { ": \($0)" } ?? "")
        }
    }

    /// A library's text about a failure, on its own or inside a structure.
    private static func words(in value: InvocationValue?) -> String? {
        switch value {
        case .string(let text?): text
        case .structure(let fields):
            fields.keys.sorted().lazy.compactMap { words(in: fields[$0]) }.first
        default: nil
        }
    }

    private static func text(of errno: Int32) -> String {
        // Invariant: glibc's text stays valid until this thread's next call.
        guard let text = unsafe strerror(errno) else { return "" }
        return unsafe String(cString: text)
    }
}

extension ClosureObstacle: CustomStringConvertible {
    /// The reason, as the second part of a sentence.
    public var description: String {
        switch self {
        case .forbidden: "this program does not allow closures"
        case .exhausted: "no suitable precompiled trampoline is left"
        case .noMemory: "the system has no memory for it"
        case .forked: "this process was forked and would change its parent's closures"
        case .lends(let type): "the lifetime of the \(type) that it returns is unknown"
        case .variadic: "the types of its variable arguments are unknown"
        case .notPlain: "some of its arguments are not passed in registers"
        }
    }
}
