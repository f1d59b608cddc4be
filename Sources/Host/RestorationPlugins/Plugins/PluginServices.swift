public import RestorationInvocation

/// A host's services for its plugins.
public struct PluginServices: Sendable {
    /// Receives a line that a plugin logs. Called from any thread.
    public let log: @Sendable (PluginLogEntry) -> Void
    /// Whether the level `info` is logged. If not, searches for log lines alone are skipped.
    let logsInfo: Bool
    /// Asks the host to call ``PluginLoader/runPending()`` soon on the session's thread. Called
    /// from any thread, at most once until then.
    public let wakeUp: @Sendable () -> Void
    /// How callbacks for libraries behind bindings may be created.
    public let closurePolicy: ClosurePolicy
    /// Reports each call into a plugin, on the session's thread. `nil`, the default, costs nothing.
    package var onCall: (@Sendable (PluginCallTrace) -> Void)?
    /// Reports each refused call of a plugin, with the reason.
    package var onRefusal: (@Sendable (PluginLogEntry) -> Void)?

    /// Joins the services.
    public init(
        log: @escaping @Sendable (PluginLogEntry) -> Void = { _ in },
        logsInfo: Bool = true,
        wakeUp: @escaping @Sendable () -> Void = {},
        closurePolicy: ClosurePolicy = .libffi
    ) {
        self.log = log
        self.logsInfo = logsInfo
        self.wakeUp = wakeUp
        self.closurePolicy = closurePolicy
    }
}

/// A line by a plugin or about it.
public struct PluginLogEntry: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The restoration path of the running function's object, or the plugin's library.
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
    // The numbers of restoration/host.h.
    case debug = 1
    case info, warning, error

    /// An invalid number counts as an error.
    init(lenient number: UInt32) {
        self = Self(rawValue: number) ?? .error
    }
}
