internal import Synchronization

extension PluginMailbox {
    /// Offers a table.
    ///
    /// Invariant: the table lives as long as the process, as its provider promised, because plugins
    /// store it.
    func offer(_ table: UnsafeRawPointer, as name: String) {
        let address = UInt(bitPattern: table)
        offers.withLock { $0[name] = address }
    }

    func offer(_ name: String) -> UnsafeRawPointer? {
        unsafe UnsafeRawPointer(bitPattern: offers.withLock { $0[name] } ?? 0)
    }
}
