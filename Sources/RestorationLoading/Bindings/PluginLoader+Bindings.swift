package import RestorationCore
internal import RestorationEngine

/// Bindings are loaded like plugins: their libraries instead of their own code.
extension PluginLoader {
    func load(binding plugin: DiscoveredPlugin) throws(LoadingError) -> LoadedClasses {
        let document = try plugin.bindingDocument()
        let binding = try watchingProcess(for: plugin, at: document.libraries.first ?? "") {
            () throws(LoadingError) in
            let library = try BindingLibrary(
                opening: document.libraries,
                for: plugin.file,
                &preflight
            )
            return try LoadedBinding(
                document,
                file: plugin.file,
                library: library,
                context: context
            )
        }
        bindings[binding.identifier] = binding
        var classes = LoadedClasses()
        for found in binding.classes { classes.add(found, named: found.name) }
        return classes
    }

    /// The classes of loaded bindings that cannot be used, sorted.
    package var unusableBoundClasses: [String] {
        bindings.values.flatMap { $0.classes.filter { $0.fault != nil }.map(\.name) }.sorted()
    }

    /// Has the session know what lies in the objects of bindings, so that it hears of changes
    /// there.
    package func walkBoundObjects() { context.bound.walk() }
}

extension PluginCatalog {
    /// Why classes of the bindings that have been loaded cannot be used.
    package var bindingFaults: [LoadingError] {
        loader.bindings.sorted { $0.key < $1.key }
            .flatMap { $0.value.classes.compactMap(\.fault) }
    }

    /// Hands an object of a library to a binding.
    ///
    /// - Parameters:
    ///   - address: where the library has it.
    ///   - binding: the binding's identifier.
    ///   - className: one of its classes; `nil` lets the binding tell.
    ///   - identifier: what the object is called; `nil` lets the binding tell.
    /// - Throws: ``LoadingError``.
    package func adopt(
        _ address: UInt,
        from binding: String,
        as className: String?,
        identifier: String?
    ) throws -> any Restorable {
        // Loads it.
        let name = try outcome.plugin(named: binding)?.manifest.classes.first?.name ?? ""
        _ = try restorationClass(named: className ?? name, plugin: binding)
        guard let loaded = loader.bindings[binding] else {
            throw LoadingError.notABinding(plugin: binding)
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
    ) throws(LoadingError) -> BoundObject {
        let named = classes.first { $0.name == className }
        guard let boundClass = named ?? boundClass(of: address) else {
            throw .noBoundClass(binding: self.identifier, kind: kind(of: address))
        }
        if named != nil, case .kinds(let kinds)? = boundClass.match, let kind = kind(of: address),
            !kinds.contains(kind)
        {
            throw .otherKind(binding: self.identifier, className: boundClass.name, kind: kind)
        }
        let calls = try boundClass.calls()
        let name = identifier ?? boundClass.identifier(of: address)
        if let known = context.bound.owner(at: address) {
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
