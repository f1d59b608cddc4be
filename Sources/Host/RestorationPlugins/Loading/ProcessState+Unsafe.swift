internal import CRestorationSystem

/// What the process is like before code that nobody vouches for runs in it.
///
/// Belongs to the thread that made it: part of what it holds is the thread's own. An object, so
/// that what stays the same from one library to the next is taken once.
@safe package final class ProcessState {
    /// Invariant: made by `restoration_process_state_make`, used and freed here alone; null if
    /// there was no memory for it, and then nothing is compared.
    private let state: OpaquePointer?

    /// Makes room; ``take()`` fills it.
    package init() {
        unsafe state = restoration_process_state_make()
    }

    deinit {
        if let state = unsafe state { unsafe restoration_process_state_free(state) }
    }

    /// Takes the state as it is now.
    package func take() {
        guard let state = unsafe state else { return }
        unsafe restoration_process_state_take(state)
    }

    /// What has changed since the state was taken.
    package struct Changes {
        /// What was put back.
        package var undone: [PluginSideEffect.Change] = []
        /// What could not be put back.
        package var lasting: [PluginSideEffect.Change] = []
    }

    /// Puts back what has changed, and returns it.
    package func putBack() -> Changes {
        guard let state = unsafe state else { return Changes() }
        let undone = unsafe restoration_process_state_put_back(state)
        return Changes(
            undone: changes(undone),
            lasting: changes(unsafe restoration_process_state_lasting(state))
        )
    }

    private func changes(_ bits: UInt32) -> [PluginSideEffect.Change] {
        guard bits != 0, let state = unsafe state else { return [] }
        let variables = unsafe String(cString: restoration_process_state_variables(state))
        let signals = Self.names(of: unsafe restoration_process_state_signals(state))
        let changes: [(Int, PluginSideEffect.Change)] = [
            (RESTORATION_CHANGED_FLOATING_POINT, .floatingPointMode),
            (RESTORATION_CHANGED_SIGNAL_HANDLERS, .signalHandlers(signals)),
            (RESTORATION_CHANGED_SIGNAL_MASK, .signalMask),
            (RESTORATION_CHANGED_LOCALE, .locale),
            (RESTORATION_CHANGED_DIRECTORY, .currentDirectory),
            (RESTORATION_CHANGED_ENVIRONMENT, .environment(variables)),
        ]
        return changes.filter { Int(bits) & $0.0 != 0 }.map(\.1)
    }

    /// Signal n is bit n - 1.
    private static func names(of signals: UInt64) -> [String] {
        (1...64).filter { signals & 1 << ($0 - 1) != 0 }.map { number in
            // Invariant (sigabbrev_np(3)): a constant C string, or null.
            unsafe restoration_signal_name(Int32(number)).map { unsafe "SIG\(String(cString: $0))" }
                ?? "signal \(number)"
        }
    }
}
