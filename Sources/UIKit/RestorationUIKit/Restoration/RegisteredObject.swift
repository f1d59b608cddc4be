import Foundation
import RestorationKit

/// Stands for an object that the program has registered and that is neither controller nor view.
@MainActor final class RegisteredObject {
    /// The program holds it; the registry does not (OBJ-4).
    private(set) weak var object: (any UIStateRestoring)?
    /// Holds it from the moment its class has made it until the restore is finished.
    private var made: (any UIStateRestoring)?
    private let identifier: String
    private weak var parent: (any Restorable)?
    private let factory: String?

    /// - Parameter factory: The name of the restoration class that makes the object.
    init(
        _ object: any UIStateRestoring,
        identifier: String,
        parent: (any Restorable)?,
        factory: String?
    ) {
        self.object = object
        self.identifier = identifier
        self.parent = parent
        self.factory = factory
    }

    /// Keeps the object until the restore is finished.
    func keepUntilFinished() { made = object }
}

/// Hides that UIKit's classes are restorable in the engine's sense: a program sees UIKit's names.
@MainActor protocol RegisteredParticipant: Restorable {}

extension RegisteredObject: @MainActor RegisteredParticipant {
    var restorationIdentifier: String? { object == nil ? nil : identifier }
    var restorationParent: (any Restorable)? { parent }
    var restorationClass: String? { factory }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        let encoder = StateCoder(writing: coder)
        object?.encodeRestorableState(with: encoder)
        try encoder.finish()
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        object?.decodeRestorableState(with: StateCoder(reading: coder))
    }

    func restorationDidFinish() {
        object?.applicationFinishedRestoringState()
        made = nil
    }
}

/// The objects that the program has registered, by identity.
@MainActor final class RegisteredObjects {
    private var participants: [ObjectIdentifier: RegisteredObject] = [:]

    /// What the engine knows an object by; `nil` for an object that is not registered.
    func participant(of object: AnyObject) -> RegisteredObject? {
        guard let known = participants[ObjectIdentifier(object)] else { return nil }
        // An object that has ended may have left its address to another one.
        guard known.object === object else {
            participants[ObjectIdentifier(object)] = nil
            return nil
        }
        return known
    }

    func add(_ participant: RegisteredObject, for object: AnyObject) {
        participants = participants.filter { $0.value.object != nil }
        participants[ObjectIdentifier(object)] = participant
    }
}
