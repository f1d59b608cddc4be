import RestorationCore
import RestorationEngine

/// All restoration classes that a session can use: the host's own by name, and plugins' by plugin
/// and name, or by path.
final class ClassDirectory: RestorationClassSource {
    private var hostClasses: [String: any RestorationClass] = [:]

    init(application: String, options: RestorationOptions, mailbox: Mailbox) {}

    func register(_ restorationClass: any RestorationClass) {
        hostClasses[restorationClass.name] = restorationClass
    }

    func hostClass(_ name: String) -> (any RestorationClass)? { hostClasses[name] }

    func restorationClass(named name: String, plugin: String?) throws -> any RestorationClass {
        guard let found = hostClasses[name] else { throw SessionError.unknownClass(name) }
        return found
    }

    func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)? { nil }

    func object(for handle: UInt64) -> (any Restorable)? { nil }
}
