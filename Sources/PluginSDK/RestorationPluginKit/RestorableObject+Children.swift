extension RestorableObject {
    /// Makes an object a child of this one, and keeps it alive as long as this one lives. The
    /// child's path becomes this object's path plus the child's identifier. A child with another
    /// parent moves.
    ///
    /// Encode a reference to the child, or the host does not preserve it.
    ///
    /// ```swift
    /// let layer = Layer()
    /// try addRestorationChild(layer, identifier: "Roads")
    /// ```
    ///
    /// The host takes over an object that this plugin made itself, and preserves, restores and
    /// destroys it like any other. The plugin must offer its class. On the next launch the
    /// reference restores the child: create it only if there is none.
    ///
    /// - Parameters:
    ///   - child: An object of this plugin, or any other that the plugin has a reference to.
    ///   - identifier: The identifier of a new object; `nil` for its own
    ///     ``/RestorationCore/Restorable/restorationIdentifier``. An object that the host already
    ///     knows keeps its identifier.
    /// - Throws: ``PluginHostError``, also in this object's initialiser, when the host does not
    ///   know it yet.
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

    /// Undoes ``addRestorationChild(_:identifier:)``. The child is deallocated unless another owner
    /// keeps it alive, and is no longer preserved. Does nothing if the object is not a child.
    public func removeRestorationChild(_ child: any Restorable) throws(PluginHostError) {
        let plugin = try PluginHost.plugin("removeRestorationChild")
        let parent = try plugin.knownHandle(of: self)
        guard let handle = plugin.objects.handle(of: child) else { return }
        let status = plugin.host.removeChild(handle, from: parent)
        if status != .absent { try PluginHost.check(status, "removeRestorationChild") }
    }
}
