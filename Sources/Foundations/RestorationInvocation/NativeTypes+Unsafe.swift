internal import CFFI

/// libffi's descriptions of types. A structure's description is created once and is immortal:
/// libffi writes to it while preparing a call, and reads it in every call.
///
/// Invariant: used only under the lock of ``CallInterface``.
@safe struct NativeTypes: @unchecked Sendable {
    typealias Native = UnsafeMutablePointer<ffi_type>

    private var structures: [InvocationType: Native] = unsafe [:]

    /// The types of all arguments that C passes.
    ///
    /// - Parameter split: the index of the argument that is passed in two halves, an integer and a
    ///   floating-point one.
    mutating func arguments(of signature: Signature, splitting split: Int?) -> [Native] {
        var natives: [Native] = unsafe []
        for (index, parameter) in signature.parameters.enumerated() {
            let isVariadic = signature.fixedCount.map { index >= $0 } ?? false
            if parameter.direction == .input {
                unsafe natives.append(native(parameter.type, isVariadic: isVariadic))
            } else {
                unsafe natives.append(Self.numbered(FFI_TYPE_POINTER))
            }
            guard case .bytes(.following(let length)) = parameter.type.bare else { continue }
            let isPointer = parameter.direction == .output
            unsafe natives.append(native(isPointer ? .pointer : length, isVariadic: isVariadic))
        }
        if let split {
            let halves = unsafe [FFI_TYPE_UINT64, FFI_TYPE_DOUBLE].map(Self.numbered)
            unsafe natives.replaceSubrange(split...split, with: halves)
        }
        return unsafe natives
    }

    /// The description of a type.
    ///
    /// - Parameter isVariadic: whether C promotes the argument, as after `...`.
    mutating func native(_ type: InvocationType, isVariadic: Bool = false) -> Native {
        switch type.bare {
        case .structure(let fields): return unsafe structure(type.bare, fields)
        case .enumeration(let enumeration):
            return unsafe native(enumeration.underlying, isVariadic: isVariadic)
        case .void: return unsafe Self.numbered(FFI_TYPE_VOID)
        default: break
        }
        let word = WordType(type) ?? .pointer
        return unsafe Self.numbered(isVariadic ? word.promotedNumber : word.number)
    }

    private mutating func structure(
        _ type: InvocationType,
        _ fields: [InvocationType.Field]
    ) -> Native {
        if let known = unsafe structures[type] { return unsafe known }
        let elements = UnsafeMutablePointer<Native?>.allocate(capacity: fields.count + 1)
        for (index, field) in fields.enumerated() {
            unsafe (elements + index).initialize(to: native(field.type))
        }
        unsafe (elements + fields.count).initialize(to: nil)
        let made = Native.allocate(capacity: 1)
        // Size 0 makes libffi compute the size.
        unsafe made.initialize(
            to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements)
        )
        unsafe structures[type] = made
        return unsafe made
    }

    private static func numbered(_ number: Int32) -> Native {
        // Invariant: all numbers here denote scalar types, which have constants.
        unsafe cffi_type(number)!
    }
}

extension WordType {
    fileprivate var number: Int32 {
        switch self {
        // C's bool is one byte, 0 or 1, on every system that libffi supports.
        case .bool, .uint8: FFI_TYPE_UINT8
        case .int8: FFI_TYPE_SINT8
        case .int16: FFI_TYPE_SINT16
        case .int32: FFI_TYPE_SINT32
        case .int64: FFI_TYPE_SINT64
        case .uint16: FFI_TYPE_UINT16
        case .uint32: FFI_TYPE_UINT32
        case .uint64, .size: FFI_TYPE_UINT64
        case .float32: FFI_TYPE_FLOAT
        case .float64, .promotedFloat32: FFI_TYPE_DOUBLE
        case .string, .object, .pointer, .optionalString, .optionalObject, .optionalPointer:
            FFI_TYPE_POINTER
        }
    }

    /// The number for an argument after `...`, where libffi rejects unpromoted types.
    fileprivate var promotedNumber: Int32 {
        switch self {
        case .bool, .int8, .uint8, .int16, .uint16: FFI_TYPE_SINT32
        case .float32: FFI_TYPE_DOUBLE
        default: number
        }
    }
}
