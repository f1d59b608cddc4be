/// Why a C function cannot be called, or what it returned cannot be used.
///
/// Everything but ``invalidText``, ``nullResult(_:)``, ``invalidLength`` and
/// ``failed(function:value:errno:)`` is found before the function is called.
///
/// Indirect, since calls have to make room for an error, and signatures are large.
@nonexhaustive
public indirect enum InvocationError: Error, Hashable, Sendable {
    /// libffi refuses to prepare calls of the signature.
    case notPrepared(Signature)
    /// The signature names a function that frees what it returns, and that is not to be found.
    case missingFunction(String)
    /// More or fewer arguments than the signature has parameters.
    case argumentCount(Int, needed: Int)
    /// An argument, counted from 1, is of another kind than its parameter. Nothing is converted.
    case mismatch(argument: Int, given: InvocationValue.Kind, needed: InvocationType)
    /// An integer does not fit the parameter's type.
    case outOfRange(argument: Int, InvocationType)
    /// Null where the signature does not allow it.
    case null(argument: Int, InvocationType)
    /// Text with a NUL in it, at which C would end it.
    case textWithNUL(argument: Int)
    /// A structure without one of its fields.
    case missingField(argument: Int, name: String)
    /// A structure with a field that its type does not have.
    case unknownField(argument: Int, name: String)
    /// An enumeration has no value of that name.
    case unknownEnumerator(argument: Int, name: String)
    /// A closure has another type than the callback.
    case otherCallback(argument: Int, given: Signature, needed: Signature)
    /// The function returned text that is not UTF-8.
    case invalidText
    /// The function returned null where its signature does not allow it.
    case nullResult(InvocationType)
    /// The function returned a negative length of bytes, or one without bytes.
    case invalidLength
    /// The function says that it failed, as its signature has it.
    ///
    /// - Parameters:
    ///   - function: its name, if the signature has one.
    ///   - value: the result or the out-parameter that says so.
    ///   - errno: the number of the reason, if the function gives one.
    case failed(function: String?, value: InvocationValue?, errno: Int32?)
    /// A closure cannot have the type.
    case noClosure(Signature, ClosureObstacle)
    /// A closure of the type was called after its end. C got the failure value.
    case calledLate(Signature)
}

/// Why there can be no closure.
@nonexhaustive
public enum ClosureObstacle: Hashable, Sendable {
    /// The policy forbids closures.
    case forbidden
    /// All trampolines are taken, or none suits the type, and the policy allows no others.
    case exhausted
    /// The system gives no memory for code.
    case noMemory
    /// The process is a fork of the one whose closures share their memory with it.
    case forked
    /// What the closure would return would be lent, and nobody could say for how long.
    case lends(InvocationType)
    /// A closure cannot be variadic.
    case variadic
    /// Not all arguments come in registers, or the result is more than a number or an address.
    case notPlain
}
