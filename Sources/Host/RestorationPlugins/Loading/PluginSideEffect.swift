public import RestorationCore

/// Something that a plugin's code changed in the process while it was loaded, where it should have
/// left everything as it was.
public struct PluginSideEffect: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The path of its library.
    public let file: String
    /// What was changed.
    public let change: Change
    /// Whether it was put back.
    public let isUndone: Bool

    /// What was changed. What another thread of the program changes at that moment counts as the
    /// plugin's, for nothing tells who did it.
    @nonexhaustive
    public enum Change: Hashable, Sendable {
        /// How the thread rounds, treats tiny numbers, and traps.
        case floatingPointMode
        /// The handlers of these signals, by name.
        case signalHandlers([String])
        /// Which signals the thread blocks.
        case signalMask
        case locale
        case currentDirectory
        /// Environment variables, by name. They stay as they are: another thread may be reading
        /// them.
        case environment(String)
        /// The plugin brought Swift's runtime with it into a program that has its own within.
        case secondSwiftRuntime
    }

    /// What happened, and what the plugin's authors can do about it.
    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: "\(plugin) \(change.clause(isUndone: isUndone))",
            place: file,
            remedy: change.remedy
        )
    }
}

extension PluginSideEffect.Change {
    /// What the plugin did: `changed the locale while it was loaded, which was undone`.
    func clause(isUndone: Bool) -> String {
        let time = "while it was loaded, which " + (isUndone ? "was undone" : "cannot be undone")
        return switch self {
        case .floatingPointMode: "changed how the program calculates \(time)"
        case .signalHandlers(let names): "took over \(names.joined(separator: ", ")) \(time)"
        case .signalMask: "changed which signals the program blocks \(time)"
        case .locale: "changed the locale \(time)"
        case .currentDirectory: "changed the current directory \(time)"
        case .environment(let variables):
            "changed the environment (\(variables)) while it was loaded"
        case .secondSwiftRuntime:
            "brought a second Swift runtime: the program has its own linked in"
        }
    }

    /// What has changed, as the subject of a sentence.
    package var subject: String {
        switch self {
        case .floatingPointMode: "How the program calculates"
        case .signalHandlers(let names): "What handles \(names.joined(separator: ", "))"
        case .signalMask: "Which signals the program blocks"
        case .locale: "The locale"
        case .currentDirectory: "The current directory"
        case .environment(let variables): "The environment (\(variables))"
        case .secondSwiftRuntime: "Which Swift runtimes the program has"
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
        case .secondSwiftRuntime:
            "Link the program without -static-stdlib, or the plugin with it."
        }
    }
}
