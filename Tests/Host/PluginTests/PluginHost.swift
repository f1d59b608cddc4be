import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins
import Synchronization
import TestSupport

/// A minimal session for plugins, with the parts that tests check.
final class PluginHost {
    let loader: PluginLoader
    private let journal = Journal()

    private final class Journal: Sendable {
        let entries = Mutex<[PluginLogEntry]>([])
        let wakeUps = Mutex(0)
    }

    init(application: String = "org.example.app") {
        let journal = journal
        loader = PluginLoader(
            application: ApplicationIdentifier(application)!,
            services: PluginServices(
                log: { entry in journal.entries.withLock { $0.append(entry) } },
                wakeUp: { journal.wakeUps.withLock { $0 += 1 } }
            )
        )
    }

    /// Returns the plugins' log since the last call, each entry with its plugin and level.
    ///
    /// - Parameter includingOthers: Whether to include process changes that may be another
    ///   thread's. Other tests install signal handlers at any time.
    func takeLog(includingOthers: Bool = false) -> [String] {
        take { "\($0.plugin) \($0.level): \($0.message)" }
            .filter { includingOthers || !$0.hasSuffix(ProcessChanges.ofOthers) }
    }

    /// Returns the log entries with their places.
    func takeEntries() -> [String] { take { "\($0.place): \($0.message)" } }

    private func take(_ text: (PluginLogEntry) -> String) -> [String] {
        journal.entries.withLock { entries in
            defer { entries = [] }
            return entries.map(text)
        }
    }

    /// The number of wake-ups that the loader requested.
    var wakeUpCount: Int { journal.wakeUps.withLock { $0 } }

    @discardableResult
    func create(
        _ className: String,
        of plugin: DiscoveredPlugin,
        at path: String = "Tabs/Find",
        reason: RestorationReason = .make,
        coder: RestorationCoder? = nil,
        parameters: [String: RestorationValue] = [:]
    ) throws -> PluginObject {
        let pluginClass = try loader.classes(of: plugin)[className]!
        let path = try RestorationPath(parsing: path)
        let request = CreationRequest(
            path: path,
            reason: reason,
            coder: coder,
            parameters: parameters,
            captures: pluginClass.captures(in: path)
        )
        return try pluginClass.createObject(request) as! PluginObject
    }
}

/// Coders for one record in memory.
enum Record {
    /// A coder that reads the record that `body` writes.
    static func coder(_ body: (RestorationCoder) throws -> Void) throws -> RestorationCoder {
        try ArchiveReader.holding(body).coder(for: 0, resolving: nil)
    }
}

extension PluginObject {
    /// Decodes the object from the given values.
    func decode(_ state: [String: RestorationValue]) throws {
        try decodeRestorableState(
            with: Record.coder { coder in
                for (key, value) in state { coder.encode(value, forKey: key) }
            }
        )
    }

    /// The object's encoded state.
    func encoded() throws -> [String: RestorationValue] {
        let record = try Record.coder { try encodeRestorableState(with: $0) }
        return try record.keys.reduce(into: [:]) { state, key in
            state[key] = try record.decode(RestorationValue.self, forKey: key) ?? .null
        }
    }
}
