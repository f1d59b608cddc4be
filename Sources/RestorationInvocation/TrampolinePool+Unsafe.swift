internal import CTrampolines
internal import Synchronization

/// The precompiled trampolines.
enum TrampolinePool {
    /// All, with those for integers first.
    private static let all: [Trampoline] = {
        unsafe trampolines_set_handler(handle)
        let count = Int32(TRAMPOLINE_COUNT)
        let functions =
            (0..<count).compactMap { trampoline_for_integers($0) }
            + (0..<count).compactMap { trampoline_for_floats($0) }
        return functions.enumerated().map { Trampoline(precompiled: $0, address: $1) }
    }()

    /// The numbers of those that nobody uses, the one unused for longest first.
    private static let unused = Mutex(
        (
            integers: Array(0..<Int(TRAMPOLINE_COUNT)),
            floats: Array(Int(TRAMPOLINE_COUNT)..<2 * Int(TRAMPOLINE_COUNT))
        )
    )

    /// One for closures of that type; `nil` if none suits or all are in use.
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

    static func giveBack(_ number: Int) {
        unused.withLock { unused in
            if number < Int(TRAMPOLINE_COUNT) {
                unused.integers.append(number)
            } else {
                unused.floats.append(number)
            }
        }
    }

    /// What the trampolines call.
    private static let handle: trampoline_handler = { number, integers, floats, result in
        let trampoline = all[Int(number)]
        // Invariant: the C source passes as many of both as its header says, and a word of 8 bytes.
        unsafe trampoline.called(inRegisters: integers!, floats!, result!)
    }
}
