public import RestorationCore

/// A plugin that cannot be found or read, or that must not be loaded.
@nonexhaustive
public enum DiscoveryError: DiagnosedError, Hashable {
    /// The system refused to read a file or directory.
    case unreadable(file: String, SystemError)
    /// A dangling symbolic link.
    case danglingLink(file: String, target: String)
    /// Users other than the program's user and root may change the plugin, or a directory on its
    /// path.
    case untrusted(UntrustedPathComponent)
    /// A relative directory, which depends on the working directory.
    case relativeDirectory(String, source: String)
    /// The search path names a file in place of a directory.
    case fileAsDirectory(String, source: String)
    /// The name of a directory is not valid UTF-8. Invalid bytes appear in it as `\xE9`.
    case invalidDirectoryName(String, source: String)
    /// The file is not a library that this process can load.
    case notALibrary(file: String, ELFFault)
    /// The library has neither an embedded manifest nor a sidecar.
    case noManifest(file: String)
    /// A manifest or sidecar has a fault.
    case manifest(file: String, ManifestError)
    /// A sidecar has no library beside it.
    case sidecarWithoutLibrary(file: String)
    /// The name of a file is not valid UTF-8. Invalid bytes appear in `file` as `\xE9`.
    case invalidName(file: String)
    /// Plugin and host have no common version of the C interface.
    case abiMismatch(plugin: PluginIdentifier, file: String, needed: ABIRange, host: ABIVersion)
    /// The plugin was not found. One of the unusable files may contain it.
    case pluginMissing(plugin: String, unusable: [Diagnosis])
    /// Several plugins list the name as a former name of theirs, and no pin selects one.
    case takeoverContested(plugin: String, successors: [String])
    /// The plugin exists, but the application does not use it.
    case pluginNotUsed(plugin: String, RejectedPlugin.Reason)
    /// The plugin's manifest does not list the class, or its sidecar removes it.
    case classMissing(plugin: String, className: String, sidecar: String?)
    /// The library or a dependency has a run path that is relative, or that contains `$` other than
    /// a leading `$ORIGIN`.
    case indefiniteRunPath(file: String, directory: String)
    /// The library or a dependency names a dependency by path.
    case neededByPath(file: String, library: String)
    /// The loader would search for a dependency in a directory that other users may change.
    case untrustedRunPath(file: String, library: String, directory: String, UntrustedPathComponent)
    /// The library or a bundled dependency was built for a sanitizer whose runtime must be loaded
    /// before all other code, and this process has not loaded it.
    case sanitizerMissing(file: String, runtime: String)
    /// The file was replaced after it was found or loaded.
    case replaced(file: String)
    /// The library does not export `restoration_plugin_entry`.
    case noEntryPoint(file: String)
}
