public import RestorationCore

/// What a search for plugins came to.
public struct DiscoveryOutcome: Sendable {
    /// The plugins to use: one of each identifier, in the order of their identifiers.
    public let plugins: [DiscoveredPlugin]
    /// Plugins in good order that are not used, in the order in which they were found.
    public let passedOver: [PassedOverPlugin]
    /// Files and directories that are not in order, in the order in which they were found. None of
    /// them disturbs the others.
    public let faults: [LoadingError]
}

/// A plugin in good order that is not used.
public struct PassedOverPlugin: Hashable, Sendable {
    /// The plugin.
    public let plugin: DiscoveredPlugin
    /// Why it is not used.
    public let reason: Reason

    /// Why a plugin is not used.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Its sidecar says so.
        case disabled(sidecar: String)
        /// It is not meant for this application.
        case otherApplication
        /// It is meant for every application that opts in, and this one does not.
        case everyApplication
        /// A newer version of the same plugin is used.
        case older(than: PluginVersion, file: String)
        /// The same version stands earlier in the search order.
        case later(than: String)
    }
}

extension PassedOverPlugin.Reason: CustomStringConvertible {
    /// The reason as a clause: `version 1.2.0 is used, /usr/lib/libnotes.so`.
    public var description: String {
        switch self {
        case .disabled(let sidecar): "disabled by \(sidecar)"
        case .otherApplication: "meant for other applications"
        case .everyApplication: "names no application, and this one did not opt in to such plugins"
        case .older(let version, let file): "version \(version) is used, \(file)"
        case .later(let file): "the same version comes first in the search order, \(file)"
        }
    }

    /// What makes the application use the plugin.
    var remedy: String {
        switch self {
        case .disabled(let sidecar): "Remove \"disabled\" from \(sidecar), or the sidecar."
        case .otherApplication: "Install the build of the plugin that is for this application."
        case .everyApplication:
            "Let the program set acceptsPluginsForAnyApplication, or name it in the manifest."
        case .older, .later: "Remove the other file, if this one is wanted."
        }
    }
}
