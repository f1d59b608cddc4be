internal import CFFI

/// libffi's preparation for all signatures of the same types, regardless of names. Created once per
/// process, and immortal.
///
/// Invariant of `@unchecked Sendable`: libffi writes to it only while preparing, inside `init` and
/// under the lock of `CallInterface.prepared`. Afterwards, any thread may read it.
@safe final class PreparedTypes: @unchecked Sendable {
    let whole: UnsafeMutablePointer<ffi_cif>
    /// For calls, with a split argument if necessary; see ``Signature/splitArgument``.
    let callable: UnsafeMutablePointer<ffi_cif>

    init?(_ signature: Signature, _ types: inout NativeTypes) {
        guard let whole = unsafe Self.prepare(signature, splitting: nil, &types) else {
            return nil
        }
        unsafe self.whole = whole
        guard let split = signature.splitArgument else {
            unsafe callable = whole
            return
        }
        guard let halved = unsafe Self.prepare(signature, splitting: split, &types) else {
            return nil
        }
        unsafe callable = halved
    }

    /// Prepares a function type, or returns `nil` if libffi rejects it.
    private static func prepare(
        _ signature: Signature,
        splitting split: Int?,
        _ types: inout NativeTypes
    ) -> UnsafeMutablePointer<ffi_cif>? {
        // libffi keeps a pointer to the list, so the list is immortal.
        let arguments = unsafe UnsafeBufferPointer(
            keeping: types.arguments(of: signature, splitting: split).map { unsafe Optional($0) }
        )
        let fixed = signature.parameters.prefix(signature.fixedCount ?? 0)
        var fixedCount = fixed.reduce(0) { $0 + $1.nativeCount }
        if let split, split < fixedCount { fixedCount += 1 }
        let result = unsafe types.native(signature.result)
        let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
        unsafe interface.initialize(to: ffi_cif())
        let isReady = unsafe cffi_prepare(
            interface,
            signature.fixedCount == nil ? 0 : 1,
            UInt32(fixedCount),
            UInt32(arguments.count),
            result,
            UnsafeMutablePointer(mutating: arguments.baseAddress)
        )
        guard isReady != 0, unsafe signature.agrees(with: result.pointee) else { return nil }
        return unsafe interface
    }
}

extension UnsafeBufferPointer {
    /// Copies a list to permanent memory. Invariant: initialised, and never freed.
    init(keeping list: [Element]) {
        let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: Swift.max(1, list.count))
        _ = unsafe copy.initialize(from: list)
        unsafe self.init(rebasing: UnsafeBufferPointer(copy)[..<list.count])
    }
}

extension Signature {
    /// Whether libffi computed the same layout for the result.
    fileprivate func agrees(with native: ffi_type) -> Bool {
        guard case .structure = result else { return true }
        return unsafe native.size == result.layout.size
    }
}
