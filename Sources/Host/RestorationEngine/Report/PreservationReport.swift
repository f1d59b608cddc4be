public import RestorationCore

/// The result of a save: the objects that were left out, and why.
public struct PreservationReport: Hashable, Sendable {
    /// How many objects have a record.
    public package(set) var objectCount = 0
    /// The bytes of all records before they are sealed.
    public package(set) var sizeInBytes = 0
    /// The problems, object by object; empty when all is well.
    public package(set) var issues: [PreservationError] = []

    package init() {}

    /// A report of nothing.
    package static let none = PreservationReport()
}

extension PreservationReport: CustomStringConvertible {
    /// A line for the save, and one for each issue.
    public var description: String {
        let objects = objectCount == 1 ? "1 object" : "\(objectCount) objects"
        let lines =
            ["\(objects), \(sizeInBytes) bytes"]
            + issues.map { issue in
                let diagnosis = issue.diagnosis
                let head = diagnosis.place ?? "Issue"
                return Diagnosis.line(head, diagnosis, of: head)
            }
        return lines.joined(separator: "\n")
    }
}

/// Why an object, or a reference to it, is not in the archive as it should be.
///
/// Only an audit of the save, which `RestorationOptions.auditsSaves` turns on, finds these:
/// `unreachable`, `notEncoded`, `changingChildren`, `unreferenced`, `notListed`,
/// `parentDeallocated`, `belowUnsaved`, `identifierIgnored`, and `invalidIdentifier` and
/// `duplicatePath` of objects that nothing refers to. Every save tells all the others.
@nonexhaustive
public enum PreservationError: DiagnosedError, Hashable {
    /// Two objects have one path. The first one met is saved, the second is not (PATH-7).
    case duplicatePath(RestorationPath, saved: String, leftOut: String)
    /// An identifier cannot be one: too long, or with a NUL.
    case invalidIdentifier(type: String, under: RestorationPath?)
    /// The discriminator of an object cannot be part of a path: a slot's key, an answer of
    /// `restorationDiscriminator(of:)`, or a root's scope. The object is saved at the path without
    /// it; where others have that, too, see `duplicatePath`.
    case invalidDiscriminator(RestorationPath, type: String)
    /// Something refers to an object without an identifier; the reference will be nil (PRES-19).
    case untaggedReference(type: String, referrer: RestorationPath?)
    /// A root has no identifier: nothing that only it references is saved (PRES-13).
    case untaggedRoot(type: String)
    /// An object with an identifier is not saved, because its parent has no identifier (PRES-14).
    case unreachable(String, type: String, untaggedAncestor: String)
    /// A parent that is preserved names an object among its `restorationChildren`, and nothing that
    /// is preserved refers to it (PRES-9, PRES-10).
    case notEncoded(RestorationPath, type: String, parent: String)
    /// A parent that is preserved names other objects in its `restorationChildren` each time that
    /// it is asked, so that those which it has encoded are not found again.
    case changingChildren(RestorationPath, type: String)
    /// An object that the session knows, since it was registered or made, or an element of an owner
    /// that does not own it nearest: nothing that is preserved holds it or refers to it (OBJ-3).
    case unreferenced(RestorationPath, type: String)
    /// An object is saved that the program builds by itself, and no restore will find it. Its
    /// parent (`parent`, if it has one) does not list it. Not told where a delegate or a route may
    /// provide it, nor of an object that was found in this run.
    case notListed(RestorationPath, type: String, parent: String?)
    /// An object that was made, registered or restored is saved at the top. Its parent has been
    /// deallocated, and nothing that is preserved lists it (PATH-13). A restore looks for it there,
    /// and so may not find one that is registered elsewhere by then.
    case parentDeallocated(RestorationPath, type: String)
    /// An object with an identifier is not saved, because the object above it is not saved, or its
    /// earlier state is saved instead.
    case belowUnsaved(String, type: String, ancestor: String)
    /// An object that a class made has changed its `restorationIdentifier`, and is saved under the
    /// name that it was given (PATH-6). `own` is the new one.
    case identifierIgnored(RestorationPath, own: String, type: String)
    /// The parents of an object lead back to it.
    case circularParents(type: String)
    /// An object failed to encode. Its earlier state is retained if there is any.
    case encodingFailed(RestorationPath?, reason: Diagnosis, retainsEarlierState: Bool)
    /// An object, or the delegate without a path, is not asked to encode, since the program has
    /// crashed in that before. Its earlier state is retained if there is any.
    case notAsked(RestorationPath?, reason: Diagnosis, retainsEarlierState: Bool)
    /// An object's value under a key could not be read. Its earlier value is retained if there is
    /// any; the rest of the object is saved.
    case valueUnread(RestorationPath, key: String, reason: Diagnosis, retainsEarlierValue: Bool)
    /// A retained record has ended, because no saved object refers to it, contains it or holds it
    /// any more: its root was taken off, its parent no longer references the stand-in, or the
    /// member of a stack that it followed has ended. It is in the generation before.
    case retainedClosed(RestorationPath)
    /// The saved state of an object could not be applied, and is saved in place of its present
    /// state, until the program says that the object has changed. The present children and
    /// presented object are saved with it.
    case retainedInstead(RestorationPath, type: String)
    /// State that could not be applied to an object is given up, since the program has said that
    /// the object changed.
    case outdatedRetained(RestorationPath)
    /// State that waits for an element is not saved: its owner has loaded its elements, does not
    /// have it, and does not say that more may come. Not told again of one that the restore's
    /// report has as `missing` (VIEW-4).
    case elementNotLoaded(RestorationPath)
    /// The record of one object is larger than the budget set for each. It is saved all the same.
    ///
    /// - Parameter unknown: The part of it that its class does not know; `nil` if there is none.
    case objectOverBudget(
        RestorationPath,
        sizeInBytes: Int,
        budget: Int,
        unknown: UnknownKeys? = nil
    )
    /// The state is larger than the budget set for it. It is saved all the same.
    case overBudget(sizeInBytes: Int, budget: Int, largest: [String])
}

/// Keys of an object's record that its class neither reads nor writes: another version of the class
/// has stored them, and saves keep them.
public struct UnknownKeys: Hashable, Sendable, CustomStringConvertible {
    /// The keys, in the order of the record.
    public let keys: [String]
    /// The size of their values.
    public let sizeInBytes: Int

    /// The size, and the keys by name.
    public var description: String {
        "\(sizeInBytes) of them are under keys that its class does not know: "
            + keys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
