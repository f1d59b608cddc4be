package import RestorationDiscovery

/// The program's own facts about its search for plugins, as it was at a launch: part of the report
/// of the restore, for tools that repeat the search.
package struct ProgramFacts: Codable, Equatable, Sendable {
    /// A directory in which plugins are looked for.
    package struct Directory: Codable, Equatable, Sendable {
        package var path: String
        /// Why, by the name of the rule.
        package var rule: String
    }

    /// The program, as builds of it are told apart.
    package struct Program: Codable, Equatable, Sendable {
        package var file: String
        package var sizeInBytes: UInt64
        /// In nanoseconds since 1970.
        package var modified: Int64
    }

    package var applicationVersion: String?
    /// When the program was started, in seconds since 1970.
    package var startedAt: Int64
    /// `nil` where the system does not say which file is the program's.
    package var program: Program?
    package var pluginDirectories: [Directory]
    package var acceptsPluginsForAnyApplication: Bool
    /// As `restorectl route --pin` takes them.
    package var pins: [String]

    /// The plugins that are pinned to any route.
    package var pinnedPlugins: [String] {
        pins.map { String($0.prefix { $0 != ":" && $0 != "@" }) }
    }

    init(_ classes: ClassDirectory, _ options: RestorationOptions) {
        applicationVersion = options.applicationVersion
        startedAt = options.clock.timeOfDay.seconds
        pluginDirectories = classes.discovery.searchedDirectories.map {
            Directory(path: $0.path, rule: $0.rule.rawValue)
        }
        acceptsPluginsForAnyApplication = options.acceptsPluginsForAnyApplication
        pins = classes.pins.map(\.description)
    }
}

extension ProgramFacts.Program {
    /// The program that runs here; `nil` if it is not known.
    static var current: Self? { ProcessFacts.currentProgram.map { Self($0) } }

    init(_ file: String) {
        let build = BuildIdentity.program(file, version: nil)
        self.init(file: file, sizeInBytes: build.sizeInBytes, modified: build.modified)
    }
}

extension ProgramFacts {
    /// Whether the program is the one that left this: its file is there, and has not changed since.
    package var areCurrent: Bool { program.map { $0 == Program($0.file) } ?? false }

    /// The directories in which the program looks for plugins, in their order.
    package var searchedDirectories: [PluginDirectory] {
        pluginDirectories.map { directory in
            PluginDirectory(
                directory.path,
                PluginDirectory.Rule(rawValue: directory.rule) ?? .host
            )
        }
    }
}
