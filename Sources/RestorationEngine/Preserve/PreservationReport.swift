public import RestorationCore

/// What a save has to say: what was left out and why.
public struct PreservationReport: Hashable, Sendable {
    /// How many objects have a record.
    public package(set) var objectCount = 0
    /// The bytes of all records before they are sealed.
    public package(set) var sizeInBytes = 0
    /// What went wrong, object by object; empty when all is well.
    public package(set) var issues: [PreservationError] = []

    package init() {}

    /// A report of nothing.
    package static let none = PreservationReport()
}

/// Why an object, or a reference to it, is not in the archive as it should be.
///
/// What is left out without a fault of the save itself is found by an audit of it, which
/// `RestorationOptions.auditsSaves` turns off: `untaggedReference`, `untaggedRoot`, `unreachable`,
/// `notEncoded`, `unreferenced`, `notListed`, `parentEnded`, `belowUnsaved`, `heldByRetained`,
/// `identifierIgnored`, and `invalidIdentifier` and `duplicatePath` of objects that nothing refers
/// to. Everything else is told by every save.
@nonexhaustive
public enum PreservationError: DiagnosedError, Hashable {
    /// Two objects have one path. The first one met is saved, the second is not (PATH-7).
    case duplicatePath(RestorationPath, saved: String, leftOut: String)
    /// An identifier cannot be one: too long, or with a NUL.
    case invalidIdentifier(type: String, under: RestorationPath?)
    /// What tells an object apart from others of its name cannot be part of a path: a slot's key,
    /// what `restorationDiscriminator(of:)` says, or a root's scope. The object is saved at the
    /// path without it; where others have that, too, see `duplicatePath`.
    case invalidDiscriminator(RestorationPath, type: String)
    /// Something refers to an object without an identifier; the reference will be nil (PRES-19).
    case untaggedReference(type: String, referrer: RestorationPath?)
    /// A root has no identifier: nothing that only it references is saved (PRES-13).
    case untaggedRoot(type: String)
    /// An object has an identifier, and is left out since what leads to it has none (PRES-14).
    case unreachable(String, type: String, untaggedAncestor: String)
    /// A parent that is preserved names an object among its `restorationChildren`, and nothing that
    /// is preserved refers to it (PRES-9, PRES-10).
    case notEncoded(RestorationPath, type: String, parent: String)
    /// An object that the session knows, since it was registered or made, or an element of an owner
    /// that does not own it nearest: nothing that is preserved holds it or refers to it (OBJ-3).
    case unreferenced(RestorationPath, type: String)
    /// An object is saved that the program builds by itself, and no restore will find it: what it
    /// belongs to, `parent`, has it in no list, or nothing that is preserved has. Not told where a
    /// delegate or a route may provide it, nor of an object that was found in this run.
    case notListed(RestorationPath, type: String, parent: String?)
    /// An object that was made, registered or restored is saved at the top: what contained it has
    /// ended, and nothing that is preserved lists it (PATH-13). A restore looks for it there, and
    /// so may not find what is registered elsewhere by then.
    case parentEnded(RestorationPath, type: String)
    /// An object has an identifier, and is left out since what names it is, or is itself written as
    /// it was before.
    case belowUnsaved(String, type: String, ancestor: String)
    /// An object with an identifier is not saved: only the retained state of another one referenced
    /// it, and that is given up, or gives way.
    case heldByRetained(String, type: String, holder: String)
    /// An object that a class made has changed its `restorationIdentifier`, and is saved under the
    /// name that it was given (PATH-6). `own` is the new one.
    case identifierIgnored(RestorationPath, own: String, type: String)
    /// The parents of an object lead back to it.
    case circularParents(type: String)
    /// An object failed to encode. What was saved of it before is kept if there was anything.
    case encodingFailed(RestorationPath?, reason: Diagnosis, keptEarlierState: Bool)
    /// An object, or the delegate without a path, is not asked to encode, since the program has
    /// crashed in that before. What was saved of it before is kept if there was anything.
    case notAsked(RestorationPath?, reason: Diagnosis, keptEarlierState: Bool)
    /// What an object has under a key could not be read. What was saved of it before is kept if
    /// there was anything; the rest of the object is saved.
    case valueUnread(RestorationPath, key: String, reason: Diagnosis, keptEarlierValue: Bool)
    /// A retained record gave way to a new object at its path. Told at each save, until the new one
    /// is gone: then the record is saved once more.
    case supersededRetained(RestorationPath)
    /// A retained record is not saved, since what its object was below has ended, such as a window
    /// that the person has closed. It is saved once more when something is saved at the path of
    /// that.
    case retainedWithoutParent(RestorationPath)
    /// A retained record is given up, since the person has closed what it was in: its root was
    /// taken off, what held the stand-in for it is saved without that, or the member of a stack
    /// that it lay above was left. It is in the generation before.
    case retainedClosed(RestorationPath)
    /// State that could not be applied to an object is saved in place of its own, until the program
    /// says that the object has changed. What a container holds, or a presenter presents, by now is
    /// saved with it.
    case keptInstead(RestorationPath, type: String)
    /// State that could not be applied to an object is given up, since the program has said that
    /// the object changed.
    case outdatedRetained(RestorationPath)
    /// State that waits for an element is not saved: its owner has loaded its elements, does not
    /// have it, and does not say that more may come. Not told again of one that the restore's
    /// report has as `missing` (VIEW-4).
    case elementNotLoaded(RestorationPath)
    /// The record of one object is larger than the budget set for each. It is saved all the same.
    ///
    /// - Parameter unknown: What of it its class does not know; `nil` if that is nothing.
    case objectOverBudget(
        RestorationPath,
        sizeInBytes: Int,
        budget: Int,
        unknown: UnknownKeys? = nil
    )
    /// The state is larger than the budget set for it. It is saved all the same.
    case overBudget(sizeInBytes: Int, budget: Int, largest: [String])

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
        case .parentEnded(let path, let type):
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
        case .heldByRetained(let identifier, let type, let holder):
            Diagnosis(
                problem:
                    "A \(type) has the restoration identifier \"\(identifier)\" and is not saved:"
                    + " only the retained state of the \(holder) referenced it",
                remedy: "Reference the \(type) from a saved object before that state is given up."
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
        case .supersededRetained(let path):
            Diagnosis(
                problem: "A new object is at the path of one that could not be restored, whose"
                    + " retained state is no longer saved",
                place: path.description,
                remedy: "Make an object at its path only after it has been restored."
            )
        case .retainedWithoutParent(let path):
            Diagnosis(
                problem: "Retained state is not saved, since its parent has been deallocated",
                place: path.description,
                remedy: "Nothing needs to be done if the person has closed the parent."
            )
        case .retainedClosed(let path):
            Diagnosis(
                problem:
                    "Retained state is given up, since its place was closed; it is only in the"
                    + " previous generation",
                place: path.description,
                remedy: "Nothing needs to be done if the person has closed it."
            )
        case .keptInstead(let path, let type):
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

/// Keys of an object's record that its class neither reads nor writes: another version of the class
/// has stored them, and saves keep them.
public struct UnknownKeys: Hashable, Sendable, CustomStringConvertible {
    /// The keys, in the order of the record.
    public let keys: [String]
    /// What their values take.
    public let sizeInBytes: Int

    /// The size, and the keys by name.
    public var description: String {
        "\(sizeInBytes) of them are under keys that its class does not know: "
            + keys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension Diagnosis {
    /// The place within the object at `path`: the path, and what the diagnosis itself names unless
    /// that is the same path, which a plugin's failure has without discriminators.
    func place(at path: RestorationPath) -> String {
        let plain = RestorationPath(path.components.map { .init($0.identifier) })
        guard let place, place != path.description, place != plain?.description else {
            return path.description
        }
        return "\(path), \(place)"
    }

    /// Any error in words.
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
