public import RestorationCore

/// Stands where an object could not be restored.
///
/// Every save writes the object's record back, its values byte for byte, until the object can be
/// restored: at a later launch, when the missing plugin is back or the class that failed is mended,
/// or in this one, when the data arrives that it waits for (``isAwaited``). The record ends when no
/// saved object refers to it, contains it or holds it any more: its window was closed, or in a
/// stack the member that it followed, or its parent has stopped encoding this stand-in. An object
/// that finds one among its references shows ``reason`` in its place, and encodes the reference
/// like any other.
///
/// Belongs to the thread of its session.
public final class UnavailableObject: Restorable {
    /// Why the object is not here, and what can be done about it.
    public package(set) var reason: Diagnosis
    /// The object, once it has arrived, even if its state was not applied.
    public package(set) var arrived: (any Restorable)?

    private let records: RecordSet
    private let row: Int
    /// Names the record for good.
    package let id: RecordID

    init(of records: RecordSet, row: Int, id: RecordID, reason: Diagnosis) {
        self.records = records
        self.row = row
        self.id = id
        self.reason = reason
    }

    /// Where the object belongs. Made when asked for: O(depth).
    public var path: RestorationPath { records.path(of: row)! }
    /// The name of its restoration class; `nil` if it had none.
    public var className: String? { records.kinds[records.rows.value[row].kind].className }
    /// The plugin that the class comes from; `nil` for the host's own.
    public var pluginIdentifier: String? { records.kinds[records.rows.value[row].kind].plugin }
    /// Whether it is on its way: its restoration class, or that of an object that has to come
    /// before it, has said "not yet". Show that something is being loaded, rather than that it
    /// failed.
    public var isAwaited: Bool { records.isAwaited(row) }

    /// The object's own identifier.
    package var identifier: RestorationIdentifier { records.identifier(row)! }

    /// The row of the record, in a set that has it.
    func row(in set: RecordSet) -> Int? { records === set ? row : nil }
}

extension UnavailableObject: RestorationStandIn {
    package var absence: Diagnosis { reason }
}

/// An object that others know by a weak handle, such as a plugin's. When it has ended, the handle
/// leads to its stand-in.
package protocol KnownByHandle: AnyObject {
    func note(kept: UnavailableObject)
}

/// An object that wants to know that its state could not be applied, such as a plugin's, which then
/// gives its half-decoded instance up.
package protocol RestorationFailureObserving: AnyObject {
    func restorationDidFail(_ reason: Diagnosis)
    /// Why it gave up its instance, which the program therefore cannot have changed.
    var failure: Diagnosis? { get }
}
