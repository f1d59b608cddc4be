import CRestorationPlugin
import RestorationCore

/// The host's services, in Swift's terms.
@safe struct HostServices: Sendable {
    // Invariant (restoration/host.h): valid from the entry point to the end of the process, and
    // never changed; what may be called from which thread says each function.
    nonisolated(unsafe) let table: UnsafePointer<restoration_host>

    /// Accepts a host's table if it reaches to the last field without which nothing works.
    init?(_ table: UnsafePointer<restoration_host>) {
        unsafe self.table = table
        guard unsafe has(\.interface) else { return nil }
    }

    /// Whether the host's table reaches to a field: an older host has fewer.
    func has(_ field: PartialKeyPath<restoration_host>) -> Bool {
        guard let offset = unsafe MemoryLayout<restoration_host>.offset(of: field) else {
            return false
        }
        // Invariant (restoration/host.h): every field that is asked about here is one pointer.
        return unsafe offset + MemoryLayout<UnsafeRawPointer>.size
            <= Int(table.pointee.struct_size)
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

    /// Whether the host waits for what is not there yet.
    var canWait: Bool { unsafe has(\.arrived) && table.pointee.arrived != nil }

    /// Says that what an object waits for is there.
    ///
    /// Any thread.
    func arrived(_ object: restoration_handle) {
        if canWait { unsafe table.pointee.arrived?(table, object) }
    }

    /// Says that what the host has called is still at work.
    ///
    /// The session's thread.
    func reportProgress() {
        if unsafe has(\.report_progress) { unsafe table.pointee.report_progress?(table) }
    }

    /// Asks for one of the host's abilities.
    ///
    /// The session's thread.
    @safe func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.lent { unsafe table.pointee.interface?(table, $0) }
    }

    /// Asks for a fact about the program; `nil` if the host does not know it, or not now.
    ///
    /// The session's thread.
    func query(_ key: String) -> String? {
        guard unsafe has(\.query), let function = unsafe table.pointee.query else { return nil }
        var text = unsafe restoration_string()
        let status = unsafe key.lent { unsafe Status(function(table, $0, &text)) }
        return status == .ok ? unsafe String(copying: text) : nil
    }
}
