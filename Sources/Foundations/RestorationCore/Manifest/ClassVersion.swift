/// The class and schema version of a plugin's saved state. The plugin need not be installed.
///
/// The keys of two records have the same meaning only if both class versions are equal. An alias is
/// not equal to its class's present name.
public struct ClassVersion: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The name of the class within the plugin.
    public let className: String
    /// The schema version, from 1 up.
    public let schemaVersion: UInt32

    /// Creates a version; the parts are not validated.
    public init(plugin: String, className: String, schemaVersion: UInt32) {
        self.plugin = plugin
        self.className = className
        self.schemaVersion = schemaVersion
    }
}

extension ClassVersion: CustomStringConvertible {
    /// A text such as `Note 2 (org.example.notes)`.
    public var description: String { "\(className) \(schemaVersion) (\(plugin))" }
}
