/// What is wrong with a method that a class declares.
@nonexhaustive
public enum MethodFault: Error, Hashable, Sendable {
    /// The list of methods, or one of them, is null.
    case null
    /// The structure is smaller than the first version of the interface had it.
    case tooSmall(sizeInBytes: Int, needed: Int)
    /// The name is empty, too long, lent wrongly or not UTF-8.
    case malformedName
    /// Another method of the class has the same name.
    case repeatedName
    /// Flags that no header has that this host knows.
    case unknownFlags(UInt32)
    /// The function is null.
    case missingFunction
    /// The signature is too long, lent wrongly or not UTF-8.
    case malformedSignature
    /// The signature does not parse.
    case signature(SignatureProblem)
    /// The first parameter is not `object`.
    case noObject(signature: String)
    /// A parameter or the result is of a type that no value of a caller's has.
    case type(String)
    /// The signature cannot be called on this system.
    case notCallable(String)

    /// What is wrong, as a sentence without its full stop.
    ///
    /// - Parameter method: what the sentence calls the method.
    func problem(of method: String) -> String {
        switch self {
        case .null: "The method \(method) is null"
        case .tooSmall(0, _): "The struct_size of the method \(method) is 0"
        case .tooSmall(let size, let needed):
            "The method \(method) has \(size) bytes in place of \(needed) or more"
        case .malformedName: "The method \(method) has a name that is not valid text"
        case .repeatedName: "The method \(method) is there twice"
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
            "Lend a name of 1 to \(PluginText.limit) bytes of UTF-8 with its length."
        case .repeatedName: "Give each method of the class a name of its own."
        case .unknownFlags: "Set flags to 0."
        case .missingFunction: "Set the function, or take the method from the list."
        case .malformedSignature:
            "Lend text as UTF-8 with its length, \(PluginText.signatureLimit) bytes at most."
        case .signature(let problem): problem.remedy
        case .noObject: "Let it take what create delivered as its first parameter."
        case .type: "Take and return numbers, text, bytes, objects, structures and enumerations."
        case .notCallable: "Hand over only memory that is freed with free."
        }
    }
}

/// What is wrong with the text of a signature, and where.
public struct SignatureProblem: Hashable, Sendable {
    /// The place, counted in characters from 1.
    public let column: Int
    /// The text at the place, as it is shown in an error.
    public let found: String
    /// What the language allows there.
    public let expected: String
    /// What to do about it, as a sentence.
    public let remedy: String
    /// The text around the place, and below it a line with a caret that points there; `nil` for a
    /// text that is empty.
    public let excerpt: String?

    /// What is wrong, as the end of a sentence.
    var clause: String { "at column \(column) stands \(found) in place of \(expected)" }
}
