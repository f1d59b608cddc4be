import FoundationEssentials
import RestorationBindings
import RestorationDiscovery

/// The project directory of a plugin.
struct PluginProject {
    let directory: String
    let buildCommand: String

    /// - Parameter command: The build command; `nil` to derive it from the project's files.
    /// - Throws: ``CommandError/noProject(_:isThere:)``, ``CommandError/noBuildFile(_:)``.
    init(_ directory: String, buildCommand command: String?) throws {
        var path = directory
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.directory = path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw CommandError.noProject(
                directory,
                isThere: FileManager.default.fileExists(atPath: path)
            )
        }
        let known = Self.buildCommands.first { names.contains($0.file) }
        guard let command = command ?? known?.command else {
            throw CommandError.noBuildFile(directory)
        }
        buildCommand = command
    }

    /// The build command for each build file. The first existing file wins.
    static let buildCommands: [(file: String, command: String)] = [
        ("Package.swift", "swift build"),
        ("Cargo.toml", "cargo build"),
        ("Makefile", "make"),
        ("CMakeLists.txt", "cmake -B build && cmake --build build"),
    ]

    /// Builds it, with the build's output in ours.
    ///
    /// - Returns: Whether the build succeeded.
    func build() throws -> Bool {
        // CDPATH could lead to another directory.
        let command = "CDPATH= cd -- \"$1\" || exit\n\(buildCommand)"
        return try ToolRun.status(of: ["sh", "-c", command, "sh", directory]) == 0
    }

    /// The plugin of the last build.
    ///
    /// - Parameter file: Its library; `nil` for the newest in the output directories.
    /// - Throws: ``CommandError/nothingBuilt(_:)``, or the error if the file is not a plugin.
    func plugin(file: String?) throws -> DiscoveredPlugin {
        if let file { return try DiscoveredPlugin.named(file) }
        let libraries = Self.outputDirectories.flatMap { part -> [(path: String, time: Date)] in
            let place = part.isEmpty ? directory : "\(directory)/\(part)"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
            return names.filter { $0.hasSuffix(".so") }.compactMap { name in
                Self.timeOfChange(of: "\(place)/\(name)").map { ("\(place)/\(name)", $0) }
            }
        }
        var withoutManifest: DiscoveryError?
        for library in libraries.sorted(by: { $0.time > $1.time }) {
            do {
                return try DiscoveredPlugin(inspecting: library.path)
            } catch {
                // The library may not be a plugin.
                guard case .noManifest = error else { throw error }
                withoutManifest = withoutManifest ?? error
            }
        }
        throw withoutManifest ?? CommandError.nothingBuilt(directory)
    }

    /// The directories where build tools write libraries.
    private static let outputDirectories = [
        "", "build", "target/debug", "target/release", ".build/debug", ".build/release",
    ]

    // MARK: Changes

    /// The modification times of the files that a developer edits.
    func timesOfChange() -> [String: Date] {
        var times: [String: Date] = [:]
        addTimes(below: directory, isTop: true, to: &times)
        return times
    }

    private func addTimes(below place: String, isTop: Bool, to times: inout [String: Date]) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        where !name.hasPrefix(".") && !Self.isBuilt(name, isTop: isTop) {
            let path = "\(place)/\(name)"
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
                continue
            }
            switch facts[.type] as? FileAttributeType {
            case .typeDirectory: addTimes(below: path, isTop: false, to: &times)
            default: times[path] = facts[.modificationDate] as? Date
            }
        }
    }

    private static func isBuilt(_ name: String, isTop: Bool) -> Bool {
        isTop && ["build", "target", "Cargo.lock", "Package.resolved"].contains(name)
            || [".so", ".o", ".a", ".d"].contains { name.hasSuffix($0) }
    }

    private static func timeOfChange(of file: String) -> Date? {
        let facts = try? FileManager.default.attributesOfItem(atPath: file)
        return facts?[.modificationDate] as? Date
    }
}
