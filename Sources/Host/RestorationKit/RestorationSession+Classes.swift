extension RestorationSession {
    /// Registers a Swift class of the program, so that a restore recreates its saved objects. Does
    /// nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: The name in archives. Keep it when the type is renamed.
    ///   - schemaVersion: The version of its objects' state. Raise it when that changes, and
    ///     implement `migrateRestorableState(from:reading:writing:)`.
    ///   - aliases: Former names in older archives.
    ///   - droppedKeys: Keys of former versions that are no longer saved. Other unread keys are
    ///     saved again, since a newer version may have stored them.
    public func register<Object: RestorableObject>(
        _ type: Object.Type,
        as name: String,
        schemaVersion: Int = 1,
        aliases: [String] = [],
        droppedKeys: Set<String> = []
    ) {
        register(
            HostRestorationClass(
                name: name,
                schemaVersion: schemaVersion,
                droppedKeys: droppedKeys,
                type: type,
                create: { try Object($0) },
                migrate: Object.migrateRestorableState
            ),
            aliases: aliases
        )
    }

    /// Registers a custom restoration class of the host, such as one that uses the program's
    /// factory, or returns existing objects (REST-10). Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - restorationClass: A class of the host: its `plugin` is `nil`. Held as long as the
    ///     session.
    ///   - aliases: Former names in older archives.
    public func register(_ restorationClass: any RestorationClass, aliases: [String] = []) {
        guard enterIfOpen() else { return }
        classes.host.register(restorationClass, aliases: aliases)
    }

    /// Registers a closure that recreates objects of the host, for objects that need more than
    /// their request, and for existing ones (REST-10).
    ///
    /// ```swift
    /// session.register("Chart") { request in
    ///     guard let table = tables[request.identifier] else { throw CreationDeclined() }
    ///     return Chart(of: table)
    /// }
    /// ```
    ///
    /// State of an older schema version is not migrated. For migration, use a
    /// ``/RestorationCore/RestorableObject`` or a ``/RestorationEngine/RestorationClass``. If the
    /// object fails to decode, the session does not call the closure again.
    ///
    /// Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - name: The name in archives.
    ///   - schemaVersion: The version of the objects' state. State of a newer version is retained.
    ///   - aliases: Former names in older archives.
    ///   - droppedKeys: Keys that former versions stored and no object needs.
    ///   - create: Makes the object of a request. It may throw
    ///     ``/RestorationCore/CreationDeclined`` for "no object, on purpose", or
    ///     ``/RestorationCore/ObjectNotYetAvailable`` to be asked again when the request's ticket
    ///     arrives. After any other error, the state is retained. Held as long as the session, so
    ///     capture the session weakly.
    public func register(
        _ name: String,
        schemaVersion: Int = 1,
        aliases: [String] = [],
        droppedKeys: Set<String> = [],
        creating create: @escaping (CreationRequest) throws -> any Restorable
    ) {
        register(
            HostRestorationClass(
                name: name,
                schemaVersion: schemaVersion,
                droppedKeys: droppedKeys,
                create: create
            ),
            aliases: aliases
        )
    }

    /// Declares a former name of a type of the base graph, so that a renamed or moved type gets its
    /// state. New archives have the new name.
    ///
    /// ```swift
    /// session.alias("Desk.MainWindow", for: DeskWindow.self)
    /// ```
    ///
    /// Objects of a restoration class need no alias: archives have the name from
    /// ``register(_:as:schemaVersion:aliases:droppedKeys:)``.
    ///
    /// Does nothing once the session is closed.
    ///
    /// Semantic source: rules REST-19 and REST-20; in UIKit, a class that is renamed loses its
    /// state.
    ///
    /// - Parameters:
    ///   - formerName: The type with its module, as in `String(reflecting:)` and the report of a
    ///     restore.
    ///   - type: The present type.
    public func alias(_ formerName: String, for type: any Restorable.Type) {
        guard enterIfOpen() else { return }
        classes.host.alias(formerName, for: type)
    }

    /// Sets the lookup for names in archives that no registered class of the host has. Each class
    /// that `find` returns is remembered. `find` must check that a name's type is a restoration
    /// class.
    package func findClasses(by find: @escaping (_ name: String) -> (any RestorationClass)?) {
        enter()
        classes.host.find = find
    }
}

/// A restoration class of the host, made of closures.
final class HostRestorationClass: RestorationClass {
    typealias Migration = (Int, RestorationCoder, RestorationCoder) throws -> Void
    let name: String
    let plugin: String? = nil
    let schemaVersion: Int
    let droppedKeys: Set<String>
    /// The Swift class; `nil` if the program registered a closure.
    let type: (any RestorableObject.Type)?
    private let create: (CreationRequest) throws -> any Restorable
    private let migrate: Migration?

    init(
        name: String,
        schemaVersion: Int,
        droppedKeys: Set<String>,
        type: (any RestorableObject.Type)? = nil,
        create: @escaping (CreationRequest) throws -> any Restorable,
        migrate: Migration? = nil
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.droppedKeys = droppedKeys
        self.type = type
        self.create = create
        self.migrate = migrate
    }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try create(request)
    }

    func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        guard let migrate else { throw MigrationUnsupported() }
        try migrate(version, reading, writing)
    }
}
