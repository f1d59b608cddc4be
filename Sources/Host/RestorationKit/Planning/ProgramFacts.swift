package import RestorationDiscovery

/// The program's search for plugins at a launch. It is part of the stored report, for tools that
/// repeat the search.
package struct ProgramFacts: Codable, Equatable, Sendable {
    package struct Directory: Codable, Equatable, Sendable {
        package var path: String
        /// The name of the rule that added it.
        package var rule: String
    }

    package struct Program: Codable, Equatable, Sendable {
        package var file: String
        package var sizeInBytes: UInt64
        /// In nanoseconds since 1970.
        package var modified: Int64
    }

    package var applicationVersion: String?
    /// When the program was started, in seconds since 1970.
    package var startedAt: Int64
    /// `nil` if the system does not report the program's file.
    package var program: Program?
    package var pluginDirectories: [Directory]
    package var acceptsPluginsForAnyApplication: Bool
    /// In the syntax of `restorectl route --pin`.
    package var pins: [String]

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

    /// Whether the program's file is unchanged since this report.
    package var areCurrent: Bool { program.map { $0 == Program($0.file) } ?? false }

    package var searchedDirectories: [PluginDirectory] {
        pluginDirectories.map { directory in
            PluginDirectory(
                directory.path,
                PluginDirectory.Rule(rawValue: directory.rule) ?? .host
            )
        }
    }
}

extension ProgramFacts.Program {
    /// The running program; `nil` if unknown.
    static var current: Self? { ProcessFacts.currentProgram.map { Self($0) } }

    init(_ file: String) {
        let build = BuildIdentity.program(file, version: nil)
        self.init(file: file, sizeInBytes: build.sizeInBytes, modified: build.modified)
    }
}
