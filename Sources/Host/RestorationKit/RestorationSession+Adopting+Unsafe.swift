internal import RestorationBindings
internal import RestorationPlugins

/// Objects of libraries without support for restoration, described by bindings.
extension RestorationSession {
    /// Hands an object that the program made to a binding, which reads and writes its state.
    ///
    /// ```swift
    /// let window = unsafe try session.adopt(gtkWindow, from: "org.gtk.widgets")
    /// session.addRoot(window)
    /// ```
    ///
    /// Objects inside it that have an identifier become its elements, unless they are adopted
    /// themselves. They are saved and restored with it (VIEW-1, VIEW-2). Changes that the library
    /// reports are saved like others. Adopting an object twice returns the same result.
    ///
    /// The object must live until ``abandon(_:)`` or the result's deallocation, unless the library
    /// reports its end, or the binding retains it by `adopt`.
    ///
    /// - Parameters:
    ///   - object: The library's object. It must be of the binding's library and of the named
    ///     class: this cannot be checked.
    ///   - binding: The binding's identifier. The binding is loaded if necessary.
    ///   - className: The class of the binding; `nil` asks the binding.
    ///   - identifier: The object's identifier; `nil` asks the binding. Without one the object is
    ///     not preserved.
    /// - Returns: A root for ``addRoot(_:scope:)``, or a child of a program's object. Keep a
    ///   reference to it.
    /// - Throws: `DiscoveryError` or `BindingError` if there is no such binding, its library is
    ///   missing or too old, or it has no class for the object; ``SessionError/closed``.
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

    /// Ends an adoption, as when a window is closed, even once the session is closed. The library's
    /// notifications end, and it gets its object back. A root is also removed, and the next save
    /// drops its state. Does nothing for an object that is neither adopted nor a root.
    public func abandon(_ object: any Restorable) {
        enter()
        guard PluginCatalog.isBound(object) || isRoot(object) else { return }
        let elements = (object as? any RestorableElementOwner)?.restorationElements ?? []
        records.giveUp(elements + [object])
        removeRoot(object)
        classes.catalog.abandon(object)
        changed()
    }

    /// Offers an interface of the program to its plugins, which request it by versioned id through
    /// `restoration_host.interface`.
    ///
    /// ```swift
    /// session.offer(interface: "org.restorationkit.petfinder.pets/1", table: petsTable)
    /// ```
    ///
    /// Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - identifier: The id with its version, as in the program's header.
    ///   - table: The table of that header's type. It must live, unchanged, until the process ends,
    ///     since plugins hold it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        guard enterIfOpen() else { return }
        // Invariant: lives until the process ends, as asked above.
        unsafe classes.loader.offer(interface: identifier, table: table)
    }

    /// The native object of a library or plugin behind a restorable one, such as a connection that
    /// a binding has reopened; `nil` if there is none, or it was deallocated. Valid as long as
    /// `object`.
    public func nativeObject(of object: any Restorable) -> UnsafeMutableRawPointer? {
        enter()
        // Invariant: the address came from the library, as a pointer.
        guard let address = classes.catalog.address(of: object) else { return nil }
        return unsafe UnsafeMutableRawPointer(bitPattern: address)
    }
}
