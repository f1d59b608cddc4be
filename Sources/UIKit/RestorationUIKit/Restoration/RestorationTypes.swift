import Foundation
import RestorationKit

/// Finds restoration classes by their names in archives.
///
/// This is the one exception to rule SEC-14: UIKit registers no restoration classes, so a class is
/// found by its name (``ClassName``). A class without the protocol is refused before any of its
/// code runs.
@MainActor final class RestorationTypes {
    private let named: [String: Any.Type]
    private var names: [ObjectIdentifier: String] = [:]
    private var checked: Set<ObjectIdentifier> = []

    init(_ named: [String: Any.Type]) {
        self.named = named
        for (name, type) in named { names[ObjectIdentifier(type)] = name }
    }

    /// The type's name in archives, with its module.
    func name(of type: Any.Type) -> String {
        let key = ObjectIdentifier(type)
        if let known = names[key] { return known }
        let name = ClassName.name(of: type) ?? String(reflecting: type)
        names[key] = name
        return name
    }

    /// The reason why the next launch cannot find a class, or `nil`. Private and local classes
    /// contain an address in their names. Returned once per class.
    func obstacle(to type: Any.Type) -> Diagnosis? {
        guard checked.insert(ObjectIdentifier(type)).inserted else { return nil }
        let name = name(of: type)
        guard (named[name] ?? ClassName.type(named: name)) != type else { return nil }
        return Diagnosis(
            problem: "The restoration class \(name) is not found by its name at the next launch",
            remedy: "Make it neither private nor local, or name it in the restorationClasses of"
                + " the program's UIApplicationConfiguration."
        )
    }

    func find(_ name: String) -> (any RestorationClass)? {
        guard let type = named[name] ?? ClassName.type(named: name) else { return nil }
        if let controllers = type as? any UIViewControllerRestoration.Type {
            return FoundClass(name) { try Self.make(by: controllers, $0) }
        }
        if let objects = type as? any UIObjectRestoration.Type {
            return FoundClass(name) { try Self.make(by: objects, name, $0) }
        }
        return FoundClass(name) { _ in throw NonconformingClass(type: name) }
    }

    private static func make(
        by type: any UIViewControllerRestoration.Type,
        _ request: CreationRequest
    ) throws -> any Restorable {
        let controller = type.viewController(
            withRestorationIdentifierPath: request.path,
            coder: StateCoder(creating: request)
        )
        guard let controller else { throw CreationDeclined() }
        // In UIKit, a restoration class must set the identifier. Here it may omit it (PATH-11).
        if controller.restorationIdentifier?.isEmpty ?? true {
            controller.restorationIdentifier = request.identifier
        }
        if controller.restorationClass == nil { controller.restorationClass = type }
        UIApplication.current?.recordMade(controller)
        return controller
    }

    private static func make(
        by type: any UIObjectRestoration.Type,
        _ name: String,
        _ request: CreationRequest
    ) throws -> any Restorable {
        let object = type.object(
            withRestorationIdentifierPath: request.path,
            coder: StateCoder(creating: request)
        )
        guard let object else { throw CreationDeclined() }
        guard let participant = UIApplication.current?.participant(of: object) else {
            throw UnregisteredObject(type: name)
        }
        (participant as? RegisteredObject)?.keepUntilFinished()
        return participant
    }
}

@MainActor private final class FoundClass {
    let name: String
    private let make: (CreationRequest) throws -> any Restorable

    init(_ name: String, _ make: @escaping (CreationRequest) throws -> any Restorable) {
        self.name = name
        self.make = make
    }

    var plugin: String? { nil }
    var schemaVersion: Int { 1 }
    /// A restoration class may return any controller. One of another type is not decoded (REST-19).
    var isBoundToType: Bool { true }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try make(request)
    }
}

extension FoundClass: @MainActor RestorationClass {}

private struct UnregisteredObject: DiagnosedError {
    let type: String
    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "The restoration class \(type) has returned an object that is not registered",
            remedy: "Call UIApplication.registerObject(forStateRestoration:restorationIdentifier:)"
                + " for the object before returning it."
        )
    }
}

private struct NonconformingClass: DiagnosedError {
    let type: String
    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "The class \(type) is not a restoration class",
            remedy: "Let it conform to UIViewControllerRestoration, or for registered objects to"
                + " UIObjectRestoration."
        )
    }
}
