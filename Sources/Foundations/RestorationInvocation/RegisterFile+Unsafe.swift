/// The arguments of a call that all go in registers, as the calling conventions of x86-64 (System
/// V) and of AArch64 number them: integers and pointers in registers of one kind, floating-point
/// numbers in those of another, each counted for itself.
///
/// So a function that declares as many of both as there are here finds what it was given in any
/// order; and a function finds its arguments if it is called as one that has them all. What is in
/// the other registers is never looked at.
@safe struct RegisterFile {
    /// How many arguments of each class come in registers, on either processor.
    static let integerCount = 6
    static let floatCount = 8

    private var integers = InlineArray<6, UInt64>(repeating: 0)
    private var floats = InlineArray<8, Double>(repeating: 0)
    private var nextInteger = 0
    private var nextFloat = 0

    /// Puts the next argument into its register.
    ///
    /// Invariant: there are no more of either class than ``integerCount`` and ``floatCount``, which
    /// `Signature.registers` has found out. And the system is little-endian: a `float` is the first
    /// half of its register.
    @inline(__always)
    mutating func add(_ bits: UInt64, isFloat: Bool) {
        if isFloat {
            unsafe floats[unchecked: nextFloat] = Double(bitPattern: bits)
            nextFloat &+= 1
        } else {
            unsafe integers[unchecked: nextInteger] = bits
            nextInteger &+= 1
        }
    }

    private typealias WordFunction =
        @convention(c) (
            UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
            Double, Double, Double, Double, Double, Double, Double, Double
        ) -> UInt64
    private typealias FloatFunction =
        @convention(c) (
            UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
            Double, Double, Double, Double, Double, Double, Double, Double
        ) -> Double

    /// Calls a function, and returns what it leaves in the register of its result: the bits of a
    /// floating-point number, or those of a word, of which only as many count as its type has.
    ///
    /// Invariant: the function takes what was added, in that order, and is not variadic.
    @inline(__always)
    func call(_ address: NativeFunction.Address, returnsFloat: Bool) -> UInt64 {
        let (i, f) = (integers, floats)
        if returnsFloat {
            let function = unsafe unsafeBitCast(address, to: FloatFunction.self)
            return function(
                i[0],
                i[1],
                i[2],
                i[3],
                i[4],
                i[5],
                f[0],
                f[1],
                f[2],
                f[3],
                f[4],
                f[5],
                f[6],
                f[7]
            ).bitPattern
        } else {
            let function = unsafe unsafeBitCast(address, to: WordFunction.self)
            return function(
                i[0],
                i[1],
                i[2],
                i[3],
                i[4],
                i[5],
                f[0],
                f[1],
                f[2],
                f[3],
                f[4],
                f[5],
                f[6],
                f[7]
            )
        }
    }
}
