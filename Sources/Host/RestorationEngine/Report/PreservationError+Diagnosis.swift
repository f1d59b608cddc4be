public import RestorationCore

extension PreservationError {
    public var diagnosis: Diagnosis {
        switch self {
        case .duplicatePath(let path, let saved, let leftOut):
            Diagnosis(
                problem: "Two objects have the same restoration path: a \(saved), which is saved,"
                    + " and a \(leftOut), which is not",
                place: path.description,
                remedy: Diagnosis.remedyForEqualPaths
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
                remedy: "Use 1 to 255 bytes of UTF-8 without NUL for its slot's key,"
                    + " restorationDiscriminator(of:) or its root's scope. Replace longer text"
                    + " with a digest."
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
                problem: "A \(type) has the restoration identifier \"\(identifier)\" and is not"
                    + " saved: its ancestor, a \(ancestor), has none",
                remedy: "Give the \(ancestor) an identifier, or reference the \(type) from a saved"
                    + " object."
            )
        case .notEncoded(let path, let type, let parent):
            Diagnosis(
                problem: "A \(type) is not saved: its parent, a \(parent),"
                    + " lists it in restorationChildren, but no saved object references it",
                place: path.description,
                remedy: "Encode a reference to it, or make the \(parent) a RestorableContainer. If"
                    + " it is left out on purpose, give it no identifier."
            )
        case .changingChildren(let path, let type):
            Diagnosis(
                problem: "A \(type) returns new restorationChildren at every call",
                place: path.description,
                remedy: "Create the children once, and store them in a property."
            )
        case .unreferenced(let path, let type):
            Diagnosis(
                problem: "A \(type) is not saved: no saved object references it",
                place: path.description,
                remedy: "Encode a reference to it, or keep one in its parent: as a child of a"
                    + " container, as its presented object, or as one of its elements."
            )
        case .belowUnsaved(let identifier, let type, let ancestor):
            Diagnosis(
                problem:
                    "A \(type) has the restoration identifier \"\(identifier)\" and is not saved:"
                    + " the current state of its ancestor, a \(ancestor), is not saved either",
                remedy: "Fix the problem that the report names for the \(ancestor), or reference"
                    + " the \(type) from a saved object."
            )
        case .circularParents(let type):
            Diagnosis(
                problem: "The chain of restoration parents of a \(type) is circular",
                remedy: "Make the chain of restorationParent end at a root."
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
                problem: "Retained state was given up because its place was closed; only the"
                    + " previous generation has it",
                place: path.description,
                remedy: "No action is needed if the person has closed it."
            )
        case .retainedInstead(let path, let type):
            Diagnosis(
                problem: "The current state of a \(type) is not saved: its saved state could not"
                    + " be applied, and is retained in its place",
                place: path.description,
                remedy:
                    "Call invalidate(_:) with the object when it has changed, to save its current"
                    + " state. The report of the restore says why its state could not be applied."
            )
        case .outdatedRetained(let path):
            Diagnosis(
                problem: "The object has changed, so the state that could not be applied to it was"
                    + " given up; only the previous generation has it",
                place: path.description,
                remedy: "Call invalidate(_:) only for an object that has changed. The report of the"
                    + " restore says why its state could not be applied."
            )
        case .elementNotLoaded(let path):
            Diagnosis(
                problem: "The deferred state of an element is no longer saved: its owner has"
                    + " loaded its elements, and does not have this one",
                place: path.description,
                remedy:
                    "Call applyAwaitedState(to:) with the owner when it has loaded its elements."
                    + " While some are still to come, return true from its awaitsElements."
            )
        case .objectOverBudget(let path, let size, let budget, let unknown):
            Diagnosis(
                problem: "The object's state takes \(size) bytes, more than the \(budget) allowed"
                    + " for one object" + (unknown.map { "; \($0)" } ?? ""),
                place: path.description,
                remedy: unknown.map { size - $0.sizeInBytes <= budget } == true
                    ? "The values of another version of the class are"
                        + " retained for it. Decode their keys in this version to drop them."
                    : "Store identifiers of data instead of data, or raise objectSizeBudget."
            )
        case .overBudget(let size, let budget, let largest):
            Diagnosis(
                problem: "The state takes \(size) bytes, more than the \(budget)"
                    + " allowed; the largest objects are \(largest.joined(separator: ", "))",
                remedy: "Store identifiers of data instead of data, or raise the budget."
            )
        }
    }
}

extension Diagnosis {
    static let remedyForEqualPaths =
        "Give siblings different identifiers (GTK widgets: different names by gtk_widget_set_name),"
        + " or let their container tell them apart by restorationDiscriminator(of:)."

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
