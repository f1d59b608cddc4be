internal import CFFI
import RestorationCore

/// A signature with libffi's preparation of its types. Created once per signature, and immortal.
///
/// A call needs a frame of memory:
///
///     the result | storage for each argument that C passes | their addresses
///
/// Invariant of `@unchecked Sendable`: see ``PreparedTypes``; the lists are immortal and never
/// modified.
@safe final class CallInterface: @unchecked Sendable {
    let signature: Signature
    /// Shared by all signatures of the same types.
    let types: PreparedTypes
    /// For closures. Invariant: initialised and, with its referents, never freed.
    let prepared: UnsafeMutablePointer<ffi_cif>
    /// For calls; see ``PreparedTypes/callable``.
    let callable: UnsafeMutablePointer<ffi_cif>
    /// The parameters, readable without counting references.
    let parameters: UnsafeBufferPointer<Slot>
    /// The offsets of C's arguments in the frame.
    let offsets: UnsafeBufferPointer<Int>
    let result: WordType?
    /// Whether a call needs no work afterwards except to read the result.
    let isPlain: Bool
    let takesCallbacks: Bool
    /// The register layout of closures, or `nil` if some value does not fit registers.
    let registers: Registers?
    /// The call's form without libffi, or `nil` if it needs libffi.
    let direct: Direct?
    let argumentCount: Int
    let addressOffset: Int
    let frameSize: Int

    struct Slot {
        var word: WordType?
        var offset: Int
        /// The index among C's arguments.
        var index: Int
    }

    /// A plain call that uses only registers.
    ///
    /// Invariant of `@unchecked Sendable`: the list is immortal and never modified.
    @safe struct Direct: @unchecked Sendable {
        let words: UnsafeBufferPointer<WordType>
        let result: WordType?
        let returnsFloat: Bool
        let takesText: Bool

        var count: Int { unsafe words.count }
    }

    private struct Known {
        var interfaces: [Signature: CallInterface] = [:]
        /// By signature without names.
        var prepared: [Signature: PreparedTypes] = [:]
        var types = NativeTypes()
    }

    /// All prepared interfaces, locked for any thread. None is removed: their number is bounded by
    /// the kinds of functions, and calls may be in progress.
    private static let known = Locked(Known())

    /// The interface of a signature, prepared on first use.
    static func prepared(for signature: Signature) throws(InvocationError) -> CallInterface {
        let interface = known.withLock { known in
            if let interface = known.interfaces[signature] { return interface as CallInterface? }
            let key = signature.withoutNames
            guard let types = known.prepared[key] ?? PreparedTypes(key, &known.types) else {
                return nil
            }
            known.prepared[key] = types
            let made = CallInterface(signature, of: types)
            known.interfaces[signature] = made
            return made
        }
        guard let interface else { throw .notPrepared(signature) }
        return interface
    }

    private init(_ signature: Signature, of types: PreparedTypes) {
        self.signature = signature
        let result = WordType(signature.result)
        self.result = result
        isPlain = signature.isPlain
        argumentCount = signature.argumentCount
        registers = signature.registers
        takesCallbacks = signature.parameters.contains {
            if case .callback = $0.type.bare { true } else { false }
        }
        // 16 bytes even without a result: libffi before 3.7 writes one.
        var end = max(16, signature.result.layout.size).aligned(to: 16)
        var slots: [Slot] = []
        var offsets: [Int] = []
        for (index, parameter) in signature.parameters.enumerated() {
            let isPassed = parameter.direction == .input
            let layout = (isPassed ? parameter.type : .pointer).layout
            end = end.aligned(to: max(8, layout.alignment))
            let word = signature.word(ofParameter: index)
            slots.append(Slot(word: word, offset: end, index: offsets.count))
            for _ in 0..<parameter.nativeCount {
                offsets.append(end)
                end += layout.size.aligned(to: 8)
            }
        }
        direct = signature.direct(slots.map(\.word)).map { words in
            unsafe Direct(
                words: UnsafeBufferPointer(keeping: words),
                result: result,
                returnsFloat: result?.isFloat ?? false,
                takesText: words.contains(where: \.isText)
            )
        }
        let split = signature.splitArgument
        // The second half follows the first.
        if let split { offsets.insert(offsets[split] + 8, at: split + 1) }
        addressOffset = end
        frameSize = end + 8 * offsets.count
        unsafe parameters = UnsafeBufferPointer(keeping: slots)
        unsafe self.offsets = UnsafeBufferPointer(keeping: offsets)
        self.types = types
        unsafe prepared = types.whole
        unsafe callable = types.callable
    }
}

extension Signature {
    /// Whether all arguments are words, the result is a word or none, and the function cannot fail.
    fileprivate var isPlain: Bool {
        failure == nil && (result == .void || WordType(result) != nil)
            && parameters.indices.allSatisfy { word(ofParameter: $0) != nil }
    }

    /// The arguments of a call without libffi, if possible. Variadic functions need libffi, which
    /// passes the number of floating-point registers.
    fileprivate func direct(_ words: [WordType?]) -> [WordType]? {
        isPlain && fixedCount == nil && registers != nil ? words.compactMap(\.self) : nil
    }

    fileprivate func word(ofParameter index: Int) -> WordType? {
        guard parameters[index].direction == .input else { return nil }
        let word = WordType(parameters[index].type)
        guard word == .float32, let fixedCount, index >= fixedCount else { return word }
        return .promotedFloat32
    }
}
