public import RestorationCore
public import RestorationDiscovery

/// A plugin cannot be loaded, or has failed.
@nonexhaustive
public enum PluginError: DiagnosedError, Hashable {
    /// The library needs an interface that the host does not offer.
    case interfaceMissing(plugin: String, file: String, interface: String)
    /// The plugin is a binding, and the program uses no bindings.
    case bindingsUnused(file: String)
    /// The dynamic loader refused the library; `message` is its text.
    case notLoadable(file: String, LibraryFault, message: String)
    /// The entry point returned null.
    case refused(file: String, message: String?)
    /// The entry point returned an invalid descriptor.
    case descriptor(file: String, DescriptorFault)
    /// A session on another thread uses the plugin.
    case usedOnOtherThread(plugin: String)
    /// A call that belongs to the session's thread came from another one.
    case wrongThread(plugin: String)
    /// The object was given up because its state could not be applied.
    case objectGivenUp(plugin: String)
    /// The program has taken back an object that it lent.
    case objectTakenBack
    /// A function of the plugin failed.
    case callFailed(PluginCallFailure)
}
