internal import Synchronization

/// The host's own interfaces for its plugins.
extension PluginMailbox {
    /// Offers a table.
    ///
    /// Invariant: the table lives as long as the process, since a plugin may keep it; whoever
    /// offers it has promised so.
    func offer(_ table: UnsafeRawPointer, as name: String) {
        let address = UInt(bitPattern: table)
        offers.withLock { $0[name] = address }
    }

    /// The table of that name; `nil` if the host does not offer it.
    func offer(_ name: String) -> UnsafeRawPointer? {
        unsafe UnsafeRawPointer(bitPattern: offers.withLock { $0[name] } ?? 0)
    }
}
