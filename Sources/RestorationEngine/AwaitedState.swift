package import RestorationCore

/// Gives objects the state that was kept for them, after the restore.
package struct AwaitedState {
    /// What could not be applied, and why. Empty when all is well.
    package private(set) var failures: [Diagnosis] = []
    /// What became of each record: `nil` for one that was applied, else why it was not.
    package private(set) var outcomes: [(kept: UnavailableObject, failure: Diagnosis?)] = []

    private let recorder: (any RestorationRecorder)?
    /// Called before the first state is applied.
    private var willBegin: (() -> Void)?

    /// - Parameter willBegin: Called before the first state is applied, if there is any.
    package init(recorder: (any RestorationRecorder)?, willBegin: @escaping () -> Void) {
        self.recorder = recorder
        self.willBegin = willBegin
    }

    /// Applies what is kept for `object`, and for its elements if it has loaded them. What is
    /// applied, or fails to be, is not applied again.
    package mutating func apply(to object: any Restorable, from leftovers: inout Leftovers) {
        for held in leftovers.heldBack[.of(object)]
        where held.isAwaited && held.object === object {
            leftovers.heldBack.removeAll(of: .of(object)) { $0.object === object }
            apply(held.kept, to: object, &leftovers, held.ticket)
        }
        guard let owner = object as? any RestorableElementOwner,
            let elements = owner.restorationElements
        else { return }
        for element in elements {
            apply(to: element, from: &leftovers)
            let name = element.restorationIdentifier
            let part = leftovers.absent[.of(owner)].first {
                $0.role == .element && $0.holder === owner
                    && $0.kept.identifier.rawValue == name
            }
            guard let part else { continue }
            leftovers.absent.removeAll(of: .of(part.kept)) { $0.role == .element }
            apply(part.kept, to: element, &leftovers)
        }
    }

    private mutating func apply(
        _ kept: UnavailableObject,
        to object: any Restorable,
        _ leftovers: inout Leftovers,
        _ ticket: RestorationTicket? = nil
    ) {
        willBegin?()
        willBegin = nil
        do {
            try RestorationStep.run(.decode, kept.number, of: kept.archive, recorder) {
                try object.decodeRecord(with: kept.coder())
            }
            try? RestorationStep.run(.finish, kept.number, of: kept.archive, recorder) {
                object.restorationDidFinish()
            }
            outcomes.append((kept, nil))
        } catch is StateNotYetApplicable {
            var held = HeldBackObject(object, kept: kept)
            held.isAwaited = true
            held.ticket = ticket
            leftovers.heldBack.append(held)
        } catch {
            leftovers.heldBack.append(HeldBackObject(object, kept: kept))
            let reason = Diagnosis(error)
            let failure = Diagnosis(
                problem: "Its state could not be applied: \(reason.problem)",
                place: reason.place(at: kept.path),
                remedy: reason.remedy
            )
            failures.append(failure)
            outcomes.append((kept, failure))
        }
    }
}

extension UnavailableObject {
    /// A coder on the record, when its restore is over.
    func coder() throws -> RestorationCoder {
        try archive.coder(for: number, resolving: KeptReferences(self))
    }
}

/// Where the references of a kept record lead.
private final class KeptReferences: ReferenceResolving {
    private var objects: [UInt32: any Restorable] = [:]

    init(_ kept: UnavailableObject) {
        for (number, reference) in zip(kept.archive.references(of: kept.number), kept.references) {
            let object = reference.object
            objects[number] = (object as? UnavailableObject)?.arrived ?? object
        }
    }

    func object(for number: UInt32) -> (any Restorable)? { objects[number] }
    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}
