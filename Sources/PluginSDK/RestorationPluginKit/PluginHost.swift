/// The program that loaded the plugin.
///
/// There is one host for a plugin, from the entry point to the end of the process. Before that, and
/// in a test that runs a class without a host, nobody listens: ``log(_:level:)`` does nothing and
/// there is no ``interface(_:)``.
public enum PluginHost {
    /// How serious a line of the log is.
    ///
    /// The numbers are those of `restoration/host.h`.
    public enum LogLevel: UInt32, Hashable, Sendable, CaseIterable {
        case debug = 1
        case info, warning, error
    }

    /// The id of the application that is running, such as "org.example.petfinder"; empty without a
    /// host.
    ///
    /// Any thread.
    public static var application: String { LoadedPlugin.current?.host.application ?? "" }

    /// Writes a line to the host's log, which marks it with the plugin's id.
    ///
    /// Any thread.
    ///
    /// Never log what a person typed: unlike archives, logs are not encrypted.
    public static func log(_ message: String, level: LogLevel = .info) {
        LoadedPlugin.current?.host.log(message, level: level)
    }

    /// Says that what the host has called is still at work, for what takes seconds: the time after
    /// which it counts as hung begins anew. Of no consequence at other times.
    ///
    /// The session's thread; elsewhere it does nothing but be logged.
    public static func reportProgress() {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.reportProgress")
        else { return }
        plugin.host.reportProgress()
    }

    /// Asks for an ability that this host defines for its plugins, by versioned id such as
    /// "org.example.petfinder.pets/1": a table that the host's own header describes.
    ///
    /// - Returns: The table, which lives as long as the process; `nil` where the host lacks the
    ///   ability, and on another thread than the session's, which is logged.
    public static func interface(_ id: String) -> UnsafeRawPointer? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.interface") else {
            return nil
        }
        return plugin.host.interface(id)
    }
}
