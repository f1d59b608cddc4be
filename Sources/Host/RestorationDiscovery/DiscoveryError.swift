public import RestorationCore

/// A plugin that cannot be found or read, or whose files must not be loaded.
@nonexhaustive
public enum DiscoveryError: DiagnosedError, Hashable {
    /// The system refused to read a file or directory.
    case unreadable(file: String, SystemError)
    /// A link leads to nothing.
    case danglingLink(file: String, target: String)
    /// Somebody else than the program's user and root may change the plugin, or what is on the way
    /// to it.
    case untrusted(UntrustedStep)
    /// A directory that depends on where the program was started.
    case relativeDirectory(String, source: String)
    /// A file was named in the place of a directory.
    case fileAsDirectory(String, source: String)
    /// The name of a directory is not valid UTF-8: each byte that is not stands in it as `\xE9`.
    case invalidDirectoryName(String, source: String)
    /// The file is not a library that this process could load.
    case notALibrary(file: String, ELFFault)
    /// The library has neither an embedded manifest nor a sidecar.
    case noManifest(file: String)
    /// A manifest or sidecar has a fault.
    case manifest(file: String, ManifestError)
    /// A sidecar has no library beside it.
    case sidecarWithoutLibrary(file: String)
    /// The name of a file is not valid UTF-8: each byte that is not stands in `file` as `\xE9`.
    case invalidName(file: String)
    /// Plugin and host share no version of the C interface.
    case abiMismatch(plugin: PluginIdentifier, file: String, needed: ABIRange, host: ABIVersion)
    /// No file with such a plugin was found. One of those that cannot be used may be it.
    case pluginMissing(plugin: String, unusable: [Diagnosis])
    /// Several plugins claim to have been called so formerly, and no pin says which one is meant.
    case takeoverContested(plugin: String, heirs: [String])
    /// There is such a plugin, but the application does not use it.
    case pluginNotUsed(plugin: String, PassedOverPlugin.Reason)
    /// The plugin's manifest lists no such class, or the sidecar takes it away.
    case classMissing(plugin: String, className: String, sidecar: String?)
    /// The library, or one that it needs, wants libraries looked for in a directory that depends on
    /// where the program was started, or has a `$` other than that of `$ORIGIN` at the start.
    case indefiniteRunPath(file: String, directory: String)
    /// The library, or one that it needs, names a library that it needs by a path.
    case neededByPath(file: String, library: String)
    /// A library that is needed would be looked for in a directory that is in foreign hands.
    case untrustedRunPath(file: String, library: String, directory: String, UntrustedStep)
    /// The library, or one that it brings along, was built for a sanitizer whose runtime has to be
    /// loaded before all else, and this process has not loaded it.
    case sanitizerMissing(file: String, runtime: String)
    /// The file has been replaced since it was found, or since it was loaded.
    case replaced(file: String)
    /// The library does not export `restoration_plugin_entry`.
    case noEntryPoint(file: String)
}
