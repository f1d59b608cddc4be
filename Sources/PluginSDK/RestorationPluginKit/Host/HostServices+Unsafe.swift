import CRestorationPlugin
import RestorationCore

/// A Swift wrapper of the host's table.
@safe struct HostServices: Sendable {
    // Invariant (restoration/host.h): valid from the entry point to the end of the process, and
    // never changed. Each function documents its thread.
    nonisolated(unsafe) let table: UnsafePointer<restoration_host>

    /// Fails if the host's table lacks the last required field.
    init?(_ table: UnsafePointer<restoration_host>) {
        unsafe self.table = table
        guard unsafe has(\.interface) else { return nil }
    }

    func has(_ field: PartialKeyPath<restoration_host>) -> Bool {
        guard let offset = unsafe MemoryLayout<restoration_host>.offset(of: field) else {
            return false
        }
        // Invariant (restoration/host.h): every field passed here is one pointer.
        return unsafe offset + MemoryLayout<UnsafeRawPointer>.size
            <= Int(table.pointee.struct_size)
    }

    var abi: ABIVersion { unsafe ABIVersion(packed: table.pointee.abi_version) }

    var application: String { unsafe String(copying: table.pointee.application) ?? "" }

    /// Any thread.
    func log(_ message: String, level: PluginHost.LogLevel) {
        unsafe message.lent { unsafe table.pointee.log?(table, level.rawValue, $0) }
    }

    /// Fails the current call with a reason. The session's thread.
    func fail(_ message: String) {
        unsafe message.lent { unsafe table.pointee.fail?(table, $0) }
    }

    /// Reports that an object's state has changed. Any thread.
    func invalidate(_ object: restoration_handle) {
        unsafe table.pointee.invalidate?(table, object)
    }

    var canWait: Bool { unsafe has(\.arrived) && table.pointee.arrived != nil }

    /// Reports that an object's data has arrived. Any thread.
    func arrived(_ object: restoration_handle) {
        if canWait { unsafe table.pointee.arrived?(table, object) }
    }

    /// Restarts the hang timer of the current call. The session's thread.
    func reportProgress() {
        if unsafe has(\.report_progress) { unsafe table.pointee.report_progress?(table) }
    }

    /// The table of one of the host's interfaces. The session's thread.
    @safe func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.lent { unsafe table.pointee.interface?(table, $0) }
    }

    /// A fact about the program; `nil` if it is unknown to the host, or has no value now. The
    /// session's thread.
    func query(_ key: String) -> String? {
        guard unsafe has(\.query), let function = unsafe table.pointee.query else { return nil }
        var text = unsafe restoration_string()
        let status = unsafe key.lent { unsafe Status(function(table, $0, &text)) }
        return status == .ok ? unsafe String(copying: text) : nil
    }
}
