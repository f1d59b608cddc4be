public import RestorationCore

/// The result of a save: the objects that were left out, and why.
public struct PreservationReport: Hashable, Sendable {
    /// The number of objects with a record.
    public package(set) var objectCount = 0
    /// The size of all records before sealing, in bytes.
    public package(set) var sizeInBytes = 0
    /// The problems, object by object; empty for a complete save.
    public package(set) var issues: [PreservationError] = []

    package init() {}

    package static let none = PreservationReport()
}

extension PreservationReport: CustomStringConvertible {
    /// A line for the save, and one for each issue.
    public var description: String {
        let lines =
            [headline]
            + issues.map { issue in
                let diagnosis = issue.diagnosis
                let head = diagnosis.place ?? "Issue"
                return Diagnosis.line(head, diagnosis, of: head)
            }
        return lines.joined(separator: "\n")
    }

    /// The number and size of the records.
    package var headline: String {
        "\(objectCount == 1 ? "1 object" : "\(objectCount) objects"), \(sizeInBytes) bytes"
    }
}

/// Why an object, or a reference to it, is not in the archive as it should be.
///
/// Every save reports most cases. Only an audit, which `RestorationOptions.auditsSaves` turns on,
/// finds these: `unreachable`, `notEncoded`, `changingChildren`, `unreferenced`, `belowUnsaved`,
/// and `invalidIdentifier` and `duplicatePath` of unreferenced objects.
@nonexhaustive
public enum PreservationError: DiagnosedError, Hashable {
    /// Two objects have one path. The first one met is saved, the second is not (PATH-7).
    case duplicatePath(RestorationPath, saved: String, leftOut: String)
    /// An identifier is invalid: too long, or with a NUL.
    case invalidIdentifier(type: String, under: RestorationPath?)
    /// An object's discriminator cannot be part of a path. It is a slot's key, a result of
    /// `restorationDiscriminator(of:)`, or a root's scope. The object is saved at the path without
    /// it. If that path is taken, see `duplicatePath`.
    case invalidDiscriminator(RestorationPath, type: String)
    /// A reference to an object without an identifier will be nil (PRES-19).
    case untaggedReference(type: String, referrer: RestorationPath?)
    /// A root has no identifier, so objects that only it references are not saved (PRES-13).
    case untaggedRoot(type: String)
    /// An object with an identifier is not saved, because its parent has none (PRES-14).
    case unreachable(String, type: String, untaggedAncestor: String)
    /// A preserved parent lists an object in its `restorationChildren`, but no preserved object
    /// refers to it (PRES-9, PRES-10).
    case notEncoded(RestorationPath, type: String, parent: String)
    /// A preserved parent returns new objects from `restorationChildren` each time, so those that
    /// it has encoded are not found again.
    case changingChildren(RestorationPath, type: String)
    /// No preserved object holds or references an object that was registered or made, or an element
    /// whose owner is not the nearest (OBJ-3).
    case unreferenced(RestorationPath, type: String)
    /// An object with an identifier is not saved, because the object above it is not saved, or is
    /// saved with its earlier state.
    case belowUnsaved(String, type: String, ancestor: String)
    /// The parents of an object form a cycle.
    case circularParents(type: String)
    /// An object failed to encode. Its earlier state, if any, is retained.
    case encodingFailed(RestorationPath?, reason: Diagnosis, retainsEarlierState: Bool)
    /// An object, or the delegate without a path, was not asked to encode, since the program
    /// crashed there before. Its earlier state, if any, is retained.
    case notAsked(RestorationPath?, reason: Diagnosis, retainsEarlierState: Bool)
    /// The value under a key could not be read. Its earlier value, if any, is retained, and the
    /// rest of the object is saved.
    case valueUnread(RestorationPath, key: String, reason: Diagnosis, retainsEarlierValue: Bool)
    /// A retained record has ended, because no saved object refers to it, contains it or holds it
    /// any more. Its root was removed, its parent no longer references the stand-in, or the stack
    /// member that it followed has ended. The previous generation still has it.
    case retainedClosed(RestorationPath)
    /// An object's saved state could not be applied, and is saved in place of the present state
    /// until the program invalidates the object. The present children and presented object are
    /// saved.
    case retainedInstead(RestorationPath, type: String)
    /// State that could not be applied is given up, since the program has invalidated the object.
    case outdatedRetained(RestorationPath)
    /// State that waits for an element is not saved: the owner has loaded its elements without this
    /// one, and expects no more. Not reported for an element that the restore reported as `missing`
    /// (VIEW-4).
    case elementNotLoaded(RestorationPath)
    /// The record of one object exceeds its budget. It is still saved.
    ///
    /// - Parameter unknown: The part of the record that the class does not know, if any.
    case objectOverBudget(
        RestorationPath,
        sizeInBytes: Int,
        budget: Int,
        unknown: UnknownKeys? = nil
    )
    /// The whole state exceeds its budget. It is still saved.
    case overBudget(sizeInBytes: Int, budget: Int, largest: [String])
}

/// Keys of a record that the object's class neither reads nor writes. Another version of the class
/// stored them, and saves retain them.
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
