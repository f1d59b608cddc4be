/// The program that loaded the plugin.
///
/// A plugin has one host from the entry point to the end of the process. Without a host, as in a
/// test of a class, ``log(_:level:)`` does nothing and ``interface(_:)`` returns `nil`.
public enum PluginHost {
    /// The severity of a log line, with the numbers of `restoration/host.h`.
    public enum LogLevel: UInt32, Hashable, Sendable, CaseIterable {
        case debug = 1
        case info, warning, error
    }

    /// The id of the running application, such as "org.example.petfinder"; empty without a host.
    /// Any thread.
    public static var application: String { LoadedPlugin.current?.host.application ?? "" }

    /// Writes a line to the host's log, marked with the plugin's id. Any thread.
    ///
    /// Never log text that a user typed: unlike archives, logs are not encrypted.
    public static func log(_ message: String, level: LogLevel = .info) {
        LoadedPlugin.current?.host.log(message, level: level)
    }

    /// Restarts the hang timer of the current call from the host. Call it during work that takes
    /// seconds. No effect at other times.
    ///
    /// The session's thread. On another thread the call is logged and does nothing.
    public static func reportProgress() {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.reportProgress")
        else { return }
        plugin.host.reportProgress()
    }

    /// The table of an interface that this host defines for its plugins, by versioned id such as
    /// "org.example.petfinder.pets/1". The host's own header describes the table.
    ///
    /// - Returns: The table, which lives as long as the process; `nil` if the host lacks the
    ///   interface, and on a thread other than the session's, which is logged.
    public static func interface(_ id: String) -> UnsafeRawPointer? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.interface") else {
            return nil
        }
        return plugin.host.interface(id)
    }
}
