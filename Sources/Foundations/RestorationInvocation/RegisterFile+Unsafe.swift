/// The arguments of a call that uses only registers. The calling conventions of x86-64 (System V)
/// and AArch64 number integers and pointers separately from floating-point numbers.
///
/// A function that declares all of these registers therefore receives its arguments in any order.
/// Conversely, a function finds its arguments if it is called with all registers, and ignores the
/// others.
@safe struct RegisterFile {
    /// The number of argument registers of each class, on either processor.
    static let integerCount = 6
    static let floatCount = 8

    private var integers = InlineArray<6, UInt64>(repeating: 0)
    private var floats = InlineArray<8, Double>(repeating: 0)
    private var nextInteger = 0
    private var nextFloat = 0

    /// Puts the next argument into its register.
    ///
    /// Invariant: neither class exceeds ``integerCount`` or ``floatCount``, which
    /// `Signature.registers` has checked. The system is little-endian, so a `float` is the first
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

    /// Calls a function and returns its result register: the bits of a floating-point number, or a
    /// word in which only the bytes of its type count.
    ///
    /// Invariant: the function takes the added arguments in that order, and is not variadic.
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
