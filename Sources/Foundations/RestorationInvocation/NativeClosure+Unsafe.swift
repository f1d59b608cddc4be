internal import Synchronization

/// A C function pointer with a Swift function behind it.
///
/// ```swift
/// let order = try NativeClosure(
///     Signature(parsing: "(int32 *, int32 *) -> int32"),
///     onFailure: { print($0) }
/// ) { arguments in
///     guard case .integer(let a) = arguments[0], case .integer(let b) = arguments[1] else {
///         return InvocationOutcome(.integer(0))
///     }
///     return InvocationOutcome(.integer(a < b ? -1 : 1))
/// }
/// ```
///
/// It can be called as long as this object lives, or until ``retire()``; as an argument for a
/// callback it lives as long as the callback's scope says. A call that comes later does no harm: it
/// returns the failure value, until many other closures have been made, and `onFailure` hears of
/// the first one. So that is kept until then, and should hold nothing that has to end with the
/// closure.
///
/// The function may be called from any thread, from several at once, and from within itself.
public final class NativeClosure: Sendable {
    /// What C calls: with a value for each parameter but those that are only `out`. It returns the
    /// result, and a value for each parameter that is `out` or `inout`.
    public typealias Body = @Sendable ([InvocationValue]) throws -> InvocationOutcome
    /// What C calls if all goes through registers: with the arguments, which are gone when it
    /// returns, and for the result; `nil` for none.
    public typealias PlainBody =
        @Sendable (Span<InvocationValue>) throws -> InvocationValue?

    /// The type of the function.
    public let signature: Signature
    private let trampoline: Trampoline
    /// Which of those that the trampoline had and will have this is.
    private let generation: UInt64

    /// Makes a C function.
    ///
    /// - Parameters:
    ///   - signature: its type. What it returns is owned by the caller if it is text or bytes:
    ///     `owned string`, to be freed with `free`. A pointer cannot be lent.
    ///   - policy: what it may be made of.
    ///   - onFailure: hears of errors, on the thread that made the call: those that `body` throws,
    ///     and ``InvocationError`` if arguments are not what the signature says, what `body`
    ///     returns does not fit, or the call comes after the end
    ///     (``InvocationError/calledLate(_:)``). C gets the failure value of the signature, 0 or
    ///     null if it has none.
    ///   - body: what C calls.
    /// - Throws: ``InvocationError/noClosure(_:_:)``, ``InvocationError/notPrepared(_:)``.
    public convenience init(
        _ signature: Signature,
        policy: ClosurePolicy = .libffi,
        onFailure: @escaping @Sendable (any Error) -> Void,
        body: @escaping Body
    ) throws(InvocationError) {
        try self.init(
            signature,
            source: policy,
            takesPrecompiled: true,
            onFailure: onFailure,
            body: .list(body)
        )
    }

    /// Makes a C function of numbers and pointers, whose calls cost no list of arguments.
    ///
    /// - Parameters: as for ``init(_:policy:onFailure:body:)``. The signature has arguments that go
    ///   in registers, no out-parameters, and a number, an address or nothing as result.
    /// - Throws: as there, and ``InvocationError/noClosure(_:_:)`` for any other signature.
    public static func plain(
        _ signature: Signature,
        policy: ClosurePolicy = .libffi,
        onFailure: @escaping @Sendable (any Error) -> Void,
        body: @escaping PlainBody
    ) throws(InvocationError) -> NativeClosure {
        guard try CallInterface.prepared(for: signature).direct != nil else {
            throw .noClosure(signature, .notPlain)
        }
        return try NativeClosure(
            signature,
            source: policy,
            takesPrecompiled: true,
            onFailure: onFailure,
            body: .plain(body)
        )
    }

    /// The same, with libffi's closures alone if asked for, even where others suit.
    init(
        _ signature: Signature,
        source policy: ClosurePolicy,
        takesPrecompiled: Bool,
        onFailure: @escaping @Sendable (any Error) -> Void,
        body: ClosureBody
    ) throws(InvocationError) {
        if let obstacle = signature.closureObstacle { throw .noClosure(signature, obstacle) }
        self.signature = signature
        let interface = try CallInterface.prepared(for: signature)
        trampoline = try Trampoline.take(interface, policy, takesPrecompiled: takesPrecompiled)
        let target = Trampoline.Target(interface: interface, body: body, onFailure: onFailure)
        generation = trampoline.aim(at: target)
    }

    deinit { trampoline.retire(generation) }

    /// The C function, to be cast to its type.
    public var address: NativeFunction.Address { trampoline.address }

    /// Ends it. A call that runs on another thread goes on to its end.
    public func retire() { trampoline.retire(generation) }

    /// The address as an argument.
    var word: UInt64 {
        // Invariant: function pointers are addresses on the systems that this runs on.
        UInt64(unsafe unsafeBitCast(trampoline.address, to: UInt.self))
    }

    /// Keeps the closure alive as long as a callback's scope says.
    func hold(_ scope: InvocationType.Callback.Scope) {
        switch scope {
        case .call: break
        case .once: trampoline.hold(self, generation, isOnce: true)
        case .untilDestroyed, .forever: trampoline.hold(self, generation, isOnce: false)
        }
    }
}

extension Signature {
    /// Why no closure can have the type.
    fileprivate var closureObstacle: ClosureObstacle? {
        if fixedCount != nil { return .variadic }
        let outputs = parameters.filter(\.isReturned)
        return ([result] + outputs.map(\.type)).first(where: \.isLent).map { .lends($0) }
    }
}
