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
        /// What this thread did, and was put back.
        package var undone: [PluginSideEffect.Change] = []
        /// What this thread did, and could not be put back.
        package var lasting: [PluginSideEffect.Change] = []
        /// What this thread or another did, and what was left as it is.
        package var doubtful: [PluginSideEffect.Change] = []
    }

    /// Puts back what this thread has changed, and says what has changed.
    ///
    /// - Parameter file: the path of the library that was loaded since, as it was opened.
    package func putBack(after file: String) -> Changes {
        guard let state = unsafe state else { return Changes() }
        // Invariant: the path is lent as a C string for the call.
        let undone = unsafe file.withCString {
            unsafe restoration_process_state_put_back(state, $0)
        }
        let lasting = unsafe restoration_process_state_lasting(state)
        let doubtful = unsafe restoration_process_state_doubtful(state)
        guard undone | lasting | doubtful != 0 else { return Changes() }
        return Changes(
            undone: changes(undone, signals: unsafe restoration_process_state_signals(state)),
            lasting: changes(lasting, signals: 0),
            doubtful: changes(
                doubtful,
                signals: unsafe restoration_process_state_doubtful_signals(state)
            )
        )
    }

    private func changes(_ bits: UInt32, signals: UInt64) -> [PluginSideEffect.Change] {
        guard bits != 0, let state = unsafe state else { return [] }
        let variables = unsafe String(cString: restoration_process_state_variables(state))
        let limits = Self.names(of: unsafe restoration_process_state_limits(state), Self.limits)
        let files = Self.names(of: unsafe restoration_process_state_files(state), Self.files)
        let changes: [(Int, PluginSideEffect.Change)] = [
            (RESTORATION_CHANGED_FLOATING_POINT, .floatingPointMode),
            (RESTORATION_CHANGED_SIGNAL_HANDLERS, .signalHandlers(Self.names(of: signals))),
            (RESTORATION_CHANGED_SIGNAL_MASK, .signalMask),
            (RESTORATION_CHANGED_LOCALE, .locale),
            (RESTORATION_CHANGED_DIRECTORY, .currentDirectory),
            (RESTORATION_CHANGED_ENVIRONMENT, .environment(variables)),
            (RESTORATION_CHANGED_LIMITS, .resourceLimits(limits)),
            (RESTORATION_CHANGED_TIMERS, .timers),
            (RESTORATION_CHANGED_IDS, .userIdentity),
            (RESTORATION_CHANGED_FILES, .standardFiles(files)),
        ]
        return changes.filter { Int(bits) & $0.0 != 0 }.map(\.1)
    }

    private static let files = ["standard input", "standard output", "standard error"]

    private static let limits = ["RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_AS"]

    /// The first is bit 0.
    private static func names(of bits: UInt32, _ names: [String]) -> [String] {
        names.indices.filter { bits & 1 << $0 != 0 }.map { names[$0] }
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
