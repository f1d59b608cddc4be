internal import RestorationCore

/// The directories to search for plugins, in order.
///
/// 1. the directories that the host gives
/// 2. the directories in `RESTORATION_PLUGIN_PATH`, separated by colons
/// 3. `$XDG_DATA_HOME/restoration/plugins`
/// 4. `restoration/plugins` in each of `$XDG_DATA_DIRS`
/// 5. `lib/restoration/plugins` beside the program, and beside `bin` if the program is in `bin`
///
/// A privileged process ignores the variables, and with them the home directory.
///
/// Semantic source: XDG Base Directory Specification 0.8, including the defaults and the rule to
/// ignore relative paths.
struct PluginSearchPath {
    /// Without trailing slashes and duplicates.
    let paths: [String]
    private let rules: [UInt8]
    /// Computed, because most searches need no rules.
    var directories: [PluginDirectory] {
        zip(paths, rules).map { path, rule in
            PluginDirectory(path, PluginDirectory.Rule(number: rule) ?? .host)
        }
    }
    /// A fault for each directory that is not UTF-8 or not absolute, and for each file that the
    /// host or `RESTORATION_PLUGIN_PATH` names as a directory. Exceptions are `HOME`, which does
    /// not name plugins, and a relative `XDG_DATA_HOME`, which `BaseDirectories` reports.
    let faults: [DiscoveryError]

    init(hostDirectories: [String], process: ProcessFacts) {
        let variables = Variables(process)
        var found = Found()
        for path in hostDirectories { found.add(path, .host, from: "The host") }
        for path in variables.directories(in: Self.variable, &found.faults) {
            found.add(path, .environment, from: Self.variable)
        }
        Self.addDataDirectories(variables, to: &found)
        for path in Self.besideProgram(process.programDirectory) { found.add(path, .program) }
        paths = found.paths
        rules = found.rules
        faults = found.faults
    }

    /// Directories that another process determined by these rules.
    init(_ directories: [PluginDirectory]) {
        paths = directories.map(\.path)
        rules = directories.map(\.rule.number)
        faults = []
    }

    /// The directories so far. They are few, so a set would cost more than it saves.
    private struct Found {
        private(set) var paths: [String] = []
        private(set) var rules: [UInt8] = []
        var faults: [DiscoveryError] = []

        /// - Parameter source: the directory's origin, for faults; with `nil`, a relative path is
        ///   ignored.
        mutating func add(
            _ path: String,
            _ rule: PluginDirectory.Rule,
            from source: String? = nil
        ) {
            let directory = PluginDirectory(path, rule).path
            guard path.utf8.first == UInt8(ascii: "/") else {
                if let source { refuse(directory, from: source) }
                return
            }
            if let source, FileFacts.isFile(directory) {
                faults.append(.fileAsDirectory(directory, source: source))
                return
            }
            guard !paths.contains(directory) else { return }
            paths.append(directory)
            rules.append(rule.number)
        }

        mutating func refuse(_ path: String, from source: String) {
            faults.append(.relativeDirectory(path, source: source))
        }
    }

    private static let variable = "RESTORATION_PLUGIN_PATH"

    private static func addDataDirectories(_ variables: Variables, to found: inout Found) {
        if let home = variables.dataHome(&found.faults) { found.add(home, .home) }
        let named = variables.directories(in: "XDG_DATA_DIRS", &found.faults)
        // If the variable lists directories, even only faulty ones, the defaults do not apply.
        let hasList = variables.listsAny(in: "XDG_DATA_DIRS")
        for path in hasList ? named : ["/usr/local/share", "/usr/share"] {
            if path.utf8.first == UInt8(ascii: "/") {
                found.add(path + Self.below, .shared)
            } else {
                found.refuse(path, from: "XDG_DATA_DIRS")
            }
        }
    }

    fileprivate static let below = "/restoration/plugins"

    /// A program runs from its build directory or from `PREFIX/bin/NAME`.
    private static func besideProgram(_ directory: String?) -> [String] {
        guard let directory else { return [] }
        let beside = directory + "/lib/restoration/plugins"
        guard directory.hasSuffix("/bin") else { return [beside] }
        return [beside, directory.dropLast("/bin".count) + "/lib/restoration/plugins"]
    }

    /// The environment variables; empty in a privileged process, because they select code.
    private struct Variables {
        /// All variables, with a replacement character for each invalid byte.
        private let texts: [String: String]
        /// The variables that are not UTF-8, with the invalid bytes escaped.
        private let escaped: [String: String]

        init(_ process: ProcessFacts) {
            texts = process.isPrivileged ? [:] : process.environment
            escaped = process.isPrivileged ? [:] : process.escaped
        }

        /// The directories of a list, without invalid ones.
        func directories(in name: String, _ faults: inout [DiscoveryError]) -> [String] {
            let paths = Self.list(texts[name])
            guard let text = escaped[name] else { return paths }
            // Both texts have the same colons, since only invalid bytes differ.
            let shown = Self.list(text)
            for index in paths.indices where paths[index] != shown[index] {
                faults.append(.invalidDirectoryName(shown[index], source: name))
            }
            return paths.indices.filter { paths[$0] == shown[$0] }.map { paths[$0] }
        }

        /// Whether a variable lists any directory, valid or not.
        func listsAny(in name: String) -> Bool { !Self.list(texts[name]).isEmpty }

        /// The user's plugin directory, unless it is invalid.
        func dataHome(_ faults: inout [DiscoveryError]) -> String? {
            let isXDGSet = texts["XDG_DATA_HOME"]?.isEmpty == false
            let name = isXDGSet ? "XDG_DATA_HOME" : "HOME"
            if let shown = escaped[name] {
                let directory = shown + PluginSearchPath.below
                // `HOME` does not name a plugin directory, so it is not reported.
                if isXDGSet { faults.append(.invalidDirectoryName(directory, source: name)) }
                return nil
            }
            let below = (isXDGSet ? "" : "/.local/share") + PluginSearchPath.below
            return texts[name].map { $0 + below }
        }

        private static func list(_ value: String?) -> [String] {
            guard let value else { return [] }
            return value.parts(between: UInt8(ascii: ":"))
        }
    }
}

/// A directory to search for plugins, with the rule that selected it.
public struct PluginDirectory: Hashable, Sendable {
    /// The path without trailing slashes.
    public let path: String
    /// The rule that selected the directory.
    public let rule: Rule

    /// The rules in the order of the search.
    public enum Rule: String, Hashable, Sendable {
        /// The host passed the directory.
        case host
        /// `RESTORATION_PLUGIN_PATH` lists the directory.
        case environment
        /// The user's directory: `$XDG_DATA_HOME`.
        case home
        /// A system directory of `$XDG_DATA_DIRS`.
        case shared
        /// The directory is beside the program.
        case program
    }

    package init(_ path: String, _ rule: Rule) {
        var path = path
        while path.utf8.last == UInt8(ascii: "/"), path.utf8.count > 1 { path.removeLast() }
        self.path = path
        self.rule = rule
    }
}

extension PluginDirectory.Rule {
    fileprivate var number: UInt8 {
        switch self {
        case .host: 0
        case .environment: 1
        case .home: 2
        case .shared: 3
        case .program: 4
        }
    }

    fileprivate init?(number: UInt8) {
        switch number {
        case 0: self = .host
        case 1: self = .environment
        case 2: self = .home
        case 3: self = .shared
        case 4: self = .program
        default: return nil
        }
    }
}
