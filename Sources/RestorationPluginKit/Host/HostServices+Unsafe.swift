import CRestorationPlugin

/// The host's services, in Swift's terms.
@safe struct HostServices: Sendable {
    // Invariant (restoration/host.h): valid from the entry point to the end of the process, and
    // never changed; what may be called from which thread says each function.
    nonisolated(unsafe) private let table: UnsafePointer<restoration_host>

    /// Accepts a host's table if it holds all that version 0.1 of the interface has.
    init?(_ table: UnsafePointer<restoration_host>) {
        guard unsafe Int(table.pointee.struct_size) >= MemoryLayout<restoration_host>.size else {
            return nil
        }
        unsafe self.table = table
    }

    var abiVersion: UInt32 { unsafe table.pointee.abi_version }

    /// The application's id.
    var application: String { unsafe String(copying: table.pointee.application) ?? "" }

    /// Writes to the host's log. Any thread.
    func log(_ message: String, level: PluginHost.LogLevel) {
        unsafe message.lent { unsafe table.pointee.log?(table, level.rawValue, $0) }
    }

    /// Says why the call that is running fails. The session's thread.
    func fail(_ message: String) {
        unsafe message.lent { unsafe table.pointee.fail?(table, $0) }
    }

    /// Tells that an object's state has changed. Any thread.
    func invalidate(_ object: restoration_handle) {
        unsafe table.pointee.invalidate?(table, object)
    }

    /// Asks for one of the host's abilities. The session's thread.
    func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.lent { unsafe table.pointee.interface?(table, $0) }
    }
}
