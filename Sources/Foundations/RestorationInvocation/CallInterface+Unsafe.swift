internal import CFFI
import RestorationCore

/// A signature with what libffi has prepared for its types, made once in a process and kept for
/// good.
///
/// A call needs a frame of memory:
///
///     the result | storage for each argument that C passes | their addresses
///
/// Invariant of `@unchecked Sendable`: see ``PreparedTypes``; the lists are kept for good, and
/// nobody writes to them.
@safe final class CallInterface: @unchecked Sendable {
    let signature: Signature
    /// What it has in common with all signatures of the same types.
    let types: PreparedTypes
    /// For closures. Invariant: initialised, and like what it refers to never freed.
    let prepared: UnsafeMutablePointer<ffi_cif>
    /// The same for calls, in which an argument may be split; see ``Signature/splitArgument``.
    let callable: UnsafeMutablePointer<ffi_cif>
    /// The parameters, where a call finds them without counting references.
    let parameters: UnsafeBufferPointer<Slot>
    /// Where in the frame the arguments are that C passes.
    let offsets: UnsafeBufferPointer<Int>
    /// The result if it is a word.
    let result: WordType?
    /// Whether there is nothing to do after the call but to look at the result.
    let isPlain: Bool
    /// Whether closures are among the arguments.
    let takesCallbacks: Bool
    /// How closures of the type find everything in registers; `nil` if they cannot.
    let registers: Registers?
    /// How a call goes without libffi; `nil` if it cannot.
    let direct: Direct?
    /// How many arguments a call is given.
    let argumentCount: Int
    /// Where the addresses begin in the frame.
    let addressOffset: Int
    let frameSize: Int

    /// Where a parameter's argument goes.
    struct Slot {
        /// How it looks if it is passed as one word.
        var word: WordType?
        /// Where in the frame it is.
        var offset: Int
        /// Which of the arguments that C passes it is.
        var index: Int
    }

    /// A plain call of which all goes through registers.
    ///
    /// Invariant of `@unchecked Sendable`: the list is kept for good, and nobody writes to it.
    @safe struct Direct: @unchecked Sendable {
        /// The types of the arguments.
        let words: UnsafeBufferPointer<WordType>
        /// The type of the result, if there is one.
        let result: WordType?
        let returnsFloat: Bool
        /// Whether an argument may need memory that it points to.
        let takesText: Bool

        var count: Int { unsafe words.count }
    }

    private struct Known {
        var interfaces: [Signature: CallInterface] = [:]
        /// By the signatures without their names.
        var prepared: [Signature: PreparedTypes] = [:]
        var types = NativeTypes()
    }

    /// All that have been prepared. Guarded, because any thread may need one. None is ever removed:
    /// there are as many as there are kinds of function, and somebody may be calling.
    private static let known = Locked(Known())

    /// The one for a signature, prepared now if it is the first time.
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
        // 16 bytes even for no result: libffi before 3.7 wants a place for it.
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
        // Its second half lies behind the first.
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
    /// Whether all arguments go in as words, the result is one or none, and nothing can fail.
    fileprivate var isPlain: Bool {
        failure == nil && (result == .void || WordType(result) != nil)
            && parameters.indices.allSatisfy { word(ofParameter: $0) != nil }
    }

    /// The arguments of a call without libffi, if that is possible. A variadic function may need to
    /// be told how many floating-point registers hold anything.
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
