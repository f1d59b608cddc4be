public import RestorationCore

extension PluginHost {
    // MARK: New objects

    /// Asks the host for a new object under `parent`: the class whose route claims the path creates
    /// it, in this plugin or another. It becomes a child of `parent`, which encodes a reference.
    ///
    /// ```swift
    /// let notes = try PluginHost.make("Notes", under: self, parameters: ["pet": "tom"])
    /// ```
    ///
    /// - Returns: The object itself if this plugin made it, else a ``ForeignObject``.
    /// - Throws: `CreationDeclined` if the class declines; ``PluginHostError``; what is wrong with
    ///   a parameter.
    ///
    /// Semantic source: `RestorationSession.make(_:under:className:parameters:)`.
    public static func make(
        _ identifier: String,
        under parent: any RestorableObject,
        parameters: [String: RestorationValue] = [:]
    ) throws -> any Restorable {
        let plugin = try plugin("PluginHost.make")
        let (status, object) = try plugin.host.make(
            checked(identifier),
            under: plugin.knownHandle(of: parent),
            parameters: parameters
        )
        switch status {
        case .ok: return plugin.object(object)
        case .declined: throw CreationDeclined()
        case .failed: throw PluginHostError.notMade(identifier: identifier)
        case .notYet: throw PluginHostError.notMadeYet(identifier: identifier)
        default: throw PluginHostError(status, "PluginHost.make")
        }
    }

    /// Makes an object of this plugin known by an identifier outside the tree, so that others find
    /// it, and references to it are restored wherever it is.
    ///
    /// - Parameters:
    ///   - object: The object, which the host knows: one that it has created or adopted.
    ///   - identifier: The last part of its path, in place of its own.
    ///   - parent: Whose path is the prefix of the object's; `nil` for none.
    ///
    /// Semantic source: `RestorationSession.registerObject(_:identifier:parent:)`.
    public static func registerObject(
        _ object: any RestorableObject,
        identifier: String,
        parent: (any Restorable)? = nil
    ) throws(PluginHostError) {
        let plugin = try plugin("PluginHost.registerObject")
        let status = plugin.host.register(
            try plugin.knownHandle(of: object),
            identifier: try checked(identifier),
            parent: try parent.map { object throws(PluginHostError) in
                try plugin.knownHandle(of: object)
            } ?? 0
        )
        if status == .invalid { throw .identifierTaken(identifier) }
        try check(status, "PluginHost.registerObject")
    }

    // MARK: Finding objects

    /// The live object at a path: the identifiers from the root. `nil` if there is none now.
    public static func find(_ path: [String]) throws(PluginHostError) -> (any Restorable)? {
        let plugin = try plugin("PluginHost.find")
        let (status, object) = plugin.host.find(path)
        if status == .absent { return nil }
        try check(status, "PluginHost.find")
        return plugin.object(object)
    }

    /// The object that contains `object`; `nil` for one that has none, and for one that the host
    /// does not know.
    public static func parent(of object: any Restorable) -> (any Restorable)? {
        guard let (plugin, handle) = known(object, "PluginHost.parent") else { return nil }
        let parent = plugin.host.parent(of: handle)
        return parent == 0 ? nil : plugin.object(parent)
    }

    /// The children of an object, in the order in which they were added.
    public static func children(of object: any Restorable) -> [any Restorable] {
        guard let (plugin, handle) = known(object, "PluginHost.children") else { return [] }
        return plugin.host.children(of: handle).map { plugin.object($0) }
    }

    // MARK: Facts

    /// The version of the interface that the host speaks; `nil` without a host.
    public static var abiVersion: ABIVersion? { LoadedPlugin.current?.host.abi }

    /// The application's version; `nil` if the host does not tell.
    public static var applicationVersion: String? { query("application.version") }

    /// Why the host restores, or restored at the launch of the program; `nil` if it does not tell.
    public static var restorationReason: RestorationReason? {
        query("restoration.reason").flatMap { RestorationReason(rawValue: $0) }
    }

    /// What the host is doing; `nil` if it does not tell.
    public static var restorationStage: RestorationStage? {
        query("restoration.stage").flatMap { RestorationStage(rawValue: $0) }
    }

    /// When and by what the state was saved that the program was started with; `nil` without any,
    /// and if the host does not tell.
    public static var savedState: PreservationInfo? {
        guard let timestamp = query("saved.time").flatMap({ Timestamp(decimalSeconds: $0) }) else {
            return nil
        }
        return PreservationInfo(
            timestamp: timestamp,
            applicationVersion: query("saved.application.version"),
            systemVersion: query("saved.system.version") ?? ""
        )
    }

    /// A fact about the running program by its key in `restoration/host.h`; `nil` if the host does
    /// not know the key, or has no answer now.
    public static func query(_ key: String) -> String? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.query") else {
            return nil
        }
        return plugin.host.query(key)
    }

    // MARK: What calls need

    static func plugin(_ function: StaticString) throws(PluginHostError) -> LoadedPlugin {
        guard let plugin = LoadedPlugin.current else { throw .noHost("\(function)") }
        guard plugin.thread.isCurrent else { throw .wrongThread("\(function)") }
        return plugin
    }

    static func known(
        _ object: any Restorable,
        _ function: StaticString
    ) -> (LoadedPlugin, UInt64)? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread(function),
            let handle = plugin.objects.handle(of: object)
        else { return nil }
        return (plugin, handle)
    }

    static func checked(_ identifier: String) throws(PluginHostError) -> String {
        guard RestorationIdentifier(identifier) != nil else {
            throw .invalidIdentifier(length: identifier.utf8.count)
        }
        return identifier
    }

    static func check(_ status: Status, _ function: StaticString) throws(PluginHostError) {
        if status != .ok { throw PluginHostError(status, function) }
    }
}

extension LoadedPlugin {
    /// The object that a handle names: this plugin's own, or what stands for somebody else's.
    func object(_ handle: UInt64) -> any Restorable {
        objects.object(at: host.ownObject(handle)) ?? objects.standIn(for: handle)
    }

    func knownHandle(of object: any Restorable) throws(PluginHostError) -> UInt64 {
        guard let handle = objects.handle(of: object) else {
            throw .unknownObject(type: "\(Swift.type(of: object))")
        }
        return handle
    }
}
