import FoundationEssentials

/// Where a run keeps its state from one process to the next.
struct RunFolder {
    let path: String

    /// - Parameter path: Of a run that goes on; `nil` begins a new one.
    init(_ path: String?) throws {
        self.path =
            path
            ?? FileManager.default.temporaryDirectory
            .appending(component: "restorectl-run-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: self.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
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
