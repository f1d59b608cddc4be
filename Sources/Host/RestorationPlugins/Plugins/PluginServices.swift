public import RestorationInvocation

/// The services of a host for its plugins.
public struct PluginServices: Sendable {
    /// Receives a line that a plugin logs. Called from any thread.
    public let log: @Sendable (PluginLogEntry) -> Void
    /// Whether the host logs the level `info`. If not, the loader skips searches whose results
    /// would only be logged.
    let isHeard: Bool
    /// Asks the host to call ``PluginLoader/runPending()`` soon on the session's thread. Called
    /// from any thread, at most once until then.
    public let wakeUp: @Sendable () -> Void
    /// The kinds of closures allowed as callbacks of libraries behind bindings.
    public let closurePolicy: ClosurePolicy
    /// Reports each call into a plugin, on the session's thread. `nil`, the default, costs nothing.
    package var onCall: (@Sendable (PluginCallTrace) -> Void)?
    /// Reports each refused call of a plugin, with the reason.
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

/// A line that a plugin logs, or a line about it.
public struct PluginLogEntry: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The restoration path of the object whose function was running, or else the plugin's library.
    public let place: String
    /// The severity.
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

/// The severity of a plugin's log line.
public enum PluginLogLevel: UInt32, Hashable, Sendable, CaseIterable {
    // The numbers are those of restoration/host.h.
    case debug = 1
    case info, warning, error

    /// Converts a plugin's number; an invalid one counts as an error.
    init(lenient number: UInt32) {
        self = Self(rawValue: number) ?? .error
    }
}
