import FoundationEssentials
import RestorationStorage

/// Where a run keeps its state from one process to the next.
struct RunFolder {
    let path: String

    /// - Parameter path: Of a run that goes on; `nil` begins a new one.
    init(_ path: String?) throws {
        self.path = absolutePath(
            path
                ?? FileManager.default.temporaryDirectory
                .appending(component: Self.prefix + UUID().uuidString).path
        )
        try FileManager.default.createDirectory(
            atPath: self.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// How the names of all of them begin.
    private static let prefix = "restorectl-run-"

    /// The state directories of the runs of a plugin.
    static func stateDirectories(ofPlugin identifier: String) -> [String] {
        let place = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { "\(place)/\($0)" }
            .filter { isOwn($0) && isOwn($0 + "/plugin") }
            .filter { (try? String(contentsOfFile: $0 + "/plugin", encoding: .utf8)) == identifier }
            .map { $0 + "/state" }
    }

    /// Whether a directory or file is this user's: in a directory for all, anybody can make some.
    private static func isOwn(_ path: String) -> Bool {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        let type = facts?[.type] as? FileAttributeType
        return facts?[.ownerAccountID] as? UInt == UInt(RunProcess.user)
            && (type == .typeDirectory || type == .typeRegular)
    }

    /// Whether the last process has done all steps, or has said why it has not.
    var hasEnded: Bool { FileManager.default.fileExists(atPath: path + "/ended") }

    func noteEnd() { try? Data().write(to: URL(filePath: path + "/ended")) }

    /// Whether the last process has begun with the steps. Forgets that, for the next one.
    func takeBeginning() -> Bool {
        (try? FileManager.default.removeItem(atPath: path + "/begun")) != nil
    }

    func noteBeginning() { try? Data().write(to: URL(filePath: path + "/begun")) }

    /// Makes a call into the plugin; while it runs, the folder says where, such as "in its method
    /// add".
    func noting<Result>(_ place: String, _ call: () throws -> Result) rethrows -> Result {
        let file = URL(filePath: path + "/calling")
        try? Data(place.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try call()
    }

    /// The call in which the last process has ended, if it was in one. Forgets it.
    func takeCall() -> String? {
        defer { try? FileManager.default.removeItem(atPath: path + "/calling") }
        return try? String(contentsOfFile: path + "/calling", encoding: .utf8)
    }

    /// Lets others find the run.
    func keep(plugin identifier: String) throws {
        try Data(identifier.utf8).write(to: URL(filePath: path + "/plugin"))
    }

    /// The paths of what the program builds on every launch.
    var places: [String] {
        let text = try? String(contentsOfFile: path + "/places", encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    func keep(places: [String]) throws {
        try Data(places.joined(separator: "\n").utf8).write(to: URL(filePath: path + "/places"))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
