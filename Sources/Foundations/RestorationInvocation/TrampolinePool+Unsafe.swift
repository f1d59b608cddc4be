internal import CTrampolines
import RestorationCore

enum TrampolinePool {
    /// All trampolines, those for integers first. Immortal.
    private static let all: [Trampoline] = {
        unsafe trampolines_set_handler(handle)
        let count = Int32(TRAMPOLINE_COUNT)
        let functions =
            (0..<count).compactMap { trampoline_for_integers($0) }
            + (0..<count).compactMap { trampoline_for_floats($0) }
        return functions.enumerated().map { number, address in
            let trampoline = Trampoline(precompiled: number, address: address)
            let context = unsafe Unmanaged.passRetained(trampoline).toOpaque()
            unsafe trampoline_set_context(Int32(number), context)
            return trampoline
        }
    }()

    /// The unused trampolines, longest unused first.
    private static let unused = Locked(
        (
            integers: Array(0..<Int(TRAMPOLINE_COUNT)),
            floats: Array(Int(TRAMPOLINE_COUNT)..<2 * Int(TRAMPOLINE_COUNT))
        )
    )

    /// A trampoline for a closure type; `nil` if none suits or all are in use.
    static func take(for interface: CallInterface) -> Trampoline? {
        guard let registers = interface.registers else { return nil }
        let number = unused.withLock { unused -> Int? in
            if registers.returnsFloat {
                return unused.floats.isEmpty ? nil : unused.floats.removeFirst()
            }
            return unused.integers.isEmpty ? nil : unused.integers.removeFirst()
        }
        return number.map { all[$0] }
    }

    static func recycle(_ number: Int) {
        unused.withLock { unused in
            if number < Int(TRAMPOLINE_COUNT) {
                unused.integers.append(number)
            } else {
                unused.floats.append(number)
            }
        }
    }

    private static let handle: trampoline_handler = { context, integers, floats, result in
        // Invariant: the C source passes the context from `all`, the number of registers in its
        // header, and a result word of 8 bytes.
        let trampoline = unsafe Unmanaged<Trampoline>.fromOpaque(context!)
        unsafe trampoline._withUnsafeGuaranteedRef {
            unsafe $0.called(inRegisters: integers!, floats!, result!)
        }
    }
}
