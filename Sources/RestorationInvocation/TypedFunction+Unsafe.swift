/// A C function that takes and returns numbers and pointers, of types that Swift knows: called as
/// directly as from C.
///
/// ```swift
/// let signature = try Signature(parsing: "(float64, float64) -> float64")
/// let function = try NativeFunction(atan2, as: signature)
/// let angle = try function.typed(Double.self, Double.self, returning: Double.self)
/// print(angle(1, 1))       // 0.785…
/// ```
///
/// The signature was compared with the types once; a call looks at nothing. What a result points to
/// is the library's, and strings are lent both ways.
@safe public struct TypedFunction<Parameters, Result> {
    @usableFromInline let address: NativeFunction.Address

    @usableFromInline
    init(_ address: NativeFunction.Address) { self.address = address }

    /// Calls the function with what is in registers already.
    ///
    /// Invariant: the types of these are those of ``Parameters``, which
    /// ``NativeFunction/typed(_:)`` has compared with the signature.
    @inlinable @inline(__always)
    func call(_ registers: RegisterFile, returnsFloat: Bool) -> UInt64 {
        registers.call(address, returnsFloat: returnsFloat)
    }
}

extension RegisterFile {
    @inlinable @inline(__always)
    mutating func add<Value: NativeScalar>(_ value: Value) {
        add(value.registerBits, isFloat: Value.isFloat)
    }
}

extension NativeFunction {
    /// How many parameters a function has at most that can be called with types.
    public static let typedParameterLimit = 4

    /// The function with Swift types for its parameters and its result.
    ///
    /// - Parameters:
    ///   - parameters: what ``NativeScalar`` says, ``typedParameterLimit`` at most.
    ///   - result: the same. A number may be left alone by leaving `returning` out.
    /// - Throws: ``InvocationError/otherTypes(_:given:)`` if the signature has others, is variadic,
    ///   or says how the function fails, which a direct call would not see.
    public func typed<each Parameter: NativeScalar, Result: NativeScalar>(
        _ parameters: repeat (each Parameter).Type,
        returning result: Result.Type
    ) throws(InvocationError) -> TypedFunction<(repeat each Parameter), Result> {
        guard takes(repeat each parameters), Result.fits(signature.result, isResult: true) else {
            throw .otherTypes(
                signature,
                given: "\(list(repeat each parameters)) -> \(Result.self)"
            )
        }
        return TypedFunction(address)
    }

    /// The same for a function without a result, or one that nobody owns and nobody needs.
    public func typed<each Parameter: NativeScalar>(
        _ parameters: repeat (each Parameter).Type
    ) throws(InvocationError) -> TypedFunction<(repeat each Parameter), Void> {
        let result = WordType(signature.result)
        guard takes(repeat each parameters), result != nil || signature.result == .void else {
            throw .otherTypes(signature, given: list(repeat each parameters))
        }
        return TypedFunction(address)
    }

    /// The types as Swift lists parameters.
    private func list<each Parameter>(_ parameters: repeat (each Parameter).Type) -> String {
        var names: [String] = []
        for parameter in repeat each parameters { names.append("\(parameter)") }
        return "(\(names.joined(separator: ", ")))"
    }

    private func takes<each Parameter: NativeScalar>(
        _ parameters: repeat (each Parameter).Type
    ) -> Bool {
        guard unsafe interface.direct != nil else { return false }
        var rest = signature.parameters[...]
        for parameter in repeat each parameters {
            guard let first = rest.popFirst(), parameter.fits(first.type, isResult: false) else {
                return false
            }
        }
        return rest.isEmpty && signature.parameters.count <= Self.typedParameterLimit
    }
}

// One for each number of parameters: parameter packs are not resolved when they are compiled.

extension TypedFunction where Result: NativeScalar {
    /// Calls the function.
    @inlinable @unsafe
    public func callAsFunction() -> Result where Parameters == Void {
        Result(registerBits: call(RegisterFile(), returnsFloat: Result.isFloat))
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction(_ first: Parameters) -> Result where Parameters: NativeScalar {
        var registers = RegisterFile()
        registers.add(first)
        return Result(registerBits: call(registers, returnsFloat: Result.isFloat))
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<First: NativeScalar, Second: NativeScalar>(
        _ first: First,
        _ second: Second
    ) -> Result where Parameters == (First, Second) {
        var registers = RegisterFile()
        registers.add(first)
        registers.add(second)
        return Result(registerBits: call(registers, returnsFloat: Result.isFloat))
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<First: NativeScalar, Second: NativeScalar, Third: NativeScalar>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> Result where Parameters == (First, Second, Third) {
        var registers = RegisterFile()
        registers.add(first)
        registers.add(second)
        registers.add(third)
        return Result(registerBits: call(registers, returnsFloat: Result.isFloat))
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<
        First: NativeScalar,
        Second: NativeScalar,
        Third: NativeScalar,
        Fourth: NativeScalar
    >(
        _ first: First,
        _ second: Second,
        _ third: Third,
        _ fourth: Fourth
    ) -> Result where Parameters == (First, Second, Third, Fourth) {
        var registers = RegisterFile()
        registers.add(first)
        registers.add(second)
        registers.add(third)
        registers.add(fourth)
        return Result(registerBits: call(registers, returnsFloat: Result.isFloat))
    }
}

extension TypedFunction where Result == Void {
    /// The same function with the word that it leaves as a result.
    @inlinable @inline(__always)
    var returningWord: TypedFunction<Parameters, UInt64> { TypedFunction<_, UInt64>(address) }

    /// Calls the function.
    @inlinable @unsafe
    public func callAsFunction() where Parameters == Void { _ = unsafe returningWord() }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction(_ first: Parameters) where Parameters: NativeScalar {
        _ = unsafe returningWord(first)
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<First: NativeScalar, Second: NativeScalar>(
        _ first: First,
        _ second: Second
    ) where Parameters == (First, Second) {
        _ = unsafe returningWord(first, second)
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<First: NativeScalar, Second: NativeScalar, Third: NativeScalar>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) where Parameters == (First, Second, Third) {
        _ = unsafe returningWord(first, second, third)
    }

    /// Calls the function. Pointers are what it expects.
    @inlinable @unsafe
    public func callAsFunction<
        First: NativeScalar,
        Second: NativeScalar,
        Third: NativeScalar,
        Fourth: NativeScalar
    >(
        _ first: First,
        _ second: Second,
        _ third: Third,
        _ fourth: Fourth
    ) where Parameters == (First, Second, Third, Fourth) {
        _ = unsafe returningWord(first, second, third, fourth)
    }
}
