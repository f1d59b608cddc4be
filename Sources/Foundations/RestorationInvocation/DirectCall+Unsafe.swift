/// The arguments of a call that uses only registers.
@safe struct DirectCall {
    var registers = RegisterFile()
    var writer: ArgumentWriter
    private let words: UnsafeBufferPointer<WordType>
    private var count = 0

    @inline(__always)
    init(_ direct: CallInterface.Direct, _ arena: Arena) {
        writer = ArgumentWriter(arena: arena)
        unsafe words = unsafe direct.words
    }

    /// Adds the next argument.
    ///
    /// Invariant: called at most once for each of the function's parameters.
    @inline(__always)
    mutating func add(_ value: InvocationValue) throws(InvocationError) {
        let word = unsafe words[count]
        count &+= 1
        let bits =
            if let bits = word.bits(of: value) { bits } else {
                try writer.word(value, word, argument: count)
            }
        registers.add(bits, isFloat: word.isFloat)
    }
}
