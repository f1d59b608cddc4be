/// What a plugin declares about itself, read without running any of its code.
///
/// Authors write it as `restoration-plugin.json`; `ManifestReader` in Discovery reads it.
///
/// ```json
/// {
///     "manifest": 1,
///     "id": "org.example.notes",
///     "version": "1.0.0",
///     "abi": "0.2",
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
    /// Identifiers that the plugin had before, or those of plugins whose state it takes over.
    public let formerIdentifiers: [PluginIdentifier]
    /// The plugin's own version.
    public let version: PluginVersion
    /// The versions of the C interface that the plugin can live with.
    public let abi: ABIRange
    /// The applications that the plugin is meant for.
    public let applications: ApplicationScope
    /// The interfaces without which the plugin is of no use to a host, by versioned identifier.
    public let neededInterfaces: [String]
    /// The restoration classes that the plugin provides; at least one, unless it has converters.
    public let classes: [Class]
    /// What rewrites state of one class and version as that of another.
    public let converters: [Converter]
    /// What people are told about the plugin.
    public let credits: Credits

    /// A restoration class of a plugin.
    public struct Class: Hashable, Sendable {
        /// The name under which archives record objects of this class; unique within the plugin.
        public let name: String
        /// The version of the state's layout, from 1 up.
        public let schemaVersion: UInt32
        /// Former names, under which older archives may know this class.
        public let aliases: [String]
        /// Keys that former versions have stored, and that saves leave out from now on.
        public let droppedKeys: [String]
        /// The paths at which this class creates objects.
        public let routes: [RoutePattern]
        /// Decides between equally specific routes: the higher number wins.
        public let priority: Int32

        /// Joins the parts. The texts must have been checked.
        package init(
            name: String,
            schemaVersion: UInt32,
            aliases: [String],
            droppedKeys: [String] = [],
            routes: [RoutePattern],
            priority: Int32
        ) {
            self.name = name
            self.schemaVersion = schemaVersion
            self.aliases = aliases
            self.droppedKeys = droppedKeys
            self.routes = routes
            self.priority = priority
        }
    }

    /// A converter of a plugin: rewrites state of one class and version as that of another.
    public struct Converter: Hashable, Sendable {
        /// The name by which the plugin's code knows it; unique within the plugin.
        public let name: String
        /// Whose state it takes.
        public let source: ClassVersion
        /// Whose state it makes.
        public let target: ClassVersion

        package init(name: String, source: ClassVersion, target: ClassVersion) {
            self.name = name
            self.source = source
            self.target = target
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

    /// Joins the parts, which must agree with one another: at least one class or converter, no name
    /// twice.
    package init(
        identifier: PluginIdentifier,
        formerIdentifiers: [PluginIdentifier] = [],
        version: PluginVersion,
        abi: ABIRange,
        applications: ApplicationScope,
        neededInterfaces: [String] = [],
        classes: [Class],
        converters: [Converter] = [],
        credits: Credits
    ) {
        self.identifier = identifier
        self.formerIdentifiers = formerIdentifiers
        self.version = version
        self.abi = abi
        self.applications = applications
        self.neededInterfaces = neededInterfaces
        self.classes = classes
        self.converters = converters
        self.credits = credits
    }
}
