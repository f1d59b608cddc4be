/// A schema version of a restoration class of a plugin, whether that is installed or not.
///
/// It says what saved state is of: keys mean the same in two records only if the class versions of
/// both are equal. A class is a plugin and a name; no alias is equal to the name that it stands
/// for.
public struct ClassVersion: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The name of the class within the plugin.
    public let className: String
    /// From 1 up.
    public let schemaVersion: UInt32

    /// Joins the parts, which it does not check.
    public init(plugin: String, className: String, schemaVersion: UInt32) {
        self.plugin = plugin
        self.className = className
        self.schemaVersion = schemaVersion
    }
}

extension ClassVersion: CustomStringConvertible {
    /// `Note 2 (org.example.notes)`.
    public var description: String { "\(className) \(schemaVersion) (\(plugin))" }
}
