internal import CRestorationSystem

/// A snapshot of the process before unknown code runs in it.
///
/// Belongs to its thread, because part of it is per thread. A class, so that unchanged parts serve
/// several libraries.
@safe package final class ProcessState {
    /// Invariant: made by `restoration_process_state_make`, used and freed only here. Null without
    /// memory, which disables the comparison.
    private let state: OpaquePointer?

    package init() {
        unsafe state = restoration_process_state_make()
    }

    deinit {
        if let state = unsafe state { unsafe restoration_process_state_free(state) }
    }

    package func take() {
        guard let state = unsafe state else { return }
        unsafe restoration_process_state_take(state)
    }

    package struct Changes {
        package var undone: [PluginSideEffect.Change] = []
        package var lasting: [PluginSideEffect.Change] = []
    }

    /// Undoes the changes, and returns them.
    package func restore() -> Changes {
        guard let state = unsafe state else { return Changes() }
        let undone = unsafe restoration_process_state_restore(state)
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
