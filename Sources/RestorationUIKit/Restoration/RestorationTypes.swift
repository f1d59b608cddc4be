import Foundation
import RestorationKit

/// Finds restoration classes by the names that archives hold.
///
/// This is the one exception to rule SEC-14: nothing registers a restoration class in UIKit, so its
/// name has to lead to it. It leads to a class that is not generic and that has a name of its own,
/// and to nothing that does not conform to the protocol of restoration classes, which is checked
/// before anything of it is called.
@MainActor enum RestorationTypes {
    /// The name that archives hold; with its module.
    static func name(of type: Any.Type) -> String {
        let key = ObjectIdentifier(type)
        if let known = names[key] { return known }
        let name = String(reflecting: type)
        names[key] = name
        return name
    }

    /// Gives a type a name of its own.
    static func name(_ type: Any.Type, _ name: String) { names[ObjectIdentifier(type)] = name }

    private static var names: [ObjectIdentifier: String] = [:]

    /// Whether a class is found by its name at the next launch: the name of a private or local one
    /// has an address in it, and a generic one cannot be looked up.
    static func isFound(_ type: Any.Type) -> Bool {
        guard let found = NSClassFromString(name(of: type)) else { return false }
        return ObjectIdentifier(found) == ObjectIdentifier(type)
    }

    /// The restoration class of that name; `nil` if there is no such class.
    static func find(
        _ name: String,
        named registered: [String: Any.Type]
    ) -> (any RestorationClass)? {
        guard let type = registered[name] ?? NSClassFromString(name) else { return nil }
        if let controllers = type as? any UIViewControllerRestoration.Type {
            return ControllerClass(name, controllers)
        }
        if let objects = type as? any UIObjectRestoration.Type { return ObjectClass(name, objects) }
        return NoRestorationClass(name)
    }
}

/// A restoration class of controllers, for the engine.
@MainActor final class ControllerClass {
    let name: String
    private let type: any UIViewControllerRestoration.Type

    init(_ name: String, _ type: any UIViewControllerRestoration.Type) {
        self.name = name
        self.type = type
    }

    private func make(_ request: CreationRequest) throws -> any Restorable {
        let coder = StateCoder(creating: request)
        guard
            let controller = type.viewController(
                withRestorationIdentifierPath: request.path,
                coder: coder
            )
        else { throw CreationDeclined() }
        // What UIKit asks of a restoration class, in case it forgets (PATH-11).
        if controller.restorationIdentifier?.isEmpty ?? true {
            controller.restorationIdentifier = request.identifier
        }
        if controller.restorationClass == nil { controller.restorationClass = type }
        UIApplication.current?.noteMade(controller)
        return controller
    }
}

/// A restoration class of registered objects, for the engine.
@MainActor final class ObjectClass {
    let name: String
    private let type: any UIObjectRestoration.Type

    init(_ name: String, _ type: any UIObjectRestoration.Type) {
        self.name = name
        self.type = type
    }

    private func make(_ request: CreationRequest) throws -> any Restorable {
        let coder = StateCoder(creating: request)
        guard
            let object = type.object(withRestorationIdentifierPath: request.path, coder: coder)
        else { throw CreationDeclined() }
        guard let participant = UIApplication.current?.participant(of: object) else {
            throw UnregisteredObject(type: name)
        }
        (participant as? RegisteredObject)?.keepUntilFinished()
        return participant
    }
}

/// A class that has the recorded name and is no restoration class (REST-14).
@MainActor final class NoRestorationClass {
    let name: String
    init(_ name: String) { self.name = name }

    private func make(_ request: CreationRequest) throws -> any Restorable {
        throw NonconformingClass(type: name)
    }
}

@MainActor protocol NamedRestorationClass: RestorationClass {}

extension NamedRestorationClass {
    var plugin: String? { nil }
    var schemaVersion: Int { 1 }
    /// A restoration class may return any controller; one of another type is not decoded (REST-19).
    var isBoundToType: Bool { true }
}

extension ControllerClass: @MainActor NamedRestorationClass {
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try make(request)
    }
}

extension ObjectClass: @MainActor NamedRestorationClass {
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try make(request)
    }
}

extension NoRestorationClass: @MainActor NamedRestorationClass {
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try make(request)
    }
}

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
            problem: "The class \(type) is no restoration class",
            remedy: "Let it conform to UIViewControllerRestoration, or for registered objects to"
                + " UIObjectRestoration."
        )
    }
}
