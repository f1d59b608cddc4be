package import RestorationCore
package import RestorationDiscovery

/// An object of a session that has a handle from the start, other than a plugin's own.
package protocol HandledObject: Restorable {
    var handle: UInt64 { get }
    var context: PluginContext { get }

    /// Called after an arrival: the object may now accept a value that it refused earlier.
    func handleArrivals()

    /// Called after the library destroyed the underlying object.
    func recordDestruction()
}

/// Loads plugins without a library of their own: bindings.
package protocol DocumentLoading: AnyObject {
    func load(_ plugin: DiscoveredPlugin, for loader: PluginLoader) throws -> LoadedClasses
}
