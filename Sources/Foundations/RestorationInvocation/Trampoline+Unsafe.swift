internal import CFFI
internal import Glibc
import RestorationCore
internal import Synchronization

/// The code of a C function, which lasts as long as the process, and what it calls at the moment.
///
/// Code is never freed: a library may call a closure that it should have forgotten. It is used
/// again, but only when no call is in it any more, and after others that have been unused for
/// longer; and libffi's code only for closures of the same type, so that such a call finds the
/// arguments that it expects.
final class Trampoline: Sendable {
    let address: NativeFunction.Address
    private let source: Source
    private let gate = CallGate()
    private let state = Mutex(State())

    private enum Source {
        /// One of ``TrampolinePool``.
        case precompiled(Int)
        /// libffi's, for that type.
        case libffi(CallInterface)
    }

    private struct State {
        var generation: UInt64 = 0
        var isOpen = false
        /// The closure itself, while it must live.
        var held: NativeClosure?
        /// What says what a call returns that comes too late.
        var interface: CallInterface?
        /// What hears of the first such call.
        var onLateCall: (@Sendable (any Error) -> Void)?
    }

    /// What is called.
    final class Target: Sendable {
        let interface: CallInterface
        /// Where all goes through registers, calls are answered by ``plain``.
        let direct: CallInterface.Direct?
        // Both are always there, the one that is not meant by way of the other: to look into an
        // optional or an enumeration would count references in every call.
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

    /// A precompiled one.
    init(precompiled number: Int, address: NativeFunction.Address) {
        source = .precompiled(number)
        self.address = address
    }

    // MARK: Use

    /// Lets calls reach a target; returns the number of this use. To be called when the trampoline
    /// has been taken from those that nobody uses.
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

    /// Ends a use, if it has not ended yet.
    func retire(_ generation: UInt64) {
        let held = state.withLock { state -> NativeClosure?? in
            guard state.generation == generation, state.isOpen else { return nil }
            return close(&state)
        }
        if held != nil, gate.isDone() { giveBack() }
        // What was held goes only now, without the lock: it may have an end of its own.
    }

    private func close(_ state: inout State) -> NativeClosure? {
        gate.close()
        state.isOpen = false
        defer { state.held = nil }
        return state.held
    }

    /// Keeps the closure alive that is in use.
    func hold(_ closure: NativeClosure, _ generation: UInt64, isOnce: Bool) {
        state.withLock { state in
            guard state.generation == generation, state.isOpen else { return }
            state.held = closure
            if isOnce { gate.allowOneCall() }
        }
    }

    private func giveBack() {
        switch source {
        case .precompiled(let number): TrampolinePool.giveBack(number)
        case .libffi(let interface): Self.giveBack(self, for: interface)
        }
    }

    // MARK: Calls

    /// Hands `body` what a call is for, and keeps that alive until `body` returns.
    @inline(__always)
    private func enter(_ body: (Target) -> Void, tooLate: (CallInterface) -> Void) {
        switch gate.enter() {
        case .open: unsafe gate.withTarget(body)
        case .once: enterOnce(body, tooLate: tooLate)
        case .closed: late(tooLate)
        }
        if gate.leave() { giveBack() }
    }

    @inline(never)
    private func enterOnce(_ body: (Target) -> Void, tooLate: (CallInterface) -> Void) {
        // The first of those that come at the same time ends the use, and is the only one.
        let held = state.withLock { state -> NativeClosure?? in
            state.isOpen ? close(&state) : nil
        }
        if held == nil { late(tooLate) } else { unsafe gate.withTarget(body) }
    }

    /// Answers a call that comes too late, and says so the first time.
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

    /// Answers a call of libffi's code.
    ///
    /// - Parameters:
    ///   - arguments: the addresses of the arguments.
    ///   - result: where the result belongs, with room for a word at least.
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

    /// Answers a call of a precompiled trampoline.
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

    /// Those of libffi that nobody uses, the one unused for longest first; and the process that
    /// made the first in memory that its forks share.
    private struct Made {
        var unused: [ObjectIdentifier: [Trampoline]] = [:]
        var sharingProcess: pid_t?
    }

    private static let made = Locked(Made())

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
        let key = ObjectIdentifier(interface.types)
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
        made.withLock {
            $0.unused[ObjectIdentifier(interface.types), default: []].append(trampoline)
        }
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
}
