import CRestorationPlugin
import RestorationCore
import Synchronization

/// The plugin of this image, once a host has loaded it.
///
/// Every plugin has its own copy of this module with its own `current`. The export map separates
/// the copies in one process.
@safe final class LoadedPlugin: Sendable {
    let host: HostServices
    let objects = LiveObjects()
    let tickets = TicketTable()
    // Invariant: created by ClassTable, so never freed or changed.
    nonisolated(unsafe) let descriptor: UnsafePointer<restoration_plugin>
    let thread = SessionThread()
    // Invariant: used only on the session's thread, as in ClassList.
    nonisolated(unsafe) private let classes: [ClassEntry]

    // Invariant: created by ClassTable, so never freed or changed.
    nonisolated(unsafe) private let converters: [ConverterEntry]

    typealias ConverterEntry = (
        table: UnsafePointer<restoration_converter>, convert: RestorationPlugin.Converter
    )
    typealias ClassEntry = (
        table: UnsafePointer<restoration_class>, type: any RestorableObject.Type
    )

    init(
        host: HostServices,
        classes: [ClassEntry],
        converters: [ConverterEntry],
        descriptor: UnsafePointer<restoration_plugin>
    ) {
        self.host = host
        unsafe self.classes = classes
        unsafe self.converters = converters
        unsafe self.descriptor = descriptor
    }

    private static let loaded = Mutex<LoadedPlugin?>(nil)

    /// `nil` until the entry point has succeeded. Any thread.
    static var current: LoadedPlugin? { loaded.withLock { $0 } }

    static func setCurrent(_ plugin: LoadedPlugin) {
        loaded.withLock { $0 = plugin }
        StateChanges.listen { object in
            guard let handle = plugin.objects.handle(of: object) else { return }
            plugin.host.invalidate(handle)
        }
    }

    func type(of table: UnsafePointer<restoration_class>?) -> (any RestorableObject.Type)? {
        unsafe classes.first { unsafe $0.table == table }?.type
    }

    func converter(
        of table: UnsafePointer<restoration_converter>?
    ) -> RestorationPlugin.Converter? {
        unsafe converters.first { unsafe $0.table == table }?.convert
    }

    func table(of type: any RestorableObject.Type) -> UnsafePointer<restoration_class>? {
        unsafe classes.first { unsafe $0.type == type }?.table
    }

    /// Whether this is the session's thread; if not, logs the function.
    func checkThread(_ function: StaticString) -> Bool {
        if thread.isCurrent { return true }
        logWrongThread(function)
        return false
    }

    /// Begins a call from the host. Logs and returns `false` on a wrong thread.
    private func beginCall(_ function: StaticString) -> Bool {
        if thread.beginCall() { return true }
        logWrongThread(function)
        return false
    }

    /// Counts an object before its creation; `false` on a wrong thread.
    func beginObject() -> Bool {
        thread.beginObject { host.query("session.thread") == "changing" }
    }

    private func logWrongThread(_ function: StaticString) {
        host.log("\(function) was called on a thread other than the session's", level: .error)
    }

    /// Runs the plugin's part of a creation, on any thread while no object exists.
    static func create(_ body: (LoadedPlugin) throws -> Status) -> restoration_status {
        guard let plugin = current else { return Status.invalid.rawValue }
        guard plugin.beginObject() else {
            plugin.logWrongThread("create")
            return Status.wrongThread.rawValue
        }
        let status = plugin.status(of: body)
        if status != .ok { plugin.thread.endObject() }
        return status.rawValue
    }

    /// Runs the plugin's part of rewriting state, on the same threads as a creation, which follows.
    static func rewrite(
        _ function: StaticString,
        _ body: (LoadedPlugin) throws -> Status
    ) -> restoration_status {
        guard let plugin = current else { return Status.invalid.rawValue }
        guard plugin.beginObject() else {
            plugin.logWrongThread(function)
            return Status.wrongThread.rawValue
        }
        defer { plugin.thread.endObject() }
        return plugin.status(of: body).rawValue
    }

    /// The status "not yet", or a failure if the host does not support it.
    func notYet() -> Status {
        if host.canWait { return .notYet }
        host.fail("Its data is not available yet, and this host does not wait. Use a newer host.")
        return .failed
    }

    /// Runs the plugin's part of a call with a result, and converts an error to a status and a
    /// message.
    static func answer(
        _ function: StaticString,
        _ body: (LoadedPlugin) throws -> Status
    ) -> restoration_status {
        guard let plugin = current else { return Status.invalid.rawValue }
        guard plugin.beginCall(function) else { return Status.wrongThread.rawValue }
        return plugin.status(of: body).rawValue
    }

    private func status(of body: (LoadedPlugin) throws -> Status) -> Status {
        do {
            return try body(self)
        } catch {
            host.fail(error.sentence)
            return .failed
        }
    }

    /// Runs the plugin's part of a call without a result, and logs errors.
    static func perform(_ function: StaticString, _ body: (LoadedPlugin) throws -> Void) {
        guard let plugin = current, plugin.beginCall(function) else { return }
        do {
            try body(plugin)
        } catch {
            plugin.host.log("\(function): \(error.sentence)", level: .error)
        }
    }
}

extension Error {
    /// The error in one line, for the host's report.
    var sentence: String {
        guard let diagnosis = (self as? any DiagnosedError)?.diagnosis else { return "\(self)" }
        let place = diagnosis.place.map { " (\($0))" } ?? ""
        return "\(diagnosis.problem)\(place). \(diagnosis.remedy)"
    }
}
