import FoundationEssentials
import RestorationStorage

/// A run's state, which outlives its processes.
struct RunFolder {
    let path: String

    /// - Parameter path: The folder of a run to continue; `nil` for a new run.
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

    private static let prefix = "restorectl-run-"

    static func stateDirectories(ofPlugin identifier: String) -> [String] {
        let place = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { "\(place)/\($0)" }
            .filter { isOwn($0) && isOwn($0 + "/plugin") }
            .filter { (try? String(contentsOfFile: $0 + "/plugin", encoding: .utf8)) == identifier }
            .map { $0 + "/state" }
    }

    /// Whether this user owns the file: in the shared temporary directory, other users can create
    /// files.
    private static func isOwn(_ path: String) -> Bool {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        let type = facts?[.type] as? FileAttributeType
        return facts?[.ownerAccountID] as? UInt == UInt(RunProcess.user)
            && (type == .typeDirectory || type == .typeRegular)
    }

    /// Whether the last process finished all steps, or reported why it did not.
    var hasEnded: Bool { FileManager.default.fileExists(atPath: path + "/ended") }

    func recordEnd() { try? Data().write(to: URL(filePath: path + "/ended")) }

    /// Whether the last process began the steps. Resets this for the next process.
    func takeBeginning() -> Bool {
        (try? FileManager.default.removeItem(atPath: path + "/begun")) != nil
    }

    func recordBeginning() { try? Data().write(to: URL(filePath: path + "/begun")) }

    /// Runs a call into the plugin, and records its place, such as "in its method add", until the
    /// call returns.
    func noting<Result>(_ place: String, _ call: () throws -> Result) rethrows -> Result {
        let file = URL(filePath: path + "/calling")
        try? Data(place.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try call()
    }

    /// The call in which the last process ended, if any. Resets it.
    func takeCall() -> String? {
        defer { try? FileManager.default.removeItem(atPath: path + "/calling") }
        return try? String(contentsOfFile: path + "/calling", encoding: .utf8)
    }

    /// Makes the run discoverable.
    func keep(plugin identifier: String) throws {
        try Data(identifier.utf8).write(to: URL(filePath: path + "/plugin"))
    }

    /// The paths of the holders that the program builds on every launch.
    var places: [String] {
        let text = try? String(contentsOfFile: path + "/places", encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    func keep(places: [String]) throws {
        try Data(places.joined(separator: "\n").utf8).write(to: URL(filePath: path + "/places"))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
