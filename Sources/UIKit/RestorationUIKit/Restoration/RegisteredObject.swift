import Foundation
import RestorationKit

/// The participant for a registered object that is neither a controller nor a view.
@MainActor final class RegisteredObject {
    /// The program retains the object (OBJ-4).
    private(set) weak var object: (any UIStateRestoring)?
    /// Retains the object from its creation until the restore is finished.
    private var made: (any UIStateRestoring)?
    private let identifier: String
    private weak var parent: (any Restorable)?
    private let factory: String?

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

    func keepUntilFinished() { made = object }
}

/// Hides the conformance to `Restorable` from programs, which see only UIKit's names.
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

@MainActor final class RegisteredObjects {
    private var participants: [ObjectIdentifier: RegisteredObject] = [:]

    func participant(of object: AnyObject) -> RegisteredObject? {
        guard let known = participants[ObjectIdentifier(object)] else { return nil }
        // The address may belong to a deallocated object.
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
