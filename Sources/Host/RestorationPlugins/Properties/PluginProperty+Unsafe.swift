internal import CRestorationPlugin
internal import RestorationDiscovery
internal import RestorationInvocation

/// A property of a plugin's class: state behind a getter and a setter.
@safe struct PluginProperty {
    let key: String
    let type: InvocationType
    /// Whether saves omit the value right after `create`.
    let omitsDefault: Bool
    /// Whether tools hide the value.
    let isSensitive: Bool
    /// The property to restore first, unless declaration order suffices.
    let predecessor: String?
    /// The value for the setter if none is stored.
    let declaredDefault: InvocationValue?
    /// Invariant (restoration/property.h): callable until the process ends, with the result of
    /// `create` as first argument. The declared types cannot be checked.
    private let getter: NativeFunction
    private let setter: NativeFunction

    init(
        _ declared: restoration_property,
        key: String
    ) throws(PropertyFault) {
        self.key = key
        let flags = unsafe Flags(rawValue: declared.flags)
        guard flags.isSubset(of: .all) else { throw .unknownFlags(flags.rawValue) }
        omitsDefault = flags.contains(.omitDefault)
        isSensitive = flags.contains(.sensitive)
        let read: InvocationType
        unsafe (getter, read) = try Self.function(
            declared.getter,
            declared.getter_signature,
            .getter
        )
        unsafe (setter, type) = try Self.function(
            declared.setter,
            declared.setter_signature,
            .setter
        )
        guard read == type || read == .owned(type, by: "free") else {
            throw .typesDiffer(getter: "\(read)", setter: "\(type)")
        }
        predecessor = unsafe try Self.predecessor(declared.restored_after)
        declaredDefault = unsafe try Self.value(declared.default_value, of: type)
    }

    private static func predecessor(
        _ lent: restoration_string
    ) throws(PropertyFault) -> String? {
        guard unsafe lent.count > 0 else { return nil }
        guard let key = unsafe lent.copied(limit: PluginText.limit) else {
            throw .unknownPredecessor(nil, nearest: nil)
        }
        return key
    }

    private static func value(
        _ lent: restoration_string,
        of type: InvocationType
    ) throws(PropertyFault) -> InvocationValue? {
        guard unsafe lent.count > 0 else { return nil }
        guard let text = unsafe lent.copied(limit: PluginText.signatureLimit),
            let value = InvocationValue(json: text, as: type)
        else { throw .malformedDefault(type: "\(type)") }
        return value
    }

    private struct Flags: OptionSet {
        let rawValue: UInt32
        static let omitDefault = Flags(rawValue: UInt32(RESTORATION_PROPERTY_OMIT_DEFAULT))
        static let sensitive = Flags(rawValue: UInt32(RESTORATION_PROPERTY_SENSITIVE))
        static let all: Flags = [omitDefault, sensitive]
    }

    private static func function(
        _ address: restoration_function?,
        _ text: restoration_string,
        _ accessor: PropertyAccessor
    ) throws(PropertyFault) -> (NativeFunction, InvocationType) {
        guard let address else { throw .missingFunction(accessor) }
        guard let text = unsafe text.copied(limit: PluginText.signatureLimit) else {
            throw .malformedSignature(accessor)
        }
        let signature = try signature(text, of: accessor)
        guard let type = accessor.type(in: signature),
            let function = unsafe try? NativeFunction(address, as: signature)
        else { throw .shape(accessor, signature: signature.description) }
        return (function, type)
    }

    private static func signature(
        _ text: String,
        of accessor: PropertyAccessor
    ) throws(PropertyFault) -> Signature {
        do throws(SignatureFault) {
            return try Signature(parsing: text)
        } catch {
            throw .signature(accessor, SignatureProblem(error))
        }
    }

    /// Calls the getter.
    ///
    /// - Parameter object: The live result of the class's `create`.
    @unsafe func value(
        of object: UnsafeMutableRawPointer
    ) throws(InvocationError) -> InvocationValue {
        // The signature was checked to have a result or one out-parameter.
        guard getter.signature.parameters.count > 1 else {
            return unsafe try getter.call(.object(UInt(bitPattern: object)))!
        }
        return unsafe try getter.invoke([.object(UInt(bitPattern: object))]).outputs[0]
    }

    /// Calls the setter, with an object as for ``value(of:)``.
    @unsafe func set(
        _ value: InvocationValue,
        of object: UnsafeMutableRawPointer
    ) throws(InvocationError) {
        unsafe try setter.perform(.object(UInt(bitPattern: object)), value)
    }
}

extension PropertyAccessor {
    /// `nil` unless the signature is an accessor's.
    fileprivate func type(in signature: Signature) -> InvocationType? {
        let parameters = signature.parameters
        guard parameters.first?.type == .object, parameters.first?.direction == .input,
            signature.fixedCount == nil
        else { return nil }
        switch self {
        case .getter where parameters.count == 1: return signature.result.ofProperty
        case .getter:
            let fillsOne = parameters.count == 2 && parameters[1].direction == .output
            let type = fillsOne && signature.result == .void ? parameters[1].type.ofProperty : nil
            // Other types must be results.
            return type?.isStructure == true ? type : nil
        case .setter:
            // A setter's result is ignored.
            guard parameters.count == 2, parameters[1].direction == .input else { return nil }
            return parameters[1].type.ofProperty
        }
    }
}

extension InvocationType {
    /// The property type of a parameter or result, if supported. A structure may be behind a
    /// pointer.
    fileprivate var ofProperty: InvocationType? {
        switch self {
        case .string, .optional(.string), .owned(.string, by: "free"),
            .owned(.optional(.string), by: "free"):
            self
        case .pointee(let type) where type.isStructure && type.isStorableInStructure: type
        default: isStorableInStructure ? self : nil
        }
    }

    fileprivate var isStructure: Bool { if case .structure = self { true } else { false } }
}
