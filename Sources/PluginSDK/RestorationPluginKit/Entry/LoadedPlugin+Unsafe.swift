import CRestorationPlugin
import RestorationCore
import Synchronization

/// The plugin of this image, once a host has loaded it.
///
/// Every plugin has its own copy of this module, with its own `current`: the export map keeps the
/// copies of several plugins in one process apart.
@safe final class LoadedPlugin: Sendable {
    let host: HostServices
    let objects = LiveObjects()
    let tickets = TicketTable()
    // Invariant: made by ClassTable, so never freed and never changed.
    nonisolated(unsafe) let descriptor: UnsafePointer<restoration_plugin>
    let thread = SessionThread()
    // Invariant: as in ClassList, used on the session's thread alone.
    nonisolated(unsafe) private let classes: [ClassEntry]

    // Invariant: made by ClassTable, as above.
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

    /// `nil` until the entry point has succeeded.
    ///
    /// Any thread.
    static var current: LoadedPlugin? { loaded.withLock { $0 } }

    static func become(_ plugin: LoadedPlugin) {
        loaded.withLock { $0 = plugin }
        StateChanges.listen { object in
            guard let handle = plugin.objects.handle(of: object) else { return }
            plugin.host.invalidate(handle)
        }
    }

    /// The class that a table stands for; `nil` for a table that is not this plugin's.
    func type(of table: UnsafePointer<restoration_class>?) -> (any RestorableObject.Type)? {
        unsafe classes.first { unsafe $0.table == table }?.type
    }

    /// The converter that a table stands for; `nil` for a table that is not this plugin's.
    func converter(
        of table: UnsafePointer<restoration_converter>?
    ) -> RestorationPlugin.Converter? {
        unsafe converters.first { unsafe $0.table == table }?.convert
    }

    /// The table that stands for a class; `nil` for a class that the plugin does not offer.
    func table(of type: any RestorableObject.Type) -> UnsafePointer<restoration_class>? {
        unsafe classes.first { unsafe $0.type == type }?.table
    }

    /// Whether the session's thread is running; if not, the host's log says what was asked for.
    func checkThread(_ function: StaticString) -> Bool {
        if thread.isCurrent { return true }
        logWrongThread(function)
        return false
    }

    /// The same for a call from the host.
    private func beginCall(_ function: StaticString) -> Bool {
        if thread.beginCall() { return true }
        logWrongThread(function)
        return false
    }

    /// Counts an object that is about to be created; `false` on a thread that may not create one.
    func beginObject() -> Bool {
        thread.beginObject { host.query("session.thread") == "changing" }
    }

    private func logWrongThread(_ function: StaticString) {
        host.log("\(function) was called on a thread other than the session's", level: .error)
    }

    /// Runs the plugin's part of creating an object, on whatever thread while there is no object.
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

    /// Runs the plugin's part of rewriting state: like that of creating an object, which follows.
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

    /// Answers that something is not there yet, as far as the host knows such an answer.
    func notYet() -> Status {
        if host.canWait { return .notYet }
        host.fail("What it needs is not there yet, and this host does not wait. Use a newer host.")
        return .failed
    }

    /// Runs the plugin's part of a call that has a result, and turns what it throws into a status
    /// and a message.
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

    /// Runs the plugin's part of a call that cannot fail towards the host; the log hears of errors.
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
    /// The error in one line: what the host's report shows.
    var sentence: String {
        guard let diagnosis = (self as? any DiagnosedError)?.diagnosis else { return "\(self)" }
        let place = diagnosis.place.map { " (\($0))" } ?? ""
        return "\(diagnosis.problem)\(place). \(diagnosis.remedy)"
    }
}
