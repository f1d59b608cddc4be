import CRestorationPlugin
import RestorationCore

/// The host's services, in Swift's terms.
@safe struct HostServices: Sendable {
    // Invariant (restoration/host.h): valid from the entry point to the end of the process, and
    // never changed; what may be called from which thread says each function.
    nonisolated(unsafe) private let table: UnsafePointer<restoration_host>

    /// Accepts a host's table if it reaches to the last field used here.
    init?(_ table: UnsafePointer<restoration_host>) {
        let end = unsafe MemoryLayout<restoration_host>.offset(of: \.interface)! + 8
        guard unsafe Int(table.pointee.struct_size) >= end else { return nil }
        unsafe self.table = table
    }

    /// The version of the interface that the host speaks.
    var abi: ABIVersion { unsafe ABIVersion(packed: table.pointee.abi_version) }

    /// The application's id.
    var application: String { unsafe String(copying: table.pointee.application) ?? "" }

    /// Writes to the host's log.
    ///
    /// Any thread.
    func log(_ message: String, level: PluginHost.LogLevel) {
        unsafe message.lent { unsafe table.pointee.log?(table, level.rawValue, $0) }
    }

    /// Says why the call that is running fails.
    ///
    /// The session's thread.
    func fail(_ message: String) {
        unsafe message.lent { unsafe table.pointee.fail?(table, $0) }
    }

    /// Tells that an object's state has changed.
    ///
    /// Any thread.
    func invalidate(_ object: restoration_handle) {
        unsafe table.pointee.invalidate?(table, object)
    }

    /// Asks for one of the host's abilities.
    ///
    /// The session's thread.
    @safe func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.lent { unsafe table.pointee.interface?(table, $0) }
    }
}
