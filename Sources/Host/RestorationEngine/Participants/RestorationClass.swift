public import RestorationCore

/// Creates objects of one kind: Swift code of the host, a class of a plugin, or a binding.
///
/// Semantic source: `UIViewControllerRestoration` (UIKit).
public protocol RestorationClass: AnyObject {
    /// The name that archives hold; stable across versions of the program.
    var name: String { get }
    /// The identifier of the plugin that the class comes from; `nil` for the host's own.
    var plugin: String? { get }
    /// The version of the state that its objects encode, from 1 up. Records of a newer version are
    /// retained rather than guessed at.
    var schemaVersion: Int { get }

    /// Keys that former versions have stored and no version wants any more. All other values that
    /// an object does not ask for are saved again. None by default.
    var droppedKeys: Set<String> { get }

    /// Whether an object that it returns has to be of the type that was saved, or of a descendant
    /// (REST-19). No by default: the name of the class stands for the type.
    var isBoundToType: Bool { get }

    /// Creates an object, or returns one that exists already (REST-10).
    ///
    /// - Throws: ``/RestorationCore/CreationDeclined`` for "no object, on purpose";
    ///   ``/RestorationCore/ObjectNotYetAvailable`` if it is to be asked again when the request's
    ///   ticket says so; any other error means that the object could not be created, and its record
    ///   is retained.
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable

    /// The parts of `path` that the class's route captures with `{name}`.
    func captures(in path: RestorationPath) -> [String: String]
    /// Whether ``captures(in:)`` can return anything at all.
    var hasCaptures: Bool { get }

    /// Rewrites state of schema version `version` as that of `version + 1`.
    ///
    /// - Throws: `MigrationUnsupported` to leave it as it is, which is the default; any other error
    ///   means that the record is retained.
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
    /// Throws `MigrationUnsupported`, so that decoding gets the state as it is.
    public func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws { throw MigrationUnsupported() }
}

/// An object that a plugin knows how to handle though none of its classes made it: one of a
/// library, which the program handed to a binding. Its record names the plugin, so that a crash in
/// its code is not laid at the program's door.
package protocol PluginHeld: Restorable {
    /// The plugin's identifier.
    var holdingPlugin: String { get }
    /// The plugin's name for this kind of object. It stands in the record where other objects have
    /// their Swift type, which is the same for all that plugins hold.
    var kindName: String { get }
    /// The values that could not be read when the object encoded last; asked right after it. Their
    /// earlier values stay in the archive.
    func takeUnreadValues() -> [UnreadValue]
}

/// Where restoration classes are looked up. The engine knows classes through this alone; nothing
/// found in an archive names a file to load.
public protocol RestorationClassSource: AnyObject {
    /// The class of that name, whose code may be loaded now.
    ///
    /// - Parameters:
    ///   - name: The name of the class, or one of its aliases.
    ///   - plugin: The plugin that it came from when the record was written; `nil` for the host's.
    /// - Throws: a ``/RestorationCore/DiagnosedError`` telling why the class is unavailable: it is
    ///   unknown, its plugin is missing, refuses or fails.
    func restorationClass(named name: String, plugin: String?) throws -> any RestorationClass

    /// The class whose route claims `path`; `nil` if none does.
    func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)?

    /// Whether the route of a class claims `path`, or might if its plugin could be used. No code is
    /// loaded. Yes by default.
    func mayHaveRoute(for path: RestorationPath) -> Bool

    /// Whether archives may know the objects of a type by `name`, because the type was called that
    /// once. Asked about the type alone, not about its ancestors. No by default.
    func isFormerName(_ name: String, of type: AnyClass) -> Bool

    /// Has a converter of a plugin, whose code may be loaded now, rewrite state. The plan of the
    /// restore has found the way.
    ///
    /// - Parameters:
    ///   - conversion: The whole way.
    ///   - step: Which converter of the way it is, from 0 up.
    ///   - reading: The state as it is before the step.
    ///   - writing: Takes the state after the step.
    /// - Throws: a ``/RestorationCore/DiagnosedError`` telling why the converter is unavailable, or
    ///   has failed.
    func convert(
        _ conversion: Conversion,
        step: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws

    /// The plugin that has the state of a plugin by now: one that was called so formerly, where the
    /// plugin itself is not there. The plugin itself by default.
    func heir(ofPlugin identifier: String) -> String
}

extension RestorationClassSource {
    /// Yes: a class may claim any path.
    public func mayHaveRoute(for path: RestorationPath) -> Bool { true }
    /// No: types have no former names.
    public func isFormerName(_ name: String, of type: AnyClass) -> Bool { false }
    /// The plugin itself: nobody takes its state over.
    public func heir(ofPlugin identifier: String) -> String { identifier }
}

/// An owner that may leave out elements which it cannot use.
package protocol SelectiveElementOwner: RestorableElementOwner {
    /// Why it has left something out when it listed its elements last; `nil` if it has not.
    var omission: Diagnosis? { get }
}

/// A restoration class of the host: any Swift class that can be created from a request.
package final class HostRestorationClass<Object: RestorableObject>: RestorationClass {
    package let name: String
    package let plugin: String? = nil
    package let schemaVersion: Int
    package let droppedKeys: Set<String>

    package init(
        _ type: Object.Type,
        name: String,
        schemaVersion: Int,
        droppedKeys: Set<String> = []
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.droppedKeys = droppedKeys
    }

    package func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try Object(request)
    }

    package func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        try Object.migrateRestorableState(from: version, reading: reading, writing: writing)
    }
}
