extension RestorableObject {
    /// Makes an object a child of this one and keeps it alive as long as this one lives. The
    /// child's path is this object's with its identifier behind; one that has a parent already
    /// moves.
    ///
    /// Encode a reference to the child: without one it is not preserved.
    ///
    /// ```swift
    /// let layer = Layer()
    /// try addRestorationChild(layer, identifier: "Roads")
    /// ```
    ///
    /// An object that this plugin made itself is handed over to the host, which from then on
    /// preserves, restores and ends it like any other; its class must be one that the plugin
    /// offers. On the next launch it comes with the reference: create it only if there is none.
    ///
    /// - Parameters:
    ///   - child: An object of this plugin, or any other that the plugin has a reference to.
    ///   - identifier: What a new object is called; `nil` for its own
    ///     ``/RestorationCore/Restorable/restorationIdentifier``. An object that the host knows
    ///     keeps its identifier.
    /// - Throws: ``PluginHostError``. In this object's initialiser the host does not know it yet.
    public func addRestorationChild(
        _ child: any Restorable,
        identifier: String? = nil
    ) throws(PluginHostError) {
        let plugin = try PluginHost.plugin("addRestorationChild")
        let parent = try plugin.knownHandle(of: self)
        guard let handle = plugin.objects.handle(of: child) else {
            return try plugin.adopt(child, identifier: identifier, under: parent)
        }
        let status = plugin.host.addChild(handle, to: parent)
        if status == .invalid { throw .notAChild(type: "\(type(of: child))") }
        try PluginHost.check(status, "addRestorationChild")
    }

    /// Undoes ``addRestorationChild(_:identifier:)``. The child ends unless somebody else keeps it,
    /// and is not preserved any more. Nothing happens to an object that is no child.
    public func removeRestorationChild(_ child: any Restorable) throws(PluginHostError) {
        let plugin = try PluginHost.plugin("removeRestorationChild")
        let parent = try plugin.knownHandle(of: self)
        guard let handle = plugin.objects.handle(of: child) else { return }
        let status = plugin.host.removeChild(handle, from: parent)
        if status != .absent { try PluginHost.check(status, "removeRestorationChild") }
    }
}
