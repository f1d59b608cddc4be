public import RestorationCore

/// A plugin that cannot be found, read or loaded, or that failed.
@nonexhaustive
public enum LoadingError: DiagnosedError, Hashable {
    // Discovery

    /// The system refused to read a file or directory.
    case unreadable(file: String, SystemError)
    /// A link leads to nothing.
    case danglingLink(file: String, target: String)
    /// Somebody else than the program's user and root may change the plugin, or what is on the way
    /// to it.
    case untrusted(UntrustedStep)
    /// A directory that depends on where the program was started.
    case relativeDirectory(String, source: String)
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

    // Loading

    /// No file with such a plugin was found. One of those that cannot be used may be it.
    case pluginMissing(plugin: String, unusable: [Diagnosis])
    /// There is such a plugin, but the application does not use it.
    case pluginNotUsed(plugin: String, PassedOverPlugin.Reason)
    /// The plugin's manifest lists no such class, or the sidecar takes it away.
    case classMissing(plugin: String, className: String, sidecar: String?)
    /// The library, or one that it brings along, needs a library that it brings along as well; but
    /// the process has already loaded another one of that name, perhaps with the plugin itself,
    /// which would be used instead.
    case conflictingLibrary(file: String, library: String, bundled: String, loaded: String)
    /// The library and what it brings along bring two libraries of one name along, of which one
    /// would be used in place of the other.
    case repeatedLibrary(file: String, library: String, used: String, unused: String)
    /// The library, or one that it needs, wants libraries looked for in a directory that depends on
    /// where the program was started.
    case relativeRunPath(file: String, directory: String)
    /// The library, or one that it needs, wants libraries looked for in a directory that depends on
    /// the system: it has a `$` other than that of `$ORIGIN` at the start.
    case variableRunPath(file: String, directory: String)
    /// The library, or one that it needs, names a library that it needs by a path.
    case neededByPath(file: String, library: String)
    /// A library that is needed would be looked for in a directory that is in foreign hands.
    case untrustedRunPath(file: String, library: String, directory: String, UntrustedStep)
    /// The library needs an interface that the host does not offer.
    case interfaceMissing(plugin: String, file: String, interface: String)
    /// The file has been replaced since it was found, or since it was loaded.
    case replaced(file: String)
    /// The dynamic loader refused the library, in its own words.
    case notLoadable(file: String, message: String)
    /// The library needs another one that is not installed.
    case dependencyMissing(file: String, library: String)
    /// The library does not export `restoration_plugin_entry`.
    case noEntryPoint(file: String)
    /// The entry point that was found belongs to another library, on which this one depends.
    case foreignEntryPoint(file: String, owner: String)
    /// The entry point returned null.
    case refused(file: String, message: String?)
    /// The entry point returned a descriptor that cannot be used.
    case descriptor(file: String, DescriptorFault)
    /// A session on another thread uses the plugin.
    case usedOnOtherThread(plugin: String)

    // Calling

    /// A call that belongs to the session's thread came from another one.
    case wrongThread(plugin: String)
    /// The object was given up because its state could not be applied.
    case objectGivenUp(plugin: String)
    /// A function of the plugin failed.
    case callFailed(PluginCallFailure)

    // Bindings

    /// A library that a binding is about cannot be loaded.
    case libraryNotLoadable(binding: String, library: String, LibraryFault)
    /// A library lacks functions that a binding calls, or is too old for it.
    case bindingShortfall(BindingShortfall)
    /// A call of a binding failed.
    case bindingCallFailed(BindingCallFailure)
    /// The library has destroyed the object, or the host has abandoned it.
    case objectGone(binding: String, path: String)
    /// No class of the binding fits an object that was handed over.
    case noBoundClass(binding: String, kind: String?)
    /// An object is none of the class that the program named for it.
    case otherKind(binding: String, className: String, kind: String)
    /// A plugin that is no binding was to adopt an object of a library.
    case notABinding(plugin: String)
}
