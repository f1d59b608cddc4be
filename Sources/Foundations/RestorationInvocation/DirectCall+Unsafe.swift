/// The arguments of a call that all go in registers.
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
    /// Invariant: it is called as often as the function has parameters, at most.
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
