public import RestorationInvocation

/// What a host does for its plugins.
public struct PluginServices: Sendable {
    /// Receives a line that a plugin logs. Called from any thread.
    public let log: @Sendable (PluginLogEntry) -> Void
    /// Whether lines of the level `info` go anywhere: otherwise nothing is looked for that would
    /// only be logged.
    let isHeard: Bool
    /// Asks the host to call ``PluginLoader/runPending()`` soon on the session's thread. Called
    /// from any thread, at most once until then.
    public let wakeUp: @Sendable () -> Void
    /// What the functions may be made of that libraries behind bindings call.
    public let closurePolicy: ClosurePolicy
    /// Hears of each call into a plugin, on the session's thread. `nil` where nobody wants to,
    /// which costs nothing.
    package var onCall: (@Sendable (PluginCallTrace) -> Void)?
    /// Hears what the host has refused a plugin that called it, and why.
    package var onRefusal: (@Sendable (PluginLogEntry) -> Void)?

    /// Joins the services.
    public init(
        log: @escaping @Sendable (PluginLogEntry) -> Void = { _ in },
        isHeard: Bool = true,
        wakeUp: @escaping @Sendable () -> Void = {},
        closurePolicy: ClosurePolicy = .libffi
    ) {
        self.log = log
        self.isHeard = isHeard
        self.wakeUp = wakeUp
        self.closurePolicy = closurePolicy
    }
}

/// A line that a plugin logs, or that is logged about it.
public struct PluginLogEntry: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// What it is about: the restoration path of the object whose function was running, or else the
    /// plugin's library.
    public let place: String
    /// How serious it is.
    public let level: PluginLogLevel
    /// The text, on one line.
    public let message: String

    package init(plugin: String, place: String, level: PluginLogLevel, message: String) {
        self.plugin = plugin
        self.place = place
        self.level = level
        self.message = message
    }
}

/// How serious a plugin's log line is.
public enum PluginLogLevel: UInt32, Hashable, Sendable, CaseIterable {
    // The numbers are those of restoration/host.h.
    case debug = 1
    case info, warning, error

    /// Takes a number that a plugin sent; one that it should not send is an error's.
    init(lenient number: UInt32) {
        self = Self(rawValue: number) ?? .error
    }
}
