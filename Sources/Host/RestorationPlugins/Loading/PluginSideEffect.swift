public import RestorationCore

/// A forbidden change of the process by a plugin during its loading.
public struct PluginSideEffect: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The path of its library.
    public let file: String
    /// The changed part of the process.
    public let change: Change
    /// Whether the host undid the change.
    public let isUndone: Bool

    /// The changed part of the process. Simultaneous changes by other threads count as the
    /// plugin's.
    @nonexhaustive
    public enum Change: Hashable, Sendable {
        /// The thread's rounding, treatment of denormal numbers, and traps.
        case floatingPointMode
        /// The handlers of these signals, by name.
        case signalHandlers([String])
        /// The thread's blocked signals.
        case signalMask
        case locale
        case currentDirectory
        /// Environment variables, by name. Not undone, because other threads may read them.
        case environment(String)
    }

    /// The change, with a remedy for the plugin's authors.
    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: "\(plugin) \(change.clause(isUndone: isUndone))",
            place: file,
            remedy: change.remedy
        )
    }
}

extension PluginSideEffect.Change {
    /// For example `changed the locale while it was loaded, which was undone`.
    func clause(isUndone: Bool) -> String {
        let time = "while it was loaded, which " + (isUndone ? "was undone" : "cannot be undone")
        return switch self {
        case .floatingPointMode: "changed the floating-point mode \(time)"
        case .signalHandlers(let names): "took over \(names.joined(separator: ", ")) \(time)"
        case .signalMask: "changed the set of blocked signals \(time)"
        case .locale: "changed the locale \(time)"
        case .currentDirectory: "changed the current directory \(time)"
        case .environment(let variables):
            "changed the environment (\(variables)) while it was loaded"
        }
    }

    package var subject: String {
        switch self {
        case .floatingPointMode: "The floating-point mode"
        case .signalHandlers(let names): "The handling of \(names.joined(separator: ", "))"
        case .signalMask: "The set of blocked signals"
        case .locale: "The locale"
        case .currentDirectory: "The current directory"
        case .environment(let variables): "The environment (\(variables))"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .floatingPointMode:
            "Link the plugin without -ffast-math, and set no modes in initialisers."
        case .signalHandlers, .signalMask:
            "Leave signals to the program, in initialisers and in the entry point."
        case .locale: "Call setlocale neither in initialisers nor in the entry point."
        case .currentDirectory: "Call chdir neither in initialisers nor in the entry point."
        case .environment: "Call setenv neither in initialisers nor in the entry point."
        }
    }
}
