internal import RestorationPlugins

/// A table of C functions that a host offers to its plugins.
@safe struct OfferedTable {
    // Invariant: lives until the process ends, as RestorationSession.offer(interface:table:) asks.
    let address: UnsafeRawPointer

    init(_ address: UnsafeRawPointer) { unsafe self.address = address }
}

extension PluginLoader {
    func offer(interface identifier: String, _ table: OfferedTable) {
        unsafe offer(interface: identifier, table: table.address)
    }
}

extension RestorationSession {
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
    ///   - table: What that header says it is. It must live, unchanged, until the process ends:
    ///     plugins keep it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        enter()
        guard phase != .closed else { return }
        unsafe classes.offer(interface: identifier, table: OfferedTable(table))
    }
}
