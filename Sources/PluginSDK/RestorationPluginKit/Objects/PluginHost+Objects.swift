public import RestorationCore

extension PluginHost {
    // MARK: New objects

    /// Creates an object under `parent`, with the class whose route matches the path, in this
    /// plugin or another. It becomes a child of `parent`, which must encode a reference to it.
    ///
    /// ```swift
    /// let notes = try PluginHost.make("Notes", under: self, parameters: ["pet": "tom"])
    /// ```
    ///
    /// - Returns: The object itself if this plugin made it, otherwise a ``ForeignObject``.
    /// - Throws: `CreationDeclined` if the class declines; ``PluginHostError``; errors from
    ///   encoding the parameters.
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

    /// Registers an object of this plugin, which need not be a child, under an identifier. Other
    /// code can then find it, and references to it are restored.
    ///
    /// - Parameters:
    ///   - object: An object that the host has created or adopted.
    ///   - identifier: The last component of its path, instead of its own identifier.
    ///   - parent: The object whose path is the prefix; `nil` for none.
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

    /// The live object at a path of identifiers from the root; `nil` if there is none now.
    public static func find(_ path: [String]) throws(PluginHostError) -> (any Restorable)? {
        let plugin = try plugin("PluginHost.find")
        let (status, object) = plugin.host.find(path)
        if status == .absent { return nil }
        try check(status, "PluginHost.find")
        return plugin.object(object)
    }

    /// The parent of `object`; `nil` if it has none, or the host does not know the object.
    public static func parent(of object: any Restorable) -> (any Restorable)? {
        guard let (plugin, handle) = known(object, "PluginHost.parent") else { return nil }
        let parent = plugin.host.parent(of: handle)
        return parent == 0 ? nil : plugin.object(parent)
    }

    /// The children of an object, in the order of adding.
    public static func children(of object: any Restorable) -> [any Restorable] {
        guard let (plugin, handle) = known(object, "PluginHost.children") else { return [] }
        return plugin.host.children(of: handle).map { plugin.object($0) }
    }

    // MARK: Facts

    /// The host's ABI version; `nil` without a host.
    public static var abiVersion: ABIVersion? { LoadedPlugin.current?.host.abi }

    /// The application's version; `nil` if the host does not provide it.
    public static var applicationVersion: String? { query("application.version") }

    /// Why the host restores, or restored at launch; `nil` if the host does not provide it.
    public static var restorationReason: RestorationReason? {
        query("restoration.reason").flatMap { RestorationReason(rawValue: $0) }
    }

    /// The host's current stage; `nil` if the host does not provide it.
    public static var restorationStage: RestorationStage? {
        query("restoration.stage").flatMap { RestorationStage(rawValue: $0) }
    }

    /// The time and version of the state at the start of the program; `nil` if there was none or
    /// the host does not provide it.
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

    /// A fact about the running program, by its key in `restoration/host.h`; `nil` if the host does
    /// not know the key, or it has no value now.
    public static func query(_ key: String) -> String? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("PluginHost.query") else {
            return nil
        }
        return plugin.host.query(key)
    }

    // MARK: Lookups

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
    /// The object of a handle: the plugin's own, or a ``ForeignObject``.
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
