internal import RestorationCore

/// The directories in which plugins are looked for, in order.
///
/// 1. the directories that the host gives
/// 2. those of `RESTORATION_PLUGIN_PATH`, separated by colons
/// 3. `$XDG_DATA_HOME/restoration/plugins`
/// 4. `restoration/plugins` in each of `$XDG_DATA_DIRS`
/// 5. `lib/restoration/plugins` beside the program, then beside the `bin` that it is in
///
/// In a privileged process the variables are ignored, and with them the home directory.
///
/// Semantic source: XDG Base Directory Specification 0.8, also for its defaults and for passing
/// over what is not absolute.
struct PluginSearchPath {
    /// Without trailing slashes, none twice.
    let directories: [PluginDirectory]
    /// One for each directory that is not absolute, except `XDG_DATA_HOME`, of which
    /// `BaseDirectories` tells.
    let faults: [LoadingError]

    init(hostDirectories: [String], process: ProcessFacts) {
        let environment = process.isPrivileged ? [:] : process.environment
        let given = hostDirectories.map { PluginDirectory($0, .host) }
        let named = Self.list(environment[Self.variable]).map { PluginDirectory($0, .environment) }

        var directories: [PluginDirectory] = []
        var faults: [LoadingError] = []
        for directory in given + named {
            if directory.path.hasPrefix("/") {
                directories.append(directory)
            } else {
                let source = directory.rule == .host ? "The host" : Self.variable
                faults.append(.relativeDirectory(directory.path, source: source))
            }
        }
        for directory in Self.list(environment["XDG_DATA_DIRS"]) where !directory.hasPrefix("/") {
            faults.append(.relativeDirectory(directory, source: "XDG_DATA_DIRS"))
        }
        directories += Self.dataDirectories(environment)
        directories += Self.besideProgram(process.programDirectory).map {
            PluginDirectory($0, .program)
        }
        var seen: Set<String> = []
        self.directories = directories.filter { seen.insert($0.path).inserted }
        self.faults = faults
    }

    private static let variable = "RESTORATION_PLUGIN_PATH"

    private static func dataDirectories(_ environment: [String: String]) -> [PluginDirectory] {
        let home = environment["HOME"].map { $0 + "/.local/share" }
        let hasNoDataHome = (environment["XDG_DATA_HOME"] ?? "").isEmpty
        let dataHome = hasNoDataHome ? home : environment["XDG_DATA_HOME"]
        let shared = list(environment["XDG_DATA_DIRS"])
        let dataDirectories = shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared
        let all =
            [dataHome].compactMap { $0 }.map { ($0, PluginDirectory.Rule.home) }
            + dataDirectories.map { ($0, .shared) }
        return all.filter { $0.0.hasPrefix("/") }.map {
            PluginDirectory($0 + "/restoration/plugins", $1)
        }
    }

    /// A program runs from its build directory, or is installed as `PREFIX/bin/NAME`.
    private static func besideProgram(_ directory: String?) -> [String] {
        guard let directory else { return [] }
        let beside = directory + "/lib/restoration/plugins"
        guard directory.hasSuffix("/bin") else { return [beside] }
        return [beside, directory.dropLast("/bin".count) + "/lib/restoration/plugins"]
    }

    private static func list(_ value: String?) -> [String] {
        (value ?? "").split(separator: ":").map(String.init)
    }
}

/// A directory in which plugins are looked for, and the rule by which it is.
public struct PluginDirectory: Hashable, Sendable {
    /// The path, without slashes at its end.
    public let path: String
    /// Why it is searched.
    public let rule: Rule

    /// The rules in the order of the search.
    public enum Rule: Hashable, Sendable {
        /// The host gives it.
        case host
        /// It stands in `RESTORATION_PLUGIN_PATH`.
        case environment
        /// It belongs to the user: `$XDG_DATA_HOME`.
        case home
        /// It belongs to the system: one of `$XDG_DATA_DIRS`.
        case shared
        /// It lies beside the program.
        case program
    }

    init(_ path: String, _ rule: Rule) {
        var path = path
        while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
        self.path = path
        self.rule = rule
    }
}
