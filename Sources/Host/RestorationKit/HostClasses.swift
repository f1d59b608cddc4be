import Logging

/// The host's own restoration classes by name, and the former names of its types.
final class HostClasses {
    private let logger: Logger
    private var classes: [String: any RestorationClass] = [:]
    /// Present names of classes, by former name.
    private var formerNames: [String: String] = [:]
    private var typeAliases: [ObjectIdentifier: (type: AnyClass, names: Set<String>)] = [:]
    private var kindAliases: [String: Set<String>] = [:]
    var find: ((_ name: String) -> (any RestorationClass)?)?

    init(_ logger: Logger) { self.logger = logger }

    func register(_ restorationClass: any RestorationClass, aliases: [String]) {
        let name = restorationClass.name
        for contradiction in contradictions(of: restorationClass, aliases) {
            logger.warning(contradiction)
        }
        classes[name] = restorationClass
        for alias in aliases { formerNames[alias] = name }
    }

    private func contradictions(
        of new: any RestorationClass,
        _ aliases: [String]
    ) -> [Diagnosis] {
        var found: [Diagnosis] = []
        if let known = classes[new.name], known !== new,
            new is ClosureRestorationClass || type(of: known) != type(of: new)
        {
            found.append(
                Diagnosis(
                    problem: "The restoration class \(new.name) is registered twice; the second"
                        + " registration replaces the first",
                    remedy: "Register each class once in the life of a session, under a name of"
                        + " its own."
                )
            )
        }
        for alias in aliases where classes[alias] != nil && alias != new.name {
            found.append(Self.aliasOfClass(alias, for: new.name))
        }
        if let other = formerNames[new.name], other != new.name {
            found.append(Self.aliasOfClass(new.name, for: other))
        }
        for alias in aliases {
            guard let other = formerNames[alias], other != new.name else { continue }
            found.append(
                Diagnosis(
                    problem: "\(alias) is an alias of the restoration classes \(other) and"
                        + " \(new.name); the second is used",
                    remedy: "Give each alias to one class."
                )
            )
        }
        return found
    }

    private static func aliasOfClass(_ alias: String, for name: String) -> Diagnosis {
        Diagnosis(
            problem: "The alias \(alias) of the restoration class \(name) has no effect, since a"
                + " class of that name is registered",
            remedy: "Leave out the alias, or register that class under another name."
        )
    }

    func alias(_ formerName: String, for type: AnyClass) {
        let others = typeAliases.values.filter { $0.type != type && $0.names.contains(formerName) }
        for other in others {
            logger.warning(
                Diagnosis(
                    problem: "\(formerName) is an alias of the types \(other.type) and \(type)",
                    remedy: "Give each former name to one type, so that no object gets the state of"
                        + " another."
                )
            )
        }
        typeAliases[ObjectIdentifier(type), default: (type, [])].names.insert(formerName)
    }

    func isFormerName(_ name: String, of type: AnyClass) -> Bool {
        !typeAliases.isEmpty
            && typeAliases[ObjectIdentifier(type)]?.names.contains(name) == true
    }

    /// Declares a former name of a class whose objects the program builds, too.
    func alias(_ formerName: String, forKind kind: String) {
        kindAliases[kind, default: []].insert(formerName)
        formerNames[formerName] = kind
    }

    func isFormerName(_ name: String, ofKind kind: String) -> Bool {
        kindAliases[kind]?.contains(name) == true
    }

    /// The class with a present or former name. ``find`` looks for one that is not registered.
    subscript(name: String) -> (any RestorationClass)? {
        if let known = classes[name] ?? formerNames[name].flatMap({ classes[$0] }) {
            return known
        }
        guard let found = find?(name) else { return nil }
        classes[name] = found
        return found
    }
}
