public import RestorationCore

/// Creates objects of one kind: a Swift class of the host, a class of a plugin, or a binding.
///
/// Semantic source: `UIViewControllerRestoration` (UIKit).
public protocol RestorationClass: AnyObject {
    /// The name in archives, stable across versions of the program.
    var name: String { get }
    /// The identifier of the class's plugin; `nil` for a class of the host.
    var plugin: String? { get }
    /// The schema version of the encoded state, from 1 up. Records of a newer version are retained.
    var schemaVersion: Int { get }

    /// Keys that former versions stored and no version needs. All other unread values are saved
    /// again. None by default.
    var droppedKeys: Set<String> { get }

    /// Whether a returned object must be of the saved type or a descendant (REST-19). `false` by
    /// default: the class name stands for the type.
    var isBoundToType: Bool { get }

    /// Creates an object, or returns an existing one (REST-10).
    ///
    /// - Throws: ``/RestorationCore/CreationDeclined`` for "no object, on purpose";
    ///   ``/RestorationCore/ObjectNotYetAvailable`` to be asked again when the request's ticket
    ///   arrives. After any other error, the record is retained.
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable

    /// The parts of `path` that the class's route captures with `{name}`.
    func captures(in path: RestorationPath) -> [String: String]
    /// Whether ``captures(in:)`` can return anything.
    var hasCaptures: Bool { get }

    /// Rewrites state of schema version `version` as that of `version + 1`.
    ///
    /// - Throws: `MigrationUnsupported`, the default, to leave the state as it is. After any other
    ///   error, the record is retained.
    func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws
}

extension RestorationClass {
    /// Nothing is captured.
    public func captures(in path: RestorationPath) -> [String: String] { [:] }
    /// Nothing is captured.
    public var hasCaptures: Bool { false }
    /// None.
    public var droppedKeys: Set<String> { [] }
    /// No: the name of the class stands for the type.
    public var isBoundToType: Bool { false }
    /// Throws `MigrationUnsupported`, so the object decodes the state as it is.
    public func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws { throw MigrationUnsupported() }
}

/// A library's object that the program handed to a binding. A plugin handles the object although
/// none of its classes made it. The record names the plugin, so that a crash in its code is not
/// blamed on the program.
package protocol PluginHeld: Restorable {
    var holdingPlugin: String { get }
    /// The plugin's name for this kind of object. The record stores it in place of the Swift type,
    /// which is the same for all objects held by plugins.
    var kindName: String { get }
    /// The values that the last encode could not read. Called right after it. Their earlier values
    /// stay in the archive.
    func takeUnreadValues() -> [UnreadValue]
}

/// An object of the program whose Swift type is that of others, too, such as one in C. The record
/// stores its own name in place of the type.
package protocol KindNaming: Restorable {
    /// `nil` for an object whose type distinguishes it.
    var ownKindName: String? { get }
    /// The version of the state that the object encodes.
    var ownSchemaVersion: Int { get }
}

/// Looks up restoration classes. The engine has no other source of classes, so nothing in an
/// archive can name a file to load.
public protocol RestorationClassSource: AnyObject {
    /// The class of a name, whose code may be loaded now.
    ///
    /// - Parameters:
    ///   - name: The name of the class, or an alias.
    ///   - plugin: The plugin in the record; `nil` for a class of the host.
    /// - Throws: a ``/RestorationCore/DiagnosedError`` if the class is unknown, or its plugin is
    ///   missing, refuses or fails.
    func restorationClass(named name: String, plugin: String?) throws -> any RestorationClass

    /// The class whose route claims `path`, if any.
    func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)?

    /// Whether archives may use the former name `name` for a type. Called for the type alone, not
    /// its ancestors. `false` by default.
    func isFormerName(_ name: String, of type: AnyClass) -> Bool

    /// Whether archives may use the former name `name` for a kind of `KindNaming` objects.
    /// `false` by default.
    func isFormerName(_ name: String, ofKind kind: String) -> Bool

    /// Rewrites state with a converter of a plugin, whose code may be loaded now. The plan of the
    /// restore chose the conversion.
    ///
    /// - Parameters:
    ///   - conversion: The complete conversion.
    ///   - step: The index of the converter in it, from 0 up.
    ///   - reading: The state before the step.
    ///   - writing: Receives the state after the step.
    /// - Throws: a ``/RestorationCore/DiagnosedError`` if the converter is unavailable or fails.
    func convert(
        _ conversion: Conversion,
        step: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws

    /// The plugin formerly named `identifier`, if no present plugin has that name. Returns
    /// `identifier` by default.
    func successor(ofPlugin identifier: String) -> String
}

extension RestorationClassSource {
    /// No: types have no former names.
    public func isFormerName(_ name: String, of type: AnyClass) -> Bool { false }

    /// No.
    public func isFormerName(_ name: String, ofKind kind: String) -> Bool { false }
    /// The plugin itself.
    public func successor(ofPlugin identifier: String) -> String { identifier }
}

/// An owner that may omit elements that it cannot use.
package protocol SelectiveElementOwner: RestorableElementOwner {
    /// Why the last listing omitted elements, if it did.
    var omission: Diagnosis? { get }
}
