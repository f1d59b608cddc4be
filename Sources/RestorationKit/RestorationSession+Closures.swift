public import RestorationCore
internal import RestorationEngine

extension RestorationSession {
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
    ///   - name: What archives hold.
    ///   - schemaVersion: The version of what the objects encode. State of a newer version is
    ///     retained.
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
}
