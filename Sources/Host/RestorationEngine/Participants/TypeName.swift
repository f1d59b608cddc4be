package import RestorationCore

/// The name of a type in archives, for the kind-of rule (REST-19).
package enum TypeName {
    /// The name of an object in messages: its Swift type without the module, or the plugin's name
    /// for it.
    package static func inMessages(_ object: any Restorable) -> String {
        held(object) ?? "\(type(of: object))"
    }

    static func qualified(_ object: any Restorable) -> String {
        held(object) ?? of(type(of: object))
    }

    private static func held(_ object: any Restorable) -> String? {
        if let own = (object as? any KindNaming)?.ownKindName { return own }
        return (object as? any PluginHeld).map { "\($0.kindName) of \($0.holdingPlugin)" }
    }

    /// The type with its module. A private or local type has an address in place of its context.
    /// The address differs in each process, so it is left out.
    static func of(_ type: Any.Type) -> String {
        let name = _typeName(type, qualified: true)
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        return name.replacing(/\(unknown context at \$[^)]*\)/, with: "(private)")
    }
}
