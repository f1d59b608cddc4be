public import RestorationCore

extension PreservationError {
    public var diagnosis: Diagnosis {
        switch self {
        case .duplicatePath(let path, let saved, let leftOut):
            Diagnosis(
                problem:
                    "Two objects have the same restoration path: a \(saved), which is saved, and"
                    + " a \(leftOut), which is not",
                place: path.description,
                remedy:
                    "Give siblings different identifiers, or let their container tell them apart"
                    + " by restorationDiscriminator(of:)."
            )
        case .invalidIdentifier(let type, let parent):
            Diagnosis(
                problem: "The restoration identifier of a \(type) is not valid",
                place: parent.map { "under \($0)" },
                remedy: "Use 1 to 255 bytes of UTF-8 without NUL."
            )
        case .invalidDiscriminator(let path, let type):
            Diagnosis(
                problem:
                    "A \(type) is saved without its discriminator, which cannot be part of a path",
                place: path.description,
                remedy: "Let the key of its slot, restorationDiscriminator(of:) or the scope of its"
                    + " root be 1 to 255 bytes of UTF-8 without NUL: of longer text, a digest."
            )
        case .untaggedReference(let type, let referrer):
            Diagnosis(
                problem: "A reference to a \(type) without a restoration identifier is not saved",
                place: referrer?.description,
                remedy: "Give it an identifier, or do not encode it."
            )
        case .untaggedRoot(let type):
            Diagnosis(
                problem: "A root, a \(type), has no restoration identifier",
                remedy: "Give it one: nothing that only it references is saved."
            )
        case .unreachable(let identifier, let type, let ancestor):
            Diagnosis(
                problem:
                    "A \(type) has the restoration identifier \"\(identifier)\" and is not saved:"
                    + " it is below a \(ancestor), which has none",
                remedy: "Give the \(ancestor) an identifier, or reference the \(type) from a saved"
                    + " object."
            )
        case .notEncoded(let path, let type, let parent):
            Diagnosis(
                problem: "A \(type) is not saved: the \(parent) above it names it in"
                    + " restorationChildren, and no saved object references it",
                place: path.description,
                remedy:
                    "Encode a reference to it, or make the \(parent) a RestorableContainer."
                    + " If it is"
                    + " left out on purpose, give it no identifier."
            )
        case .changingChildren(let path, let type):
            Diagnosis(
                problem: "The restorationChildren of a \(type) are new objects each time they are"
                    + " asked for",
                place: path.description,
                remedy: "Make the children once, keep them in a property, and return that."
            )
        case .unreferenced(let path, let type):
            Diagnosis(
                problem: "A \(type) is not saved: no saved object references it",
                place: path.description,
                remedy:
                    "Encode a reference to it, or keep one in its parent: as a child of a"
                    + " container,"
                    + " as what it presents, or as one of its elements."
            )
        case .notListed(let path, let type, let parent):
            Diagnosis(
                problem: "A \(type) is saved, and no restore will find it: "
                    + (parent.map { "the \($0) above it does not list it" } ?? "no object lists it"),
                place: path.description,
                remedy: "Name it in the restorationChildren of "
                    + (parent.map { "the \($0)" } ?? "its parent, or of what references it,")
                    + " before restore(), give it a restoration class, or register it."
            )
        case .parentDeallocated(let path, let type):
            Diagnosis(
                problem:
                    "A \(type) is saved at a path without a parent: its former parent has"
                    + " been deallocated",
                place: path.description,
                remedy:
                    "List the object in its present parent, register it below that parent, or"
                    + " release it."
            )
        case .belowUnsaved(let identifier, let type, let ancestor):
            Diagnosis(
                problem:
                    "A \(type) has the restoration identifier \"\(identifier)\" and is not saved:"
                    + " the present state of the \(ancestor) above it is not saved either",
                remedy: "Mend what the report says of the \(ancestor), or reference the \(type)"
                    + " from a saved object."
            )
        case .identifierIgnored(let path, let own, let type):
            Diagnosis(
                problem:
                    "A \(type) has changed its restoration identifier to \"\(own)\", and is still"
                    + " saved under its former name",
                place: path.description,
                remedy:
                    "Call rename(_:to:) with the object before it comes back under its former name."
            )
        case .circularParents(let type):
            Diagnosis(
                problem: "The restoration parents of a \(type) lead back to it",
                remedy: "Let restorationParent lead to a root."
            )
        case .encodingFailed(let path, let reason, let kept):
            Diagnosis(
                problem: "An object could not be preserved: \(reason.problem)"
                    + (kept ? ". Its earlier state is retained" : ""),
                place: path.map(reason.place(at:)) ?? reason.place,
                remedy: reason.remedy
            )
        case .notAsked(let path, let reason, let kept):
            Diagnosis(
                problem: (path == nil ? "The delegate" : "An object")
                    + " is not asked for its state: \(reason.problem)"
                    + (kept ? ". Its earlier state is retained" : ""),
                place: path.map(reason.place(at:)) ?? reason.place,
                remedy: reason.remedy
            )
        case .valueUnread(let path, _, let reason, let kept):
            Diagnosis(
                problem: "A value could not be preserved: \(reason.problem)"
                    + (kept ? ". Its earlier value is retained" : ""),
                place: reason.place(at: path),
                remedy: reason.remedy
            )
        case .retainedClosed(let path):
            Diagnosis(
                problem:
                    "Retained state is given up, since its place was closed; it is only in the"
                    + " previous generation",
                place: path.description,
                remedy: "Nothing needs to be done if the person has closed it."
            )
        case .retainedInstead(let path, let type):
            Diagnosis(
                problem:
                    "The present state of a \(type) is not saved: its saved state could not be"
                    + " applied, and is retained in its place",
                place: path.description,
                remedy:
                    "Call invalidate(_:) with the object when it has changed: then its"
                    + " present state"
                    + " is saved. The report of the restore says why its state could not be applied."
            )
        case .outdatedRetained(let path):
            Diagnosis(
                problem:
                    "The object has changed, so the state that could not be applied to it is given"
                    + " up; it is only in the previous generation",
                place: path.description,
                remedy:
                    "Call invalidate(_:) only for an object that has changed. The report of the"
                    + " restore says why its state could not be applied."
            )
        case .elementNotLoaded(let path):
            Diagnosis(
                problem:
                    "The deferred state of an element is no longer saved: its owner has loaded its"
                    + " elements, and does not have this one",
                place: path.description,
                remedy:
                    "Call applyAwaitedState(to:) with the owner when it has loaded its elements."
                    + " While some are still to come, let its awaitsElements say so."
            )
        case .objectOverBudget(let path, let size, let budget, let unknown):
            Diagnosis(
                problem: "The object's state takes \(size) bytes, more than the \(budget) allowed"
                    + " for one object" + (unknown.map { "; \($0)" } ?? ""),
                place: path.description,
                remedy: unknown.map { size - $0.sizeInBytes <= budget } == true
                    ? "Another version of the class has stored these values, and they are retained"
                        + " for it. Let this one decode the keys that it is to give up."
                    : "Store identifiers of data instead of data, or raise objectSizeBudget."
            )
        case .overBudget(let size, let budget, let largest):
            Diagnosis(
                problem: "The state takes \(size) bytes, more than the \(budget) allowed for;"
                    + " the largest objects are \(largest.joined(separator: ", "))",
                remedy: "Store identifiers of data instead of data, or raise the budget."
            )
        }
    }
}

extension Diagnosis {
    /// A place in the object at `path`: the path, and the diagnosis's own place. The latter is
    /// omitted if it is the same path, which plugins report without discriminators.
    func place(at path: RestorationPath) -> String {
        let plain = RestorationPath(path.components.map { .init($0.identifier) })
        guard let place, place != path.description, place != plain?.description else {
            return path.description
        }
        return "\(path), \(place)"
    }

    package init(_ error: any Error) {
        if let diagnosed = error as? any DiagnosedError {
            self = diagnosed.diagnosis
        } else {
            self.init(
                problem: "\(error)",
                remedy: "See the documentation of the class that threw it."
            )
        }
    }
}
