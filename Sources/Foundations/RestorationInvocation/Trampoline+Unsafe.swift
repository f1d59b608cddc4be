internal import CFFI
internal import Glibc
import RestorationCore
internal import Synchronization

/// An immortal piece of C-callable code, with its current target.
///
/// A library may call a closure after its end, so code is never freed. It is reused only when no
/// call is inside, and the code unused for longest goes first. libffi's code is reused only for
/// closures of the same type, so a late call finds the arguments that it expects.
final class Trampoline: Sendable {
    let address: NativeFunction.Address
    private let source: Source
    private let gate = CallGate()
    private let state = Mutex(State())

    private enum Source {
        case precompiled(Int)
        case libffi(CallInterface)
    }

    private struct State {
        var generation: UInt64 = 0
        var isOpen = false
        /// Keeps the closure alive while its scope requires it.
        var held: NativeClosure?
        var interface: CallInterface?
        var onLateCall: (@Sendable (any Error) -> Void)?
    }

    final class Target: Sendable {
        let interface: CallInterface
        /// The register layout for ``plain``, if all values go through registers.
        let direct: CallInterface.Direct?
        // Each is derived from the other if necessary. Reading an optional or an enum would count
        // references in every call.
        let plain: NativeClosure.PlainBody
        let list: NativeClosure.Body
        let onFailure: @Sendable (any Error) -> Void

        init(
            interface: CallInterface,
            body: ClosureBody,
            onFailure: @escaping @Sendable (any Error) -> Void
        ) {
            self.interface = interface
            direct = interface.direct
            plain = body.plain
            list = body.list
            self.onFailure = onFailure
        }
    }

    init(precompiled number: Int, address: NativeFunction.Address) {
        source = .precompiled(number)
        self.address = address
    }

    // MARK: Use

    /// Directs calls to a target and returns the number of this use. The trampoline must be unused.
    func aim(at target: Target) -> UInt64 {
        state.withLock { state in
            state.interface = target.interface
            state.onLateCall = target.onFailure
            state.isOpen = true
            state.generation += 1
            gate.open(target)
            return state.generation
        }
    }

    func retire(_ generation: UInt64) {
        let held = state.withLock { state -> NativeClosure?? in
            guard state.generation == generation, state.isOpen else { return nil }
            return close(&state)
        }
        if held != nil, gate.isDone() { recycle() }
        // `held` is released here, outside the lock, because its deinit may run any code.
    }

    private func close(_ state: inout State) -> NativeClosure? {
        gate.close()
        state.isOpen = false
        defer { state.held = nil }
        return state.held
    }

    func hold(_ closure: NativeClosure, _ generation: UInt64, isOnce: Bool) {
        state.withLock { state in
            guard state.generation == generation, state.isOpen else { return }
            state.held = closure
            if isOnce { gate.allowOneCall() }
        }
    }

    private func recycle() {
        switch source {
        case .precompiled(let number): TrampolinePool.recycle(number)
        case .libffi(let interface): Self.recycle(self, for: interface)
        }
    }

    // MARK: Calls

    /// Calls `body` with the target, which stays alive meanwhile.
    @inline(__always)
    private func enter(_ body: (Target) -> Void, tooLate: (CallInterface) -> Void) {
        switch gate.enter() {
        case .open: unsafe gate.withTarget(body)
        case .once: enterOnce(body, tooLate: tooLate)
        case .closed: late(tooLate)
        }
        if gate.leave() { recycle() }
    }

    @inline(never)
    private func enterOnce(_ body: (Target) -> Void, tooLate: (CallInterface) -> Void) {
        // Of simultaneous calls, only the first ends the use and runs.
        let held = state.withLock { state -> NativeClosure?? in
            state.isOpen ? close(&state) : nil
        }
        if held == nil { late(tooLate) } else { unsafe gate.withTarget(body) }
    }

    /// Answers a late call, and reports the first one.
    @inline(never)
    private func late(_ body: (CallInterface) -> Void) {
        let (interface, report) = state.withLock { state in
            defer { if !state.isOpen { state.onLateCall = nil } }
            return (state.interface, state.isOpen ? nil : state.onLateCall)
        }
        guard let interface else { return }
        body(interface)
        let before = errno
        report?(InvocationError.calledLate(interface.signature))
        errno = before
    }

    /// Handles a call of libffi's code.
    ///
    /// - Parameters:
    ///   - arguments: the addresses of the arguments.
    ///   - result: the address of the result, with room for at least one word.
    private func called(
        _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ result: UnsafeMutableRawPointer
    ) {
        func call(_ interface: CallInterface) -> ClosureCall {
            unsafe ClosureCall(interface: interface, arguments: arguments, result: result)
        }
        enter { target in
            call(target.interface).run(target)
        } tooLate: { interface in
            call(interface).fail()
        }
    }

    @inline(__always)
    func called(
        inRegisters integers: UnsafePointer<UInt64>,
        _ floats: UnsafePointer<Double>,
        _ result: UnsafeMutableRawPointer
    ) {
        enter { target in
            if let direct = target.direct {
                unsafe PlainClosureCall(direct, integers, floats, result).run(target)
            } else {
                unsafe target.interface.withCall(integers, floats, result) { $0.run(target) }
            }
        } tooLate: { interface in
            unsafe interface.withCall(integers, floats, result) { $0.fail() }
        }
    }

    // MARK: libffi's

    /// Unused libffi closures, longest unused first, and the process that allocated the first one
    /// in memory shared with its forks.
    private struct Made {
        var unused: [ObjectIdentifier: [Trampoline]] = [:]
        var sharingProcess: pid_t?
    }

    private static let made = Locked(Made())

    /// The number of unused closures from which the oldest is reused.
    private static let reuseThreshold = 16

    static func take(
        _ interface: CallInterface,
        _ policy: ClosurePolicy,
        takesPrecompiled: Bool
    ) throws(InvocationError) -> Trampoline {
        if policy == .none { throw .noClosure(interface.signature, .forbidden) }
        if takesPrecompiled, let free = TrampolinePool.take(for: interface) { return free }
        if policy == .precompiled { throw .noClosure(interface.signature, .exhausted) }
        let key = ObjectIdentifier(interface.types)
        let taken = made.withLock { made -> Result<Trampoline, InvocationError> in
            let unused = made.unused[key]?.count ?? 0
            if unused >= reuseThreshold { return .success(made.unused[key]!.removeFirst()) }
            // Memory shared with a parent or child process must not change. Reusing code does not
            // write to it.
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

    private static func recycle(_ trampoline: Trampoline, for interface: CallInterface) {
        made.withLock {
            $0.unused[ObjectIdentifier(interface.types), default: []].append(trampoline)
        }
    }

    private init?(libffi interface: CallInterface, _ sharingProcess: inout pid_t?) {
        source = .libffi(interface)
        // The code refers permanently to this object, from before the end of this initialiser.
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

    /// The callback that libffi's code invokes.
    private static let handle: cffi_handler = { _, result, arguments, context in
        // Invariant: the context is the allocation of `init`, which is never freed.
        let trampoline = unsafe context!.load(as: Trampoline?.self)!
        unsafe trampoline.called(arguments, result!)
    }
}
