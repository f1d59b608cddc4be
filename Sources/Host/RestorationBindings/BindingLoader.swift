package import RestorationCore
package import RestorationDiscovery
internal import RestorationEngine
public import RestorationPlugins

/// Loads the bindings of one session, with their libraries. Belongs to the thread of the plugin
/// loader.
public final class BindingLoader: DocumentLoading {
    fileprivate var bindings: [String: LoadedBinding] = [:]
    private let bound = BoundTable()

    /// Makes a plugin loader load bindings, too.
    ///
    /// - Parameter loader: The session's plugin loader, which retains this object.
    @discardableResult
    public init(for loader: PluginLoader) { loader.documentLoader = self }

    package func load(
        _ plugin: DiscoveredPlugin,
        for loader: PluginLoader
    ) throws -> LoadedClasses {
        let document = try plugin.bindingDocument()
        let binding = try loader.watchingProcess(for: plugin) {
            let library = try BindingLibrary(
                opening: document.libraries,
                for: plugin.file,
                &loader.preflight
            )
            return try LoadedBinding(
                document,
                file: plugin.file,
                library: library,
                context: loader.context,
                bound: bound
            )
        }
        bindings[binding.identifier] = binding
        var classes = LoadedClasses()
        for found in binding.classes { classes.add(found, named: found.name) }
        return classes
    }

    /// The unusable classes of loaded bindings, sorted.
    package var unusableClasses: [String] {
        bindings.values.flatMap { $0.classes.filter { $0.fault != nil }.map(\.name) }.sorted()
    }

    /// Walks the objects of bindings, to observe changes in their elements.
    package func walkObjects() { bound.walk() }
}

extension PluginCatalog {
    package var bindings: BindingLoader? { loader.documentLoader as? BindingLoader }

    /// The faults of unusable classes of loaded bindings.
    package var bindingFaults: [BindingError] {
        (bindings?.bindings ?? [:]).sorted { $0.key < $1.key }
            .flatMap { $0.value.classes.compactMap(\.fault) }
    }

    /// Adopts an object of a library by a binding.
    ///
    /// - Parameters:
    ///   - address: The object's address.
    ///   - binding: The binding's identifier.
    ///   - className: A class of the binding; `nil` for the binding's choice.
    ///   - identifier: The object's identifier; `nil` for the binding's choice.
    /// - Throws: ``BindingError``.
    package func adopt(
        _ address: UInt,
        from binding: String,
        as className: String?,
        identifier: String?
    ) throws -> any Restorable {
        // Loads the binding.
        let name = outcome.plugin(named: binding)?.manifest.classes.first?.name ?? ""
        _ = try restorationClass(named: className ?? name, plugin: binding)
        guard let loaded = bindings?.bindings[binding] else {
            throw BindingError.notABinding(plugin: binding)
        }
        return try loaded.adopt(address, as: className, identifier: identifier)
    }

    /// The address of a binding's or plugin's object; `nil` for other or destroyed objects.
    package func address(of object: any Restorable) -> UInt? {
        (object as? BoundInstance)?.address ?? (object as? PluginObject)?.address
    }

    package static func isBound(_ object: any Restorable) -> Bool { object is BoundObject }

    /// Ends the session's use of an adopted object.
    package func abandon(_ object: any Restorable) { (object as? BoundObject)?.abandon() }
}

extension LoadedBinding {
    fileprivate func adopt(
        _ address: UInt,
        as className: String?,
        identifier: String?
    ) throws -> BoundObject {
        let named = classes.first { $0.name == className }
        guard let boundClass = named ?? boundClass(of: address) else {
            throw BindingError.noBoundClass(
                binding: self.identifier,
                kind: kinds(of: address).first
            )
        }
        let own = self.kinds(of: address)
        if named != nil, case .kinds(let kinds)? = boundClass.match, let kind = own.first,
            Set(kinds).isDisjoint(with: own)
        {
            throw BindingError.otherKind(
                binding: self.identifier,
                className: boundClass.name,
                kind: kind
            )
        }
        let calls = try boundClass.calls()
        let name = identifier ?? boundClass.identifier(of: address)
        if let known = bound.owner(at: address) {
            if let name { known.identifier = name }
            return known
        }
        let life = BoundLife(address, of: boundClass, calls, .adopted)
        try life.begin()
        let object = BoundObject(life, binding: self, identifier: name)
        object.connect()
        object.rememberDefaults()
        return object
    }
}
