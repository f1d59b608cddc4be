/// The restoration classes of the host.
extension RestorationSession {
    /// Names a Swift class of the host, so that its objects are recreated by it. Does nothing once
    /// the session is closed.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: The name in archives. Keep it when the type is renamed.
    ///   - schemaVersion: The version of its objects' state; raise it when that changes, and
    ///     implement `migrateRestorableState(from:reading:writing:)`.
    ///   - aliases: Former names, under which older archives may know the class.
    ///   - droppedKeys: Keys that former versions have stored. Keys that an object does not ask for
    ///     are saved again, since a newer version may have stored them; these are not.
    public func register<Object: RestorableObject>(
        _ type: Object.Type,
        as name: String,
        schemaVersion: Int = 1,
        aliases: [String] = [],
        droppedKeys: Set<String> = []
    ) {
        register(
            HostRestorationClass(
                type,
                name: name,
                schemaVersion: schemaVersion,
                droppedKeys: droppedKeys
            ),
            aliases: aliases
        )
    }

    /// Names a restoration class of the host that is more than a Swift type: one that asks the
    /// program's own factory, or returns an object that exists already (REST-10). Does nothing once
    /// the session is closed.
    ///
    /// - Parameters:
    ///   - restorationClass: One of the host's: its `plugin` is `nil`. Kept as long as the session.
    ///   - aliases: Former names, under which older archives may know the class.
    public func register(_ restorationClass: any RestorationClass, aliases: [String] = []) {
        guard enterIfOpen() else { return }
        classes.host.register(restorationClass, aliases: aliases)
    }

    /// Names a closure that recreates objects of the host, for objects that need more than their
    /// request, and for those that exist already (REST-10).
    ///
    /// ```swift
    /// session.register("Chart") { request in
    ///     guard let table = tables[request.identifier] else { throw CreationDeclined() }
    ///     return Chart(of: table)
    /// }
    /// ```
    ///
    /// State of an older schema version reaches the objects as it was saved. A class that rewrites
    /// such state is a ``/RestorationCore/RestorableObject`` or a
    /// ``/RestorationEngine/RestorationClass`` of the program's own. After a failed decode, the
    /// session does not call the closure again for a second object.
    ///
    /// Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - name: The name in archives.
    ///   - schemaVersion: The version of the objects' state. State of a newer version is retained.
    ///   - aliases: Former names, under which older archives may know the class.
    ///   - droppedKeys: Keys that former versions have stored and no object wants any more.
    ///   - create: Makes the object of a request. It may throw
    ///     ``/RestorationCore/CreationDeclined`` for "no object, on purpose", or
    ///     ``/RestorationCore/ObjectNotYetAvailable`` if it is to be asked again when the request's
    ///     ticket says so. Any other error means that the object could not be created, and that its
    ///     state is retained. Kept as long as the session: let it capture the session weakly.
    public func register(
        _ name: String,
        schemaVersion: Int = 1,
        aliases: [String] = [],
        droppedKeys: Set<String> = [],
        creating create: @escaping (CreationRequest) throws -> any Restorable
    ) {
        register(
            ClosureRestorationClass(
                name: name,
                schemaVersion: schemaVersion,
                droppedKeys: droppedKeys,
                create: create
            ),
            aliases: aliases
        )
    }

    /// Names a type of the base graph as it was called when older archives were saved, so that a
    /// type that was renamed, or moved to another module, gets its state. Archives saved from now
    /// on hold the new name.
    ///
    /// ```swift
    /// session.alias("Desk.MainWindow", for: DeskWindow.self)
    /// ```
    ///
    /// Objects that a restoration class recreates need no alias: archives know them by the name of
    /// the class, which ``register(_:as:schemaVersion:aliases:droppedKeys:)`` gives.
    ///
    /// Does nothing once the session is closed.
    ///
    /// Semantic source: rules REST-19 and REST-20; in UIKit, a class that is renamed loses its
    /// state.
    ///
    /// - Parameters:
    ///   - formerName: The type with its module, as `String(reflecting:)` prints it and as the
    ///     report of a restore names it.
    ///   - type: The present type.
    public func alias(_ formerName: String, for type: any Restorable.Type) {
        guard enterIfOpen() else { return }
        classes.host.alias(formerName, for: type)
    }

    /// Has restoration classes of the host found that nobody has registered, by the names that
    /// archives hold. Asked once for each that is found; the names of types are to be checked.
    package func findClasses(by find: @escaping (_ name: String) -> (any RestorationClass)?) {
        enter()
        classes.host.find = find
    }
}

/// A restoration class of the host that a closure is.
final class ClosureRestorationClass: RestorationClass {
    let name: String
    let plugin: String? = nil
    let schemaVersion: Int
    let droppedKeys: Set<String>
    private let create: (CreationRequest) throws -> any Restorable

    init(
        name: String,
        schemaVersion: Int,
        droppedKeys: Set<String>,
        create: @escaping (CreationRequest) throws -> any Restorable
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.droppedKeys = droppedKeys
        self.create = create
    }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try create(request)
    }
}
