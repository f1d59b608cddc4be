internal import CRestorationPlugin
internal import RestorationInvocation

/// A function of the plugin that the host calls by name.
@safe struct PluginMethod {
    let name: String
    let signature: Signature
    /// Invariant (restoration/method.h): callable until the process ends, with the result of
    /// `create` as first argument, and handles for other objects. The declared type cannot be
    /// checked.
    private let function: NativeFunction

    /// The types of the result, if any, and of the out-parameters, in order.
    let outcomeTypes: [InvocationType]
    var returnsObject: Bool { outcomeTypes.contains(where: \.isObject) }

    init(_ declared: restoration_method, name: String) throws(MethodFault) {
        self.name = name
        let flags = unsafe declared.flags
        guard flags == 0 else { throw .unknownFlags(flags) }
        guard let address = unsafe declared.function else { throw .missingFunction }
        guard let text = unsafe declared.signature.copied(limit: PluginText.signatureLimit) else {
            throw .malformedSignature
        }
        let signature: Signature
        do throws(SignatureFault) {
            signature = try Signature(parsing: text)
        } catch {
            throw .signature(SignatureProblem(error))
        }
        guard let first = signature.parameters.first, first.type == .object,
            first.direction == .input, signature.fixedCount != 0
        else { throw .noObject(signature: signature.description) }
        let types = signature.parameters.dropFirst().map(\.type) + [signature.result]
        if let type = types.first(where: { !$0.isMethodType && !$0.isObject && $0 != .void }) {
            throw .type("\(type)")
        }
        guard let function = unsafe try? NativeFunction(address, as: signature.withHandles) else {
            throw .notCallable(signature.description)
        }
        self.signature = signature
        self.function = function
        outcomeTypes =
            (signature.result == .void ? [] : [signature.result])
            + signature.parameters.filter(signature.isOutcome).map(\.type)
    }

    /// Calls the method.
    ///
    /// - Parameter object: The live result of the class's `create`.
    @unsafe func invoke(
        on object: UnsafeMutableRawPointer,
        _ arguments: [InvocationValue]
    ) throws(InvocationError) -> InvocationOutcome {
        let all = [.object(UInt(bitPattern: object))] + arguments
        // The fast path.
        guard signature.parameters.contains(where: { $0.direction != .input }) else {
            return InvocationOutcome(unsafe try function.call(all))
        }
        return unsafe try function.invoke(all)
    }
}

extension PluginMethod {
    /// The methods that a class declares, validated and copied.
    ///
    /// Invariant (restoration/plugin.h): the table has `method_count` entries, and is never freed.
    static func table(
        of declared: restoration_class,
        className: String
    ) throws(DescriptorFault) -> [PluginMethod] {
        let count = unsafe declared.method_count
        guard count <= 4096 else { throw .tooManyMethods(count, className: className) }
        guard count > 0 else { return [] }
        var methods: [PluginMethod] = []
        var names: Set<String> = []
        for index in 0..<Int(count) {
            var title = "number \(index + 1) of \(className)"
            do throws(MethodFault) {
                guard let entry = unsafe declared.methods?[index] else { throw .null }
                let copy = unsafe try copy(entry)
                guard let name = unsafe copy.name.copied(limit: PluginText.limit), !name.isEmpty
                else { throw .malformedName }
                title = "\"\(name)\" of \(className)"
                guard names.insert(name).inserted else { throw .repeatedName }
                methods.append(unsafe try PluginMethod(copy, name: name))
            } catch {
                throw .method(title, error)
            }
        }
        return methods
    }

    private static func copy(
        _ entry: UnsafePointer<restoration_method>
    ) throws(MethodFault) -> restoration_method {
        do throws(DescriptorFault) {
            return unsafe try PluginDescriptor.copy(
                UnsafeRawPointer(entry),
                into: restoration_method(),
                minimum: MemoryLayout<restoration_method>.offset(of: \.function)! + 8,
                structure: "method"
            )
        } catch {
            guard case .tooSmall(_, let size, let needed) = error else { throw .null }
            throw .tooSmall(sizeInBytes: size, needed: needed)
        }
    }
}

extension SignatureProblem {
    init(_ fault: SignatureFault) {
        column = fault.column
        found = fault.found
        expected = fault.expected
        remedy = fault.remedy
        excerpt = fault.excerpt.hasPrefix("\n") ? nil : fault.excerpt
    }
}

extension InvocationType {
    var isObject: Bool { self == .object || self == .optional(.object) }

    fileprivate var isMethodType: Bool {
        switch self {
        case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size,
            .float32, .float64, .string, .bytes, .enumeration:
            true
        case .optional(let type), .pointee(let type), .owned(let type, _): type.isMethodType
        case .structure(let fields): fields.allSatisfy(\.type.isMethodType)
        default: false
        }
    }
}
