public import RestorationCore

/// A plugin: the restoration classes that a library offers to hosts.
///
/// Declare it once, in a global constant of this name, beside a `restoration-plugin.json` that
/// lists the same classes. The build tool plugin `RestorationPluginBuilder` generates the ELF note
/// that hosts read, and the entry point that they call.
///
/// ```swift
/// let restorationPlugin = RestorationPlugin(PetEditor.self)
/// ```
///
/// Semantic source: `restoration_plugin` (`restoration/plugin.h`).
public struct RestorationPlugin: Sendable {
    let classes: ClassList
    private(set) var converters: [(name: String, convert: Converter)] = []

    /// Rewrites state of one class and version as that of another.
    ///
    /// The host calls it on the session's thread, perhaps several times for one record. It works on
    /// a copy. If it throws, the host retains the record unchanged and reports the error.
    public typealias Converter =
        @Sendable (_ reading: RestorationCoder, _ writing: RestorationCoder) throws -> Void

    /// Offers classes under their type names.
    public init(_ classes: any RestorableObject.Type...) {
        // The same name as `String(describing:)`, which first searches everything that the process
        // has loaded for other descriptions. That takes longer than the rest of a load.
        self.classes = ClassList(classes.map { (_typeName($0, qualified: false), $0) })
    }

    /// Offers classes under other names, for types that were renamed or are nested.
    ///
    /// ```swift
    /// let restorationPlugin = RestorationPlugin(["Edit": PetEditor.self])
    /// ```
    public init(_ classes: KeyValuePairs<String, any RestorableObject.Type>) {
        self.classes = ClassList(classes.map { ($0.key, $0.value) })
    }

    /// Adds converters, by their names under `converters` in `restoration-plugin.json`. Values that
    /// a converter does not write are dropped. `RestorationCoder.encodeCopy` copies values.
    ///
    /// A converter that the manifest does not list is never called. If one that it lists is missing
    /// here, the host refuses the plugin.
    ///
    /// ```swift
    /// let restorationPlugin = RestorationPlugin(Memo.self).converting([
    ///     "MemoFromNote": { note, memo in
    ///         memo.encode(try note.decodeString(forKey: "body"), forKey: "text")
    ///     }
    /// ])
    /// ```
    ///
    /// - Parameter converters: Functions by the names of the manifest; see ``Converter``.
    /// - Returns: The plugin, with these converters after those that it already has.
    public func converting(_ converters: KeyValuePairs<String, Converter>) -> RestorationPlugin {
        var plugin = self
        plugin.converters += converters.map { ($0.key, $0.value) }
        return plugin
    }
}
