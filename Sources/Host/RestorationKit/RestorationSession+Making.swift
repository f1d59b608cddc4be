extension RestorationSession {
    /// Creates an object through the restoration class for its path, so that the next launch
    /// recreates it in the same way from the plugin and class in the archive.
    ///
    /// ```swift
    /// let editor = try session.make("Edit", under: details, parameters: ["pet": 42])
    /// ```
    ///
    /// The caller retains the object and encodes a reference to it. Without a reference it is not
    /// preserved.
    ///
    /// A new object cannot be deferred: a class may say "not yet" only for objects that a restore
    /// brings back. Wait for the data before this call.
    ///
    /// O(1) for a named host class that does not ask for the path; O(depth) for routes and plugins'
    /// classes, which get the path.
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below `parent`.
    ///   - parent: The object that contains or presents it; `nil` makes a root of its own tree. The
    ///     new path extends the parent's ``path(of:)``. If the parent names no parent itself, its
    ///     holder must list it first.
    ///   - className: A restoration class of the host by name; `nil` for the class that the routes
    ///     choose.
    ///   - parameters: Passed to the class. The object itself encodes the values that it needs to
    ///     come back.
    /// - Throws: ``SessionError/noRoute(_:application:directories:unusable:)`` or
    ///   ``SessionError/unknownClass(_:)``; ``SessionError/objectNotYetAvailable(_:)`` if the class
    ///   throws ``/RestorationCore/ObjectNotYetAvailable``; `DiscoveryError` or `PluginError` if
    ///   the plugin is missing, refuses or fails; other errors of the class, or of the new object
    ///   in ``/RestorationCore/RestorableObject/restorationDidMake()``; ``SessionError/closed``.
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

    /// As ``make(_:under:className:parameters:)``, with a result of the program's type.
    ///
    /// ```swift
    /// let page = try session.make("page-1", under: desk, as: Page.self, className: "Page")
    /// page.text = "Feed them"
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below `parent`.
    ///   - parent: The object that contains or presents it; `nil` makes a root.
    ///   - type: A type of the program, or a protocol that the object conforms to, as in
    ///     `(any Printable).self`.
    ///   - className: A restoration class of the host by name; `nil` for the class that the routes
    ///     choose.
    ///   - parameters: Passed to the class.
    /// - Throws: ``SessionError/unexpectedType(_:className:plugin:made:expected:)`` if the class
    ///   makes objects of another type. The session has then not recorded the object, or called its
    ///   ``/RestorationCore/RestorableObject/restorationDidMake()``. Else as
    ///   ``make(_:under:className:parameters:)``.
    public func make<Object>(
        _ identifier: String,
        under parent: (any Restorable)? = nil,
        as type: Object.Type,
        className: String? = nil,
        parameters: [String: RestorationValue] = [:]
    ) throws -> Object {
        try make(identifier, under: parent, as: type, parameters: parameters) { path in
            try restorationClass(named: className, for: path)
        }
    }

    /// - Parameters:
    ///   - type: Another type of object is released, and an error thrown.
    ///   - pickClass: Gets the object's path.
    package func make<Object>(
        _ identifier: String,
        under parent: (any Restorable)?,
        as type: Object.Type = (any Restorable).self,
        parameters: [String: RestorationValue],
        by pickClass: (DeferredPath) throws -> any RestorationClass
    ) throws -> Object {
        try checkIsOpen()
        let name = try RestorationIdentifier(checking: identifier)
        try checkHasPath(parent)
        var path = DeferredPath(of: name) { self.path(of: name, under: parent) }
        let restorationClass = try pickClass(path)
        let object: any Restorable
        do {
            // A retained request may be asked for the path after that has changed.
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
        guard let typed = object as? Object else {
            throw SessionError.unexpectedType(
                path.path,
                className: restorationClass.name,
                plugin: restorationClass.plugin,
                made: TypeName.inMessages(object),
                expected: "\(type)"
            )
        }
        // A class may return an object that exists already (REST-10).
        let isNew = records.knownIdentifier(of: object) == nil
        records.record(object, as: name, under: parent, restorationClass: restorationClass)
        // If it throws, the object is deallocated with all that it has made.
        if isNew { try object.notifyMade() }
        changed()
        return typed
    }

    /// Renames an object that was made, restored by its class or registered. Its path and those
    /// below it change. The next save uses the new name, and its class gets that name when the
    /// object comes back.
    ///
    /// The session ignores the object's own `restorationIdentifier`, and uses the given name.
    ///
    /// O(1), since the parent's children are not asked. If an object that the program built has the
    /// name, the next save distinguishes the two by a number that their classes never see, or
    /// reports the conflict if no class made them.
    ///
    /// - Throws: ``SessionError/pathTaken(_:)`` if an object that the session made or restored, a
    ///   registered object, or retained state is there; ``SessionError/notNamedBySession(type:)``
    ///   for any other object; ``SessionError/parentWithoutPath(type:)``;
    ///   ``SessionError/invalidIdentifier(length:)``; ``SessionError/closed``. Nothing has changed
    ///   then.
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

    /// Moves an object that was made, restored by its class or registered below another one.
    ///
    /// Needed only for an object that no container or presenter holds: a save learns the new parent
    /// from these. Call this before you move the object, to learn whether the place is free. If the
    /// place is taken and the object moves nevertheless, a save distinguishes the two by a number
    /// that their classes never see. A registered object stays below its parent until this call.
    ///
    /// O(depth of `parent`).
    ///
    /// - Parameters:
    ///   - object: The object that moves, with all below it.
    ///   - parent: Its new parent; `nil` for the top.
    /// - Throws: ``SessionError/pathTaken(_:)`` as ``rename(_:to:)``, unless the object is there
    ///   already; ``SessionError/belowItself(type:)``; ``SessionError/parentWithoutPath(type:)``;
    ///   ``SessionError/notNamedBySession(type:)`` for an object that the program built, whose
    ///   parents decide its place; ``SessionError/closed``. Nothing has changed then.
    public func move(
        _ object: any Restorable,
        under parent: (any Restorable)?
    ) throws(SessionError) {
        let name = try knownIdentifier(of: object)
        if let parent, records.contains(object, above: parent) {
            throw .belowItself(type: TypeName.inMessages(object))
        }
        try checkHasPath(parent)
        // An object that keeps its parent needs no free place.
        if records.parent(of: object) !== parent {
            try checkIsFree(name, under: parent, for: object)
        }
        records.record(object, as: name, under: parent)
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

    /// Throws if another object or retained record has a name below `parent`.
    private func checkIsFree(
        _ name: RestorationIdentifier,
        under parent: (any Restorable)?,
        for object: any Restorable
    ) throws(SessionError) {
        guard records.isTaken(name, under: parent, otherThan: object) else { return }
        throw .pathTaken(path(of: name, under: parent))
    }

    /// A restoration class of the host or a plugin, which is loaded if necessary.
    package func restorationClass(
        named name: String,
        plugin: String?
    ) throws -> any RestorationClass {
        try classes.restorationClass(named: name, plugin: plugin)
    }

    /// The path at which a live object would be saved now; `nil` if it has none, or the session is
    /// closed.
    ///
    /// The path follows the parents that objects name, or under which they were registered or made.
    /// If such a parent is a container or presenter that no longer holds its child, the first
    /// holder found below the roots replaces it, if there is one. For an object of the program that
    /// names no parent and is not a root, the search includes `restorationChildren` and elements.
    /// Without a holder the last known place counts. Encoded references do not.
    ///
    /// O(depth + children of the containers above); with a search for a holder, O(objects down to
    /// its level), and O(graph) if there is none.
    public func path(of object: any Restorable) -> RestorationPath? {
        enterIfOpen() ? records.path(of: object) : nil
    }

    /// Throws if neither `parent` nor an ancestor has an identifier. O(1) if the parent has one.
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
    /// - Throws: ``SessionError/invalidIdentifier(length:)``.
    init(checking text: String) throws(SessionError) {
        guard let identifier = Self(text) else {
            throw .invalidIdentifier(length: text.utf8.count)
        }
        self = identifier
    }
}
