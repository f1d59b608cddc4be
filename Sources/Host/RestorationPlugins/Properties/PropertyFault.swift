internal import RestorationCore
internal import RestorationDiscovery

/// A property's getter or setter.
public enum PropertyAccessor: String, Hashable, Sendable {
    case getter, setter

    var shape: String {
        switch self {
        case .getter: "(object) -> type"
        case .setter: "(object, type)"
        }
    }
}

/// A fault of a declared property.
@nonexhaustive
public enum PropertyFault: Error, Hashable, Sendable {
    /// The list of properties, or one of them, is null.
    case null
    /// The structure is smaller than in the first version of the interface.
    case tooSmall(sizeInBytes: Int, needed: Int)
    /// The key is empty or too long, has an invalid pointer, or is not UTF-8.
    case malformedKey
    /// Another property of the class has the same key.
    case repeatedKey
    /// A flag is unknown to this host.
    case unknownFlags(UInt32)
    /// A function is null.
    case missingFunction(PropertyAccessor)
    /// A signature is too long, has an invalid pointer, or is not UTF-8.
    case malformedSignature(PropertyAccessor)
    /// A signature does not parse.
    case signature(PropertyAccessor, SignatureProblem)
    /// The signature is not that of a getter or setter.
    case shape(PropertyAccessor, signature: String)
    /// The getter and the setter have different types.
    case typesDiffer(getter: String, setter: String)
    /// The key of the predecessor is not valid text, or no property has it.
    case unknownPredecessor(String?, nearest: String?)
    /// The property would be restored after itself; the keys of the cycle, in order.
    case circularOrder([String])
    /// The default is not JSON, or not of the property's type.
    case malformedDefault(type: String)

    /// The fault as a sentence without its full stop.
    func problem(of property: String) -> String {
        switch self {
        case .null: "The property \(property) is null"
        case .tooSmall(0, _): "The struct_size of the property \(property) is 0"
        case .tooSmall(let size, let needed):
            "The property \(property) has \(size) bytes, expected at least \(needed)"
        case .malformedKey: "The property \(property) has a key that is not valid text"
        case .repeatedKey: "The property \(property) is listed twice"
        case .unknownFlags(let flags):
            "The property \(property) has unknown flags: 0x\(String(flags, radix: 16))"
        case .missingFunction(let accessor): "The property \(property) has no \(accessor.rawValue)"
        case .malformedSignature(let accessor):
            "The \(accessor.rawValue) of the property \(property) has a signature that is not valid"
                + " text"
        case .signature(let accessor, let problem):
            "The \(accessor.rawValue) of the property \(property) has a wrong signature:"
                + " \(problem.clause)"
        case .shape(let accessor, let signature):
            "The \(accessor.rawValue) of the property \(property) has the signature"
                + " \(signature), expected \(accessor.shape)"
        case .typesDiffer(let getter, let setter):
            "The property \(property) is read as \(getter) and written as \(setter)"
        case .unknownPredecessor(let key, _):
            "The property \(property) must be restored after "
                + (key.map { "\"\($0)\", which the class does not have" }
                    ?? "one whose key is not valid text")
        case .circularOrder(let keys):
            "The property \(property) must be restored after itself: "
                + keys.joined(separator: " after ")
        case .malformedDefault(let type):
            "The property \(property) has a default that is not \(type)"
        }
    }

    static let remedyForOldHeaders =
        "Rebuild the plugin against the \(ABIVersion.supportedByHost) headers."

    var excerpt: String? {
        if case .signature(_, let problem) = self { problem.excerpt } else { nil }
    }

    var remedy: String {
        switch self {
        case .null: "Set property_count to the number of entries of properties."
        case .tooSmall(0, _): DescriptorFault.remedyForNoSize
        case .tooSmall: Self.remedyForOldHeaders
        case .malformedKey: "Pass a key of 1 to \(PluginText.limit) bytes of UTF-8 with its length."
        case .repeatedKey: "Give each property of the class a key of its own."
        case .unknownFlags: "Combine only the flags that restoration/property.h has."
        case .missingFunction:
            "Set both functions. For a value with only a getter or only a setter, use encode and"
                + " decode."
        case .malformedSignature:
            "Pass UTF-8 text with its length, \(PluginText.signatureLimit) bytes at most."
        case .signature(_, let problem): problem.remedy
        case .shape(let accessor, _):
            "Write \(accessor.shape), with bool, a number, a string, an enum or a structure of"
                + " numbers"
                + " for the type."
        case .typesDiffer: "Declare the same type for both."
        case .unknownPredecessor(_, let nearest):
            nearest.map { "Did you mean \"\($0)\"?" }
                ?? "Write the key of another property of the class, or leave it empty."
        case .circularOrder: "Leave restored_after empty for one of them."
        case .malformedDefault:
            "Write the value as JSON: 1.5, true, \"text\", or null where the type has a ?."
        }
    }
}
