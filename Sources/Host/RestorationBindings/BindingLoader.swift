package import RestorationCore
package import RestorationDiscovery
internal import RestorationEngine
public import RestorationPlugins

/// The bindings of one session, loaded like plugins: their libraries instead of their own code.
/// Belongs to the thread of the loader.
public final class BindingLoader: DocumentLoading {
    /// Those that have been loaded, by their identifiers.
    fileprivate var bindings: [String: LoadedBinding] = [:]
    /// The objects of libraries that the session knows.
    private let bound = BoundTable()

    /// Loads the bindings of a session from now on.
    ///
    /// - Parameter loader: Loads its plugins, and keeps this one.
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

    /// The classes of loaded bindings that cannot be used, sorted.
    package var unusableClasses: [String] {
        bindings.values.flatMap { $0.classes.filter { $0.fault != nil }.map(\.name) }.sorted()
    }

    /// Has the session know what lies in the objects of bindings, so that it hears of changes
    /// there.
    package func walkObjects() { bound.walk() }
}

extension PluginCatalog {
    /// The bindings among the plugins, if the program uses any.
    package var bindings: BindingLoader? { loader.documentLoader as? BindingLoader }

    /// Why classes of the bindings that have been loaded cannot be used.
    package var bindingFaults: [BindingError] {
        (bindings?.bindings ?? [:]).sorted { $0.key < $1.key }
            .flatMap { $0.value.classes.compactMap(\.fault) }
    }

    /// Hands an object of a library to a binding.
    ///
    /// - Parameters:
    ///   - address: where the library has it.
    ///   - binding: the binding's identifier.
    ///   - className: one of its classes; `nil` lets the binding tell.
    ///   - identifier: what the object is called; `nil` lets the binding tell.
    /// - Throws: ``BindingError``.
    package func adopt(
        _ address: UInt,
        from binding: String,
        as className: String?,
        identifier: String?
    ) throws -> any Restorable {
        // Loads it.
        let name = outcome.plugin(named: binding)?.manifest.classes.first?.name ?? ""
        _ = try restorationClass(named: className ?? name, plugin: binding)
        guard let loaded = bindings?.bindings[binding] else {
            throw BindingError.notABinding(plugin: binding)
        }
        return try loaded.adopt(address, as: className, identifier: identifier)
    }

    /// Where a library has the object of a binding or plugin; `nil` if there is none, or it is
    /// gone.
    package func address(of object: any Restorable) -> UInt? {
        (object as? BoundInstance)?.address ?? (object as? PluginObject)?.address
    }

    /// Whether a binding stands behind an object.
    package static func isBound(_ object: any Restorable) -> Bool { object is BoundObject }

    /// Ends what the session has to do with an adopted object.
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
        return object
    }
}
