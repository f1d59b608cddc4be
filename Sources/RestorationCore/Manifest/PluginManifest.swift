/// What a plugin declares about itself, read without running any of its code.
///
/// Authors write it as `restoration-plugin.json`; `ManifestReader` of RestorationLoading reads it.
///
/// ```json
/// {
///     "manifest": 1,
///     "id": "org.example.notes",
///     "version": "1.0.0",
///     "abi": "0.1",
///     "applications": ["org.example.app"],
///     "classes": [{ "id": "Notes", "version": 1, "routes": ["Tabs/*/Details/Notes"] }]
/// }
/// ```
public struct PluginManifest: Hashable, Sendable {
    /// The newest format of manifests that this version reads.
    public static let newestFormat = 1
    /// The largest manifest, in bytes of JSON.
    public static let maximumSizeInBytes = 32_768

    /// The plugin's name among all plugins.
    public let identifier: PluginIdentifier
    /// The plugin's own version.
    public let version: PluginVersion
    /// The versions of the C interface that the plugin can live with.
    public let abi: ABIRange
    /// The applications that the plugin is meant for.
    public let applications: ApplicationScope
    /// The interfaces without which the plugin is of no use to a host, by versioned identifier.
    public let neededInterfaces: [String]
    /// The restoration classes that the plugin provides; at least one.
    public var classes: [Class] { declarations.map(Class.init(_:)) }
    /// What people are told about the plugin.
    public let credits: Credits

    /// The same. Objects, because Swift's runtime makes the types of arrays of values when they are
    /// first used, and every launch that loads a plugin uses these.
    package let declarations: [Declaration]

    /// A restoration class of a plugin.
    public struct Class: Hashable, Sendable {
        /// The name under which archives record objects of this class; unique within the plugin.
        public var name: String { declaration.name }
        /// The version of the state's layout, from 1 up.
        public var schemaVersion: UInt32 { declaration.schemaVersion }
        /// Former names, under which older archives may know this class.
        public var aliases: [String] { declaration.aliases }
        /// The paths at which this class creates objects.
        public var routes: [RoutePattern] { declaration.routes }
        /// Decides between equally specific routes: the higher number wins.
        public var priority: Int32 { declaration.priority }

        fileprivate let declaration: Declaration

        fileprivate init(_ declaration: Declaration) { self.declaration = declaration }

        /// Creates a class. The texts must have been checked.
        package init(
            name: String,
            schemaVersion: UInt32,
            aliases: [String],
            routes: [RoutePattern],
            priority: Int32
        ) {
            declaration = Declaration(
                name: name,
                schemaVersion: schemaVersion,
                aliases: aliases,
                routes: .parsed(routes),
                priority: priority
            )
        }
    }

    /// What a manifest says of a class.
    package final class Declaration: Sendable {
        package let name: String
        package let schemaVersion: UInt32
        package let aliases: [String]
        package let priority: Int32
        private let storedRoutes: Routes

        /// The routes of a class.
        package enum Routes: Sendable {
            case parsed([RoutePattern])
            /// Their texts, which were found in order before; parsed when they are asked for.
            case texts([String])
        }

        /// Joins the parts. The texts must have been checked.
        package init(
            name: String,
            schemaVersion: UInt32,
            aliases: [String],
            routes: Routes,
            priority: Int32
        ) {
            self.name = name
            self.schemaVersion = schemaVersion
            self.aliases = aliases
            storedRoutes = routes
            self.priority = priority
        }

        package var routes: [RoutePattern] {
            switch storedRoutes {
            case .parsed(let routes): routes
            case .texts(let texts): texts.compactMap { try? RoutePattern(parsing: $0) }
            }
        }
    }

    /// What people are told about a plugin. None of it changes how the plugin works.
    public struct Credits: Hashable, Sendable {
        /// The display name.
        public let name: String?
        /// What the plugin is for, in a sentence.
        public let summary: String?
        /// Those who wrote it.
        public let authors: [String]
        /// The licence, as an SPDX expression.
        public let license: String?

        package init(name: String?, summary: String?, authors: [String], license: String?) {
            self.name = name
            self.summary = summary
            self.authors = authors
            self.license = license
        }
    }

    /// Joins the parts, which must agree with one another: at least one class, no name twice.
    package init(
        identifier: PluginIdentifier,
        version: PluginVersion,
        abi: ABIRange,
        applications: ApplicationScope,
        neededInterfaces: [String] = [],
        classes: [Class],
        credits: Credits
    ) {
        self.init(
            identifier: identifier,
            version: version,
            abi: abi,
            applications: applications,
            neededInterfaces: neededInterfaces,
            declarations: classes.map(\.declaration),
            credits: credits
        )
    }

    /// The same, with classes as a flat format has them.
    package init(
        identifier: PluginIdentifier,
        version: PluginVersion,
        abi: ABIRange,
        applications: ApplicationScope,
        neededInterfaces: [String],
        declarations: [Declaration],
        credits: Credits
    ) {
        self.identifier = identifier
        self.version = version
        self.abi = abi
        self.applications = applications
        self.neededInterfaces = neededInterfaces
        self.declarations = declarations
        self.credits = credits
    }
}

extension PluginManifest.Declaration: Hashable {
    /// Two are the same if they say the same.
    package static func == (left: PluginManifest.Declaration, right: PluginManifest.Declaration)
        -> Bool
    {
        left === right
            || left.name == right.name && left.schemaVersion == right.schemaVersion
                && left.aliases == right.aliases && left.priority == right.priority
                && left.routes == right.routes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(schemaVersion)
        hasher.combine(aliases)
        hasher.combine(priority)
        hasher.combine(routes)
    }
}
