/// A failure to call a C function or to use its result.
///
/// All cases except ``invalidText``, ``nullResult(_:)``, ``invalidLength`` and
/// ``failed(function:value:errno:)`` are detected before the call.
///
/// Indirect, because calls reserve space for an error and signatures are large.
@nonexhaustive
public indirect enum InvocationError: Error, Hashable, Sendable {
    /// libffi cannot prepare calls of the signature.
    case notPrepared(Signature)
    /// The function that frees an owned result does not exist.
    case missingFunction(String)
    /// The number of arguments differs from the number of parameters.
    case argumentCount(Int, needed: Int)
    /// An argument, counted from 1, has another kind than its parameter. There are no conversions.
    case mismatch(argument: Int, given: InvocationValue.Kind, needed: InvocationType)
    /// An integer does not fit the parameter's type.
    case outOfRange(argument: Int, InvocationType)
    /// Null where the signature does not allow it.
    case null(argument: Int, InvocationType)
    /// Text that contains a NUL, which would terminate it in C.
    case textWithNUL(argument: Int)
    /// A structure lacks a field.
    case missingField(argument: Int, name: String)
    /// A structure has an unknown field.
    case unknownField(argument: Int, name: String)
    /// The enumeration has no value of that name.
    case unknownEnumerator(argument: Int, name: String)
    /// The closure's type differs from the callback's.
    case otherCallback(argument: Int, given: Signature, needed: Signature)
    /// The function returned text that is not UTF-8.
    case invalidText
    /// The function returned null where its signature does not allow it.
    case nullResult(InvocationType)
    /// The function returned a negative length, or a length without bytes.
    case invalidLength
    /// The function reported failure by its signature's convention.
    ///
    /// - Parameters:
    ///   - function: its name, if the signature has one.
    ///   - value: the result or out-parameter that reported the failure.
    ///   - errno: the error number, if the function provides one.
    case failed(function: String?, value: InvocationValue?, errno: Int32?)
    /// A closure cannot have this type.
    case noClosure(Signature, ClosureObstacle)
    /// A closure of this type was called after its release. C received the failure value.
    case calledLate(Signature)
}

/// The reason why a closure cannot be created.
@nonexhaustive
public enum ClosureObstacle: Hashable, Sendable {
    /// The policy forbids closures.
    case forbidden
    /// No suitable trampoline is free, and the policy allows no others.
    case exhausted
    /// The system has no memory for code.
    case noMemory
    /// The process is a fork, and shares its closures' memory with its parent.
    case forked
    /// The closure would return borrowed memory whose lifetime is unknown.
    case lends(InvocationType)
    /// A closure cannot be variadic.
    case variadic
    /// Some argument does not fit registers, or the result is not a number or an address.
    case notPlain
}
