import FoundationEssentials
import RestorationBindings
import RestorationDiscovery

/// The directory in which somebody writes a plugin.
struct PluginProject {
    let directory: String
    /// The command that builds it, for the shell.
    let buildCommand: String

    /// - Parameter command: How it is built; `nil` for what its files say.
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

    /// What builds a project that has a file of that name, the first that is there.
    static let buildCommands: [(file: String, command: String)] = [
        ("Package.swift", "swift build"),
        ("Cargo.toml", "cargo build"),
        ("Makefile", "make"),
        ("CMakeLists.txt", "cmake -B build && cmake --build build"),
    ]

    /// Builds it; what that has to say goes where ours does.
    ///
    /// - Returns: Whether it could be built.
    func build() throws -> Bool {
        // Without CDPATH, which leads elsewhere.
        let command = "CDPATH= cd -- \"$1\" || exit\n\(buildCommand)"
        return try ToolRun.status(of: ["sh", "-c", command, "sh", directory]) == 0
    }

    /// The plugin that was built last.
    ///
    /// - Parameter file: Its library; `nil` for the newest where build tools put one.
    /// - Throws: ``CommandError/nothingBuilt(_:)``, or why the file is no plugin.
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
                // It may be a library that is no plugin.
                guard case .noManifest = error else { throw error }
                withoutManifest = withoutManifest ?? error
            }
        }
        throw withoutManifest ?? CommandError.nothingBuilt(directory)
    }

    /// Where build tools put what they have built.
    private static let outputDirectories = [
        "", "build", "target/debug", "target/release", ".build/debug", ".build/release",
    ]

    // MARK: Changes

    /// When each of the files was changed that somebody may edit.
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

    /// Whether a build makes what is called so.
    private static func isBuilt(_ name: String, isTop: Bool) -> Bool {
        isTop && ["build", "target", "Cargo.lock", "Package.resolved"].contains(name)
            || [".so", ".o", ".a", ".d"].contains { name.hasSuffix($0) }
    }

    private static func timeOfChange(of file: String) -> Date? {
        let facts = try? FileManager.default.attributesOfItem(atPath: file)
        return facts?[.modificationDate] as? Date
    }
}
