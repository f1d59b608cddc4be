package import RestorationCore
package import RestorationDiscovery

/// An object of a session, other than a plugin's own, that plugins know by a handle that it has
/// from the start, and that hears what arrives for that.
package protocol HandledObject: Restorable {
    var handle: UInt64 { get }
    var context: PluginContext { get }

    /// Something has arrived for it: values may be taken now that were refused.
    func noteNews()

    /// What stands behind it has been destroyed.
    func noteDestruction()
}

/// Loads plugins that are no libraries with an entry point of their own: bindings.
package protocol DocumentLoading: AnyObject {
    /// The restoration classes of a plugin.
    func load(_ plugin: DiscoveredPlugin, for loader: PluginLoader) throws -> LoadedClasses
}
