extension RestorationSession {
    /// Creates an object in the way in which it will come back: through the restoration class that
    /// its path leads to. The archive then names plugin and class, and the next launch recreates
    /// it.
    ///
    /// ```swift
    /// let editor = try session.make("Edit", under: details, parameters: ["pet": 42])
    /// ```
    ///
    /// The caller keeps the object, and refers to it when it encodes; until something does, it is
    /// not preserved.
    ///
    /// A new object is there at once or not at all: a class whose data is late may say "not yet"
    /// only for objects that come back. Wait for the data before you call this.
    ///
    /// O(1) for a host's class that is named and does not ask for the path; O(depth) where routes
    /// decide, and for a plugin's class, both of which are given the path.
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below `parent`.
    ///   - parent: The object that contains or presents it; `nil` makes a root of a tree of its
    ///     own. The new path extends the parent's ``path(of:)``. A parent that names no parent
    ///     itself must be listed by its holder first.
    ///   - className: A restoration class of the host by name; `nil` lets the routes decide.
    ///   - parameters: Passed to the class. The object itself encodes the values that it needs to
    ///     come back.
    /// - Throws: ``SessionError/noRoute(_:application:directories:unusable:)`` or
    ///   ``SessionError/unknownClass(_:)``; ``SessionError/objectNotYetAvailable(_:)`` if the class
    ///   throws ``/RestorationCore/ObjectNotYetAvailable``; `DiscoveryError` or `PluginError`
    ///   if the plugin is missing, refuses or fails; other errors of the class, or of the new
    ///   object in ``/RestorationCore/RestorableObject/restorationDidMake()``;
    ///   ``SessionError/closed``.
    public func make(
        _ identifier: String,
        under parent: (any Restorable)? = nil,
        className: String? = nil,
        parameters: [String: RestorationValue] = [:]
    ) throws -> any Restorable {
        try make(identifier, under: parent, parameters: parameters) { path in
            try restorationClass(named: className, for: path)
        }
    }

    /// A new object with the class that made it and its path.
    package typealias MadeObject = (
        object: any Restorable, restorationClass: any RestorationClass, path: DeferredPath
    )

    /// - Parameters:
    ///   - pickClass: Given the object's path.
    ///   - check: Given the object before anything knows of it: one that it refuses is let go.
    package func make(
        _ identifier: String,
        under parent: (any Restorable)?,
        parameters: [String: RestorationValue],
        by pickClass: (DeferredPath) throws -> any RestorationClass,
        checking check: (MadeObject) throws -> Void = { _ in }
    ) throws -> any Restorable {
        try checkIsOpen()
        let name = try RestorationIdentifier(checking: identifier)
        try checkHasPath(parent)
        var path = DeferredPath(of: name) { self.path(of: name, under: parent) }
        let restorationClass = try pickClass(path)
        let object: any Restorable
        do {
            // Who has kept the request may ask for the path later, when it is another one.
            defer { if !isKnownUniquelyReferenced(&path) { path.settle() } }
            object = try restorationClass.createObject(
                CreationRequest(
                    path: path,
                    parameters: parameters,
                    captures: restorationClass.hasCaptures
                        ? restorationClass.captures(in: path.path) : [:]
                )
            )
        } catch is ObjectNotYetAvailable {
            throw SessionError.objectNotYetAvailable(path.path)
        }
        try check((object, restorationClass, path))
        // A class may return an object that exists already (REST-10).
        let isNew = records.knownIdentifier(of: object) == nil
        records.record(object, as: name, under: parent, restorationClass: restorationClass)
        // If it throws, nobody gets the object, which ends with all that it has made so far.
        if isNew { try object.noteMade() }
        changed()
        return object
    }

    /// Gives another name to an object that was made, restored by its class or registered. Its path
    /// changes with that, and so do the paths below it. The next save uses the new name, and its
    /// class sees that when the object comes back.
    ///
    /// The session ignores the object's own `restorationIdentifier`, and uses the name that it was
    /// given.
    ///
    /// O(1), however deep the object is and however many siblings it has, so the children of its
    /// parent are not asked: if one of the program's own has the name, the next save tells the two
    /// apart by a number that their classes never see, or reports it where no class has made them.
    ///
    /// - Throws: ``SessionError/pathTaken(_:)`` if an object is there that the session has made or
    ///   restored, or that is registered, or state is retained for something there that could not
    ///   be restored; ``SessionError/notNamedBySession(type:)`` for any other object;
    ///   ``SessionError/parentWithoutPath(type:)``; ``SessionError/invalidIdentifier(length:)``;
    ///   ``SessionError/closed``. Nothing has changed then.
    public func rename(
        _ object: any Restorable,
        to identifier: String
    ) throws(SessionError) {
        let known = try knownIdentifier(of: object)
        let name = try RestorationIdentifier(checking: identifier)
        guard name != known else { return }
        let parent = records.parent(of: object)
        try checkHasPath(parent)
        try checkIsFree(name, under: parent, for: object)
        records.rename(object, to: name)
        changed()
    }

    /// Puts an object that was made, restored by its class or registered below another one.
    ///
    /// Needed only where no container contains the object and no presenter presents it: from those
    /// a save learns the new parent by itself. Call this before you move the object, to find out
    /// whether the place is free; if it is not, and the object is moved all the same, a save tells
    /// the two apart by a number that their classes never see. A registered object stays below the
    /// parent that it was registered under until this is called.
    ///
    /// O(depth of `parent`).
    ///
    /// - Parameters:
    ///   - object: The object that moves, with all below it.
    ///   - parent: Its new parent; `nil` puts it at the top.
    /// - Throws: ``SessionError/pathTaken(_:)`` as ``rename(_:to:)``; not where the object is
    ///   already;
    ///   ``SessionError/belowItself(type:)``;
    ///   ``SessionError/parentWithoutPath(type:)``; ``SessionError/notNamedBySession(type:)`` for
    ///   an object of the program's own, which is where its parents have it;
    ///   ``SessionError/closed``. Nothing has changed then.
    public func move(
        _ object: any Restorable,
        under parent: (any Restorable)?
    ) throws(SessionError) {
        let name = try knownIdentifier(of: object)
        if let parent, records.contains(object, above: parent) {
            throw .belowItself(type: TypeName.inMessages(object))
        }
        try checkHasPath(parent)
        // Where it is already, beside another one of its name perhaps, it takes nobody's place.
        if records.parent(of: object) !== parent {
            try checkIsFree(name, under: parent, for: object)
        }
        records.move(object, to: parent, identifier: name)
        changed()
    }

    private func knownIdentifier(
        of object: any Restorable
    ) throws(SessionError) -> RestorationIdentifier {
        try checkIsOpen()
        guard let known = records.knownIdentifier(of: object) else {
            throw .notNamedBySession(type: TypeName.inMessages(object))
        }
        return known
    }

    /// Throws if the session knows another object of a name below `parent`, or retains a record
    /// there.
    private func checkIsFree(
        _ name: RestorationIdentifier,
        under parent: (any Restorable)?,
        for object: any Restorable
    ) throws(SessionError) {
        guard records.isTaken(name, under: parent, otherThan: object) else { return }
        throw .pathTaken(path(of: name, under: parent))
    }

    /// A restoration class of the host, or of a plugin, whose code is loaded for it.
    package func restorationClass(
        named name: String,
        plugin: String?
    ) throws -> any RestorationClass {
        try classes.restorationClass(named: name, plugin: plugin)
    }

    /// The restoration path of a live object as it would be saved now; `nil` if it has none, as
    /// none has once the session is closed.
    ///
    /// The path leads through the parent that each object names or was registered under, and for an
    /// object of a class through the one that it was made under. If that is a container or
    /// presenter that does not hold it any more, the session looks for its holder below the roots:
    /// the first container or presenter found counts, else the parent stays. An object of the
    /// program's own that names no parent and is no root is looked for likewise, also in
    /// `restorationChildren` and among elements. Without a holder the last known place counts.
    /// Encoded references do not.
    ///
    /// O(depth + children of the containers above); where a holder is looked for, O(objects down to
    /// its level), and O(graph) if there is none.
    public func path(of object: any Restorable) -> RestorationPath? {
        enterIfOpen() ? records.path(of: object) : nil
    }

    /// Throws if neither `parent` nor any of its ancestors has an identifier. O(1) if the parent
    /// has one.
    private func checkHasPath(_ parent: (any Restorable)?) throws(SessionError) {
        guard let parent, records.identifier(of: parent) == nil, path(of: parent) == nil else {
            return
        }
        throw SessionError.parentWithoutPath(type: TypeName.inMessages(parent))
    }

    private func path(
        of identifier: RestorationIdentifier,
        under parent: (any Restorable)?
    ) -> RestorationPath {
        parent.flatMap { records.path(of: $0) }?.appending(identifier)
            ?? RestorationPath(root: identifier)
    }

    func restorationClass(
        named name: String?,
        for path: DeferredPath
    ) throws -> any RestorationClass {
        if let name { return try classes.restorationClass(named: name, plugin: nil) }
        let path = path.path
        guard let routed = try classes.restorationClass(for: path) else {
            throw SessionError.noRoute(
                path,
                application: application,
                directories: options.pluginDirectories,
                unusable: pluginFaults
            )
        }
        return routed
    }
}

extension RestorationIdentifier {
    /// The identifier that a text is.
    ///
    /// - Throws: ``SessionError/invalidIdentifier(length:)``.
    init(checking text: String) throws(SessionError) {
        guard let identifier = Self(text) else {
            throw .invalidIdentifier(length: text.utf8.count)
        }
        self = identifier
    }
}
