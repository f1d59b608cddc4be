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
    let directories: [String]
    /// One for each directory that is not absolute, except `XDG_DATA_HOME`, of which
    /// `BaseDirectories` tells.
    let faults: [LoadingError]

    init(hostDirectories: [String], process: ProcessFacts) {
        let environment = process.isPrivileged ? [:] : process.environment
        let given = hostDirectories.map { ($0, "The host") }
        let named = Self.list(environment[Self.variable]).map { ($0, Self.variable) }

        var directories: [String] = []
        var faults: [LoadingError] = []
        for (directory, source) in given + named {
            if directory.hasPrefix("/") {
                directories.append(directory)
            } else {
                faults.append(.relativeDirectory(directory, source: source))
            }
        }
        for directory in Self.list(environment["XDG_DATA_DIRS"]) where !directory.hasPrefix("/") {
            faults.append(.relativeDirectory(directory, source: "XDG_DATA_DIRS"))
        }
        directories += Self.dataDirectories(environment).map { $0 + "/restoration/plugins" }
        directories += Self.besideProgram(process.programDirectory)
        self.directories = Self.unique(directories.map(Self.withoutTrailingSlashes))
        self.faults = faults
    }

    private static let variable = "RESTORATION_PLUGIN_PATH"

    private static func dataDirectories(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"].map { $0 + "/.local/share" }
        let hasNoDataHome = (environment["XDG_DATA_HOME"] ?? "").isEmpty
        let dataHome = hasNoDataHome ? home : environment["XDG_DATA_HOME"]
        let shared = list(environment["XDG_DATA_DIRS"])
        let dataDirectories = shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared
        return ([dataHome].compactMap { $0 } + dataDirectories).filter { $0.hasPrefix("/") }
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

    private static func withoutTrailingSlashes(_ directory: String) -> String {
        var directory = directory
        while directory.hasSuffix("/"), directory.utf8.count > 1 { directory.removeLast() }
        return directory
    }

    private static func unique(_ directories: [String]) -> [String] {
        var seen: Set<String> = []
        return directories.filter { seen.insert($0).inserted }
    }
}
