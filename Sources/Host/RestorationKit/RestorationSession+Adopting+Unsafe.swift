internal import RestorationBindings
internal import RestorationPlugins

/// Objects of libraries that never heard of restoration, which a binding describes.
extension RestorationSession {
    /// Hands an object that the program has made to a binding, which knows how to read and write
    /// its state.
    ///
    /// ```swift
    /// let window = unsafe try session.adopt(gtkWindow, from: "org.gtk.widgets")
    /// session.addRoot(window)
    /// ```
    ///
    /// The objects in it that have an identifier are its elements: they are saved with it, and take
    /// their state back when it does (VIEW-1, VIEW-2). Those that have been adopted themselves are
    /// not among them. The library tells about changes, which are saved like others. Adopting an
    /// object twice returns the same.
    ///
    /// Until ``abandon(_:)``, or until the result is dropped, the object must live, unless the
    /// binding has the library tell about its end, or keeps the object by `adopt`.
    ///
    /// - Parameters:
    ///   - object: Where the library has the object. It must be one of the binding's library, and
    ///     of the class that is named: nobody can check that.
    ///   - binding: The binding's identifier. It is loaded now if it is not yet.
    ///   - className: The class of the binding; `nil` lets the binding tell.
    ///   - identifier: The object's identifier; `nil` lets the binding tell. Without an identifier
    ///     it is not preserved.
    /// - Returns: A root for ``addRoot(_:scope:)``, or a child of an object of the program's. Keep
    ///   it.
    /// - Throws: `DiscoveryError` or `BindingError` if there is no such binding, its library is
    ///   missing or too old, or no class of it is for such an object; ``SessionError/closed``.
    public func adopt(
        _ object: UnsafeMutableRawPointer,
        from binding: String,
        as className: String? = nil,
        identifier: String? = nil
    ) throws -> any Restorable {
        try checkIsOpen()
        let adopted = try classes.catalog.adopt(
            UInt(bitPattern: object),
            from: binding,
            as: className,
            identifier: identifier
        )
        changed()
        return adopted
    }

    /// Ends an adoption, as when a window is closed: the library is told that nobody listens any
    /// more, and gets its object back, also once the session is closed. If the object is a root it
    /// is taken off; its state goes with the next save. Does nothing for an object that is neither
    /// adopted nor a root.
    public func abandon(_ object: any Restorable) {
        enter()
        guard
            PluginCatalog.isBound(object) || records.roots.contains(where: { $0.object === object })
        else { return }
        let elements = (object as? any RestorableElementOwner)?.restorationElements ?? []
        for gone in elements + [object] { records.giveUpState(of: gone) }
        if records.roots.contains(where: { $0.object === object }) { removeRoot(object) }
        classes.catalog.abandon(object)
        changed()
    }

    /// Offers an ability of the program to its plugins, which ask for it by versioned id through
    /// `restoration_host.interface`.
    ///
    /// ```swift
    /// session.offer(interface: "org.restorationkit.petfinder.pets/1", table: petsTable)
    /// ```
    ///
    /// Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - identifier: The id with its version, as the program's own header has it.
    ///   - table: The table of that header's type. It must live, unchanged, until the process ends:
    ///     plugins keep it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        guard enterIfOpen() else { return }
        // Invariant: lives until the process ends, as asked above.
        unsafe classes.loader.offer(interface: identifier, table: table)
    }

    /// Where a library or a plugin has the object that stands behind a restorable one, such as the
    /// connection that a binding has opened again; `nil` if there is none, or it is gone. Valid as
    /// long as `object` is.
    public func nativeObject(of object: any Restorable) -> UnsafeMutableRawPointer? {
        enter()
        // Invariant: the address came from the library, as a pointer.
        guard let address = classes.catalog.address(of: object) else { return nil }
        return unsafe UnsafeMutableRawPointer(bitPattern: address)
    }
}
