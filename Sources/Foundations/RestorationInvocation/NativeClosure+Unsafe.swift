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
/// C can call the function while this object lives, or until ``retire()``; as an argument for a
/// callback, the object lives as long as the callback's scope requires.
///
/// A later call is harmless until many other closures have been made: it returns the failure value.
/// `onFailure` receives the error of the first such call. So `onFailure` outlives the closure, and
/// should not own resources that must end with it.
///
/// The function may be called from any thread, concurrently and recursively.
public final class NativeClosure: Sendable {
    /// The Swift function. It receives a value for each parameter that is not only `out`, and
    /// returns the result and a value for each `out` or `inout` parameter.
    public typealias Body = @Sendable ([InvocationValue]) throws -> InvocationOutcome
    /// A Swift function that uses only registers. The arguments are valid only during the call;
    /// `nil` means no result.
    public typealias PlainBody =
        @Sendable (Span<InvocationValue>) throws -> InvocationValue?

    /// The type of the function.
    public let signature: Signature
    private let trampoline: Trampoline
    /// The number of this use of the trampoline.
    private let generation: UInt64

    /// Creates a C function.
    ///
    /// - Parameters:
    ///   - signature: its type. The caller owns returned text or bytes: `owned string`, freed with
    ///     `free`. A closure cannot lend a pointer.
    ///   - policy: the permitted sources of code.
    ///   - onFailure: receives errors on the calling thread: errors of `body`, and
    ///     ``InvocationError`` if arguments do not match the signature, a returned value does not
    ///     fit, or the closure is called after its end (``InvocationError/calledLate(_:)``). C then
    ///     receives the signature's failure value, or 0 or null if it has none.
    ///   - body: the function to call.
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

    /// Creates a C function of numbers and pointers, whose calls allocate no list of arguments.
    ///
    /// - Parameters: as for ``init(_:policy:onFailure:body:)``. The signature's arguments must go
    ///   in registers, without out-parameters, and its result must be a number, an address or none.
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

    /// Creates a closure; tests can exclude precompiled trampolines.
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

    /// Ends the closure. Calls in progress on other threads continue.
    public func retire() { trampoline.retire(generation) }

    var word: UInt64 {
        // Invariant: function pointers are addresses on all supported systems.
        UInt64(unsafe unsafeBitCast(trampoline.address, to: UInt.self))
    }

    /// Retains the closure for a callback's scope.
    func hold(_ scope: InvocationType.Callback.Scope) {
        switch scope {
        case .call: break
        case .once: trampoline.hold(self, generation, isOnce: true)
        case .untilDestroyed, .forever: trampoline.hold(self, generation, isOnce: false)
        }
    }
}

extension Signature {
    /// The reason why no closure can have this type.
    fileprivate var closureObstacle: ClosureObstacle? {
        if fixedCount != nil { return .variadic }
        let outputs = parameters.filter(\.isReturned)
        return ([result] + outputs.map(\.type)).first(where: \.isLent).map { .lends($0) }
    }
}
