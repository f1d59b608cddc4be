/// The declaration of a plugin, which hosts read without running the plugin.
///
/// Authors write it as `restoration-plugin.json`; `ManifestReader` in Discovery reads it.
///
/// ```json
/// {
///     "manifest": 1,
///     "id": "org.example.notes",
///     "version": "1.0.0",
///     "abi": "0.3",
///     "applications": ["org.example.app"],
///     "classes": [{ "id": "Notes", "version": 1, "routes": ["Tabs/*/Details/Notes"] }]
/// }
/// ```
public struct PluginManifest: Hashable, Sendable {
    /// The newest manifest format that this version reads.
    public static let newestFormat = 1
    /// The largest manifest, in bytes of JSON.
    public static let maximumSizeInBytes = 32_768

    /// The plugin's identifier, unique among all plugins.
    public let identifier: PluginIdentifier
    /// The plugin's former identifiers, or those of plugins whose state it takes over.
    public let formerIdentifiers: [PluginIdentifier]
    /// The plugin's own version.
    public let version: PluginVersion
    /// The versions of the C interface that the plugin supports.
    public let abi: ABIRange
    /// The applications that the plugin serves.
    public let applications: ApplicationScope
    /// The interfaces that the plugin requires from a host, by versioned identifier.
    public let neededInterfaces: [String]
    /// The plugin's restoration classes; at least one, unless it has converters.
    public let classes: [Class]
    /// The plugin's converters of state.
    public let converters: [Converter]
    /// The plugin's description for people.
    public let credits: Credits

    /// A restoration class of a plugin.
    public struct Class: Hashable, Sendable {
        /// The class's name in archives; unique within the plugin.
        public let name: String
        /// The version of the state's layout, from 1 up.
        public let schemaVersion: UInt32
        /// Former names of this class, as older archives know it.
        public let aliases: [String]
        /// Keys of former versions that saves now omit.
        public let droppedKeys: [String]
        /// The paths at which this class creates objects.
        public let routes: [RoutePattern]
        /// Decides between equally specific routes: the higher number wins.
        public let priority: Int32

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

    /// A function of a plugin that converts state of one class and version to another.
    public struct Converter: Hashable, Sendable {
        /// The converter's name in the plugin's code; unique within the plugin.
        public let name: String
        /// The class and version that it reads.
        public let source: ClassVersion
        /// The class and version that it writes.
        public let target: ClassVersion

        package init(name: String, source: ClassVersion, target: ClassVersion) {
            self.name = name
            self.source = source
            self.target = target
        }
    }

    /// The description of a plugin for people. It does not affect behaviour.
    public struct Credits: Hashable, Sendable {
        /// The display name.
        public let name: String?
        /// The plugin's purpose, in a sentence.
        public let summary: String?
        /// The names of the authors.
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

    /// Creates a manifest. The parts must be consistent: at least one class or converter, and no
    /// duplicate names.
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
