public import RestorationCore

/// A plugin: the restoration classes that a library offers to hosts.
///
/// Declare it once, in a global constant of this name, beside a `restoration-plugin.json` that
/// lists the same classes. The build tool plugin `RestorationPluginBuilder` makes the rest: the ELF
/// note that hosts read, and the entry point that they call.
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
    /// The host calls it on the session's thread, perhaps several times for one record. It works
    /// on a copy: where it throws, the host retains the record as it was, and the report has the
    /// error.
    public typealias Converter =
        @Sendable (_ reading: RestorationCoder, _ writing: RestorationCoder) throws -> Void

    /// Offers classes under the names of their types.
    public init(_ classes: any RestorableObject.Type...) {
        // What `String(describing:)` makes of a type. But that first searches all that the process
        // has loaded for other ways to describe it, which takes longer than all else of a load.
        self.classes = ClassList(classes.map { (_typeName($0, qualified: false), $0) })
    }

    /// Offers classes under names of their own, for types that were renamed or are nested.
    ///
    /// ```swift
    /// let restorationPlugin = RestorationPlugin(["Edit": PetEditor.self])
    /// ```
    public init(_ classes: KeyValuePairs<String, any RestorableObject.Type>) {
        self.classes = ClassList(classes.map { ($0.key, $0.value) })
    }

    /// The same with converters, by the names that `restoration-plugin.json` has under
    /// `converters`. What one does not write is gone; `RestorationCoder.encodeCopy` takes values
    /// over.
    ///
    /// A name that the manifest does not list is never asked for. Where the manifest lists one that
    /// is not here, the host refuses the plugin.
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
    /// - Returns: The plugin with these converters behind those that it has already.
    public func converting(_ converters: KeyValuePairs<String, Converter>) -> RestorationPlugin {
        var plugin = self
        plugin.converters += converters.map { ($0.key, $0.value) }
        return plugin
    }
}
