internal import CFFI
internal import Synchronization

/// A signature as libffi wants it: prepared once in a process, and kept for good.
///
/// Invariant of `@unchecked Sendable`: libffi writes to what it prepared only while preparing, which
/// happens inside `init`, under the lock of `prepared`. From then on it is read, by any thread.
@safe final class CallInterface: @unchecked Sendable {
    let signature: Signature
    /// Invariant: initialised, and like what it refers to never freed.
    let prepared: UnsafeMutablePointer<ffi_cif>
    /// The types of the parameters, where a call finds them without counting references.
    let parameters: UnsafeBufferPointer<InvocationType>
    let result: InvocationType

    /// All that have been prepared. Guarded, because any thread may need one. None is ever removed:
    /// there are as many as there are kinds of function, and somebody may be calling.
    private static let all = Mutex<[Signature: CallInterface]>([:])

    /// The one for a signature, prepared now if it is the first time.
    static func prepared(for signature: Signature) throws(InvocationError) -> CallInterface {
        let interface = all.withLock { all in
            if let known = all[signature] { return known as CallInterface? }
            let made = CallInterface(preparing: signature)
            all[signature] = made
            return made
        }
        guard let interface else { throw .notPrepared(signature) }
        return interface
    }

    private init?(preparing signature: Signature) {
        self.signature = signature
        result = signature.result
        let parameters = UnsafeMutableBufferPointer<InvocationType>.allocate(
            capacity: signature.parameters.count
        )
        _ = unsafe parameters.initialize(from: signature.parameters)
        unsafe self.parameters = UnsafeBufferPointer(parameters)
        unsafe prepared = .allocate(capacity: 1)
        unsafe prepared.initialize(to: ffi_cif())
        let count = signature.parameters.count
        // libffi keeps the list, so it lives as long: for ever.
        let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
            .allocate(capacity: max(count, 1))
        for (index, type) in signature.parameters.enumerated() {
            unsafe (types + index).initialize(to: cffi_type(type.number))
        }
        let result = unsafe cffi_type(signature.result.number)
        guard unsafe cffi_prepare(prepared, UInt32(count), result, types) != 0 else { return nil }
    }
}

extension InvocationType {
    /// libffi's number of the type.
    fileprivate var number: Int32 {
        switch self {
        case .void: FFI_TYPE_VOID
        // C's bool is one byte, 0 or 1, on every system that libffi knows.
        case .bool, .uint8: FFI_TYPE_UINT8
        case .int8: FFI_TYPE_SINT8
        case .int16: FFI_TYPE_SINT16
        case .int32: FFI_TYPE_SINT32
        case .int64: FFI_TYPE_SINT64
        case .uint16: FFI_TYPE_UINT16
        case .uint32: FFI_TYPE_UINT32
        // This runs on systems with 64-bit addresses only (Tests/Support/install-packages.sh).
        case .uint64, .size: FFI_TYPE_UINT64
        case .float32: FFI_TYPE_FLOAT
        case .float64: FFI_TYPE_DOUBLE
        case .string, .ownedString, .object: FFI_TYPE_POINTER
        }
    }
}
