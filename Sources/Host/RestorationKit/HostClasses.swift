import Logging

/// The host's own restoration classes by name, and the former names of its types.
final class HostClasses {
    private let logger: Logger
    private var classes: [String: any RestorationClass] = [:]
    /// Present names of classes, by former name.
    private var formerNames: [String: String] = [:]
    /// The types with a former name.
    private var renamedTypes: [String: [AnyClass]] = [:]
    var find: ((_ name: String) -> (any RestorationClass)?)?

    init(_ logger: Logger) { self.logger = logger }

    func register(_ new: any RestorationClass, aliases: [String]) {
        let name = new.name
        if let known = classes[name], known !== new, !isSameType(known, new) {
            logger.warning(
                "The restoration class \(name) is registered twice; the second registration"
                    + " replaces the first",
                remedy: "Register each class once in the life of a session, under a name of its"
                    + " own."
            )
        }
        classes[name] = new
        if let other = formerNames[name], other != name { warnOfAlias(name, for: other) }
        for alias in aliases {
            if classes[alias] != nil, alias != name { warnOfAlias(alias, for: name) }
            if let other = formerNames[alias], other != name {
                logger.warning(
                    "\(alias) is an alias of the restoration classes \(other) and \(name); the"
                        + " second is used",
                    remedy: "Give each alias to one class."
                )
            }
            formerNames[alias] = name
        }
    }

    /// Whether both are registrations of one type. Two closures are never the same.
    private func isSameType(_ first: any RestorationClass, _ second: any RestorationClass) -> Bool {
        guard let first = first as? HostRestorationClass,
            let second = second as? HostRestorationClass
        else { return type(of: first) == type(of: second) }
        return first.type.map { $0 == second.type } ?? false
    }

    private func warnOfAlias(_ alias: String, for name: String) {
        logger.warning(
            "The alias \(alias) of the restoration class \(name) has no effect, since a class of"
                + " that name is registered",
            remedy: "Leave out the alias, or register that class under another name."
        )
    }

    func alias(_ formerName: String, for type: AnyClass) {
        for other in renamedTypes[formerName] ?? [] where other != type {
            logger.warning(
                "\(formerName) is an alias of the types \(other) and \(type)",
                remedy: "Give each former name to one type, so that no object gets the state of"
                    + " another."
            )
        }
        renamedTypes[formerName, default: []].append(type)
    }

    func isFormerName(_ name: String, of type: AnyClass) -> Bool {
        renamedTypes[name]?.contains { $0 == type } == true
    }

    /// Declares a former name of a class whose objects the program builds, too.
    func alias(_ formerName: String, forKind kind: String) { formerNames[formerName] = kind }

    func isFormerName(_ name: String, ofKind kind: String) -> Bool { formerNames[name] == kind }

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
