/// A fault of a declared method.
@nonexhaustive
public enum MethodFault: Error, Hashable, Sendable {
    /// The list of methods, or one of them, is null.
    case null
    /// The structure is smaller than in the first version of the interface.
    case tooSmall(sizeInBytes: Int, needed: Int)
    /// The name is empty or too long, has an invalid pointer, or is not UTF-8.
    case malformedName
    /// Another method of the class has the same name.
    case repeatedName
    /// A flag is unknown to this host.
    case unknownFlags(UInt32)
    /// The function is null.
    case missingFunction
    /// The signature is too long, has an invalid pointer, or is not UTF-8.
    case malformedSignature
    /// The signature does not parse.
    case signature(SignatureProblem)
    /// The first parameter is not `object`.
    case noObject(signature: String)
    /// Callers cannot pass or receive the type of a parameter or of the result.
    case type(String)
    /// The signature cannot be called on this system.
    case notCallable(String)

    /// The fault as a sentence without its full stop.
    func problem(of method: String) -> String {
        switch self {
        case .null: "The method \(method) is null"
        case .tooSmall(0, _): "The struct_size of the method \(method) is 0"
        case .tooSmall(let size, let needed):
            "The method \(method) has \(size) bytes, expected at least \(needed)"
        case .malformedName: "The method \(method) has a name that is not valid text"
        case .repeatedName: "The method \(method) is listed twice"
        case .unknownFlags(let flags):
            "The method \(method) has unknown flags: 0x\(String(flags, radix: 16))"
        case .missingFunction: "The method \(method) has no function"
        case .malformedSignature: "The method \(method) has a signature that is not valid text"
        case .signature(let problem):
            "The method \(method) has a wrong signature: \(problem.clause)"
        case .noObject(let signature):
            "The method \(method) has the signature \(signature), which does not begin with object"
        case .type(let type):
            "The method \(method) takes or returns \(type), which callers can neither pass"
                + " nor receive"
        case .notCallable(let signature):
            "The method \(method) has the signature \(signature), which cannot be called"
        }
    }

    var excerpt: String? {
        if case .signature(let problem) = self { problem.excerpt } else { nil }
    }

    var remedy: String {
        switch self {
        case .null: "Set method_count to the number of entries of methods."
        case .tooSmall(0, _): DescriptorFault.remedyForNoSize
        case .tooSmall: PropertyFault.remedyForOldHeaders
        case .malformedName:
            "Pass a name of 1 to \(PluginText.limit) bytes of UTF-8 with its length."
        case .repeatedName: "Give each method of the class a name of its own."
        case .unknownFlags: "Set flags to 0."
        case .missingFunction: "Set the function, or remove the method from the list."
        case .malformedSignature:
            "Pass UTF-8 text with its length, \(PluginText.signatureLimit) bytes at most."
        case .signature(let problem): problem.remedy
        case .noObject: "Begin it with object: the object that create made."
        case .type: "Take and return numbers, text, bytes, objects, structures and enumerations."
        case .notCallable:
            "Write \"owned\" alone, without a function's name, and return memory from malloc."
        }
    }
}

/// A syntax error in a signature.
public struct SignatureProblem: Hashable, Sendable {
    /// The column, counted in characters from 1.
    public let column: Int
    /// The text at the column, as errors show it.
    public let found: String
    /// The expected syntax.
    public let expected: String
    /// The remedy, as a sentence.
    public let remedy: String
    /// The text around the column, with a caret line below it; `nil` for an empty text.
    public let excerpt: String?

    var clause: String { "found \(found) at column \(column), expected \(expected)" }
}
