internal import CFFI
internal import Glibc
internal import Synchronization

/// The code of a C function, which lasts as long as the process, and what it calls at the moment.
///
/// Code is never freed: a library may call a closure that it should have forgotten. It is used again,
/// but only after others that have been unused for longer; and libffi's code only for closures of the
/// same type, so that such a call finds the arguments that it expects.
final class Trampoline: Sendable {
    let address: NativeFunction.Address
    private let source: Source
    private let state = Mutex(State())

    private enum Source {
        /// One of ``TrampolinePool``.
        case precompiled(Int)
        /// libffi's, for that type.
        case libffi(CallInterface)
    }

    private struct State {
        var target: Target?
        var generation: UInt64 = 0
        /// The closure itself, while it must live.
        var held: NativeClosure?
        var isOnce = false
        /// What says what a call returns that comes too late.
        var interface: CallInterface?

        mutating func end() {
            target = nil
            held = nil
            isOnce = false
        }
    }

    /// What is called.
    final class Target: Sendable {
        let interface: CallInterface
        let body: NativeClosure.Body
        let onFailure: @Sendable (any Error) -> Void

        init(
            interface: CallInterface,
            body: @escaping NativeClosure.Body,
            onFailure: @escaping @Sendable (any Error) -> Void
        ) {
            self.interface = interface
            self.body = body
            self.onFailure = onFailure
        }
    }

    /// A precompiled one.
    init(precompiled number: Int, address: NativeFunction.Address) {
        source = .precompiled(number)
        self.address = address
    }

    // MARK: Use

    /// Lets calls reach a target; returns the number of this use.
    func aim(at target: Target) -> UInt64 {
        state.withLock { state in
            state.target = target
            state.interface = target.interface
            state.generation += 1
            return state.generation
        }
    }

    /// Ends a use, if it has not ended yet.
    func retire(_ generation: UInt64) {
        let old = state.withLock { state -> State? in
            guard state.generation == generation, state.target != nil else { return nil }
            defer { state.end() }
            return state
        }
        // What was held goes only now, without the lock: it may have an end of its own.
        if old != nil { giveBack() }
    }

    /// Keeps the closure alive that is in use.
    func hold(_ closure: NativeClosure, _ generation: UInt64, isOnce: Bool) {
        state.withLock { state in
            guard state.generation == generation, state.target != nil else { return }
            state.held = closure
            state.isOnce = isOnce
        }
    }

    /// What a call is for, which ends the use if there is only one call.
    private func target() -> (target: Target?, interface: CallInterface?) {
        let (old, isOver) = state.withLock { state -> (State, Bool) in
            let old = state
            guard state.isOnce, state.target != nil else { return (old, false) }
            state.end()
            return (old, true)
        }
        if isOver { giveBack() }
        return (old.target, old.interface)
    }

    private func giveBack() {
        switch source {
        case .precompiled(let number): TrampolinePool.giveBack(number)
        case .libffi(let interface): Self.giveBack(self, for: interface)
        }
    }

    // MARK: libffi's

    /// Those of libffi that nobody uses, the one unused for longest first; and the process that made
    /// the first in memory that its forks share.
    private struct Made {
        var unused: [ObjectIdentifier: [Trampoline]] = [:]
        var sharingProcess: pid_t?
    }

    private static let made = Mutex(Made())

    /// How many stay unused before the first of them is used again.
    private static let rest = 16

    /// One that nobody uses.
    static func take(
        _ interface: CallInterface,
        _ policy: ClosurePolicy,
        takesPrecompiled: Bool
    ) throws(InvocationError) -> Trampoline {
        if policy == .none { throw .noClosure(interface.signature, .forbidden) }
        if takesPrecompiled, let free = TrampolinePool.take(for: interface) { return free }
        if policy == .precompiled { throw .noClosure(interface.signature, .exhausted) }
        let key = ObjectIdentifier(interface)
        let taken = made.withLock { made -> Result<Trampoline, InvocationError> in
            let unused = made.unused[key]?.count ?? 0
            if unused >= rest { return .success(made.unused[key]!.removeFirst()) }
            // The memory that libffi shares with a parent or a child must not change: what is there
            // is used again at once, since it need not be written for that.
            if let process = made.sharingProcess, process != getpid() {
                guard unused > 0 else { return .failure(.noClosure(interface.signature, .forked)) }
                return .success(made.unused[key]!.removeFirst())
            }
            guard let trampoline = Trampoline(libffi: interface, &made.sharingProcess) else {
                return .failure(.noClosure(interface.signature, .noMemory))
            }
            return .success(trampoline)
        }
        return try taken.get()
    }

    private static func giveBack(_ trampoline: Trampoline, for interface: CallInterface) {
        made.withLock { $0.unused[ObjectIdentifier(interface), default: []].append(trampoline) }
    }

    private init?(libffi interface: CallInterface, _ sharingProcess: inout pid_t?) {
        source = .libffi(interface)
        // The code refers to this object from before the object is complete, and for ever.
        let context = UnsafeMutablePointer<Trampoline?>.allocate(capacity: 1)
        unsafe context.initialize(to: nil)
        var isShared: Int32 = 0
        let code = unsafe cffi_closure(interface.prepared, Self.handle, context, &isShared)
        guard let code = unsafe code else { return nil }
        // Invariant: libffi's code is a C function.
        address = unsafe unsafeBitCast(code, to: NativeFunction.Address.self)
        unsafe context.pointee = self
        if isShared != 0, sharingProcess == nil { sharingProcess = getpid() }
    }

    /// What libffi's code calls.
    private static let handle: cffi_handler = { _, result, arguments, context in
        // Invariant: the context is what `init` has made, which is never freed.
        let trampoline = unsafe context!.load(as: Trampoline?.self)!
        unsafe trampoline.called(arguments, result!)
    }

    /// Answers a call.
    ///
    /// - Parameters:
    ///   - arguments: the addresses of the arguments.
    ///   - result: where the result belongs, with room for a word at least.
    private func called(
        _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ result: UnsafeMutableRawPointer
    ) {
        let (target, interface) = target()
        guard let interface else { return }
        let call = unsafe ClosureCall(interface: interface, arguments: arguments, result: result)
        if let target { call.run(target) } else { call.fail() }
    }

    /// Answers a call of a precompiled trampoline.
    func called(
        inRegisters integers: UnsafePointer<UInt64>,
        _ floats: UnsafePointer<Double>,
        _ result: UnsafeMutableRawPointer
    ) {
        let (target, interface) = target()
        guard let interface, let registers = interface.registers else { return }
        unsafe registers.withAddresses(integers, floats) { arguments in
            let call = unsafe ClosureCall(
                interface: interface,
                arguments: arguments,
                result: result
            )
            if let target { call.run(target) } else { call.fail() }
        }
    }
}
