internal import CRestorationPlugin
internal import RestorationInvocation

/// A property that a plugin's class declares: state that is read and written by calling two of the
/// plugin's functions.
@safe struct PluginProperty {
    /// The key in the object's state.
    let key: String
    /// What it holds.
    let type: InvocationType
    /// Whether nothing is stored while the value is the one right after `create`.
    let omitsDefault: Bool
    /// Whether tools keep the value to themselves.
    let isSensitive: Bool
    /// The key of the property that is restored before, if the table's order does not do.
    let predecessor: String?
    /// What the setter gets where nothing is stored.
    let declaredDefault: InvocationValue?
    /// Invariant (restoration/property.h): callable until the process ends, with what `create`
    /// delivered as first argument; and of the types that the plugin says, which cannot be checked.
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
        getter = unsafe try Self.function(declared.getter, declared.getter_signature, .getter)
        setter = unsafe try Self.function(declared.setter, declared.setter_signature, .setter)
        type = setter.signature.parameters[1].type
        let read = getter.signature.result
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
    ) throws(PropertyFault) -> NativeFunction {
        guard let address else { throw .missingFunction(accessor) }
        guard let text = unsafe text.copied(limit: PluginText.limit) else {
            throw .malformedSignature(accessor)
        }
        let signature = try signature(text, of: accessor)
        guard accessor.fits(signature),
            let function = unsafe try? NativeFunction(address, as: signature)
        else { throw .shape(accessor, signature: signature.description) }
        return function
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

    /// What the getter says.
    ///
    /// - Parameter object: what the class's `create` delivered, alive.
    @unsafe func value(
        of object: UnsafeMutableRawPointer
    ) throws(InvocationError) -> InvocationValue {
        // The signature was checked to have a result.
        unsafe try getter.call(.object(UInt(bitPattern: object)))!
    }

    /// Hands the setter a value.
    ///
    /// - Parameter object: as for ``value(of:)``.
    @unsafe func set(
        _ value: InvocationValue,
        of object: UnsafeMutableRawPointer
    ) throws(InvocationError) {
        unsafe try setter.perform(.object(UInt(bitPattern: object)), value)
    }
}

extension PropertyAccessor {
    /// Whether a function of that type reads, or writes, one value of an object.
    fileprivate func fits(_ signature: Signature) -> Bool {
        let parameters = signature.parameters
        guard parameters.first?.type == .object, signature.fixedCount == nil,
            parameters.allSatisfy({ $0.direction == .input })
        else { return false }
        switch self {
        case .getter:
            return parameters.count == 1 && signature.result.isPropertyType
        case .setter:
            // What a setter returns is ignored.
            return parameters.count == 2 && parameters[1].type.isPropertyType
        }
    }
}

extension InvocationType {
    /// Whether a property can have the type.
    fileprivate var isPropertyType: Bool {
        switch self {
        case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size,
            .float32, .float64, .string, .optional(.string), .owned(.string, by: "free"),
            .owned(.optional(.string), by: "free"):
            true
        default: false
        }
    }
}
