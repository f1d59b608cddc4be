import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins
import Synchronization
import TestSupport

/// A session's side of plugins, reduced to what tests look at.
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

    /// What plugins have logged since the last time, each with its plugin and level.
    ///
    /// - Parameter includingOthers: Whether to tell of what changed in the process meanwhile and is
    ///   nobody's for certain: here, other tests install handlers at any time.
    func takeLog(includingOthers: Bool = false) -> [String] {
        take { "\($0.plugin) \($0.level): \($0.message)" }
            .filter { includingOthers || !$0.hasSuffix(ProcessChanges.ofOthers) }
    }

    /// The same, each with its place.
    func takeEntries() -> [String] { take { "\($0.place): \($0.message)" } }

    private func take(_ text: (PluginLogEntry) -> String) -> [String] {
        journal.entries.withLock { entries in
            defer { entries = [] }
            return entries.map(text)
        }
    }

    /// How often the loader asked to be run.
    var wakeUpCount: Int { journal.wakeUps.withLock { $0 } }

    /// Creates an object of a class.
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

/// One record in memory.
enum Record {
    /// A coder on what `body` writes.
    static func coder(_ body: (RestorationCoder) throws -> Void) throws -> RestorationCoder {
        try ArchiveReader.holding(body).coder(for: 0, resolving: nil)
    }
}

extension PluginObject {
    /// Decodes some values.
    func decode(_ state: [String: RestorationValue]) throws {
        try decodeRestorableState(
            with: Record.coder { coder in
                for (key, value) in state { coder.encode(value, forKey: key) }
            }
        )
    }

    /// What the object encodes.
    func encoded() throws -> [String: RestorationValue] {
        let record = try Record.coder { try encodeRestorableState(with: $0) }
        return try record.keys.reduce(into: [:]) { state, key in
            state[key] = try record.decode(RestorationValue.self, forKey: key) ?? .null
        }
    }
}
