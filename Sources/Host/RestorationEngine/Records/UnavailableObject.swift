public import RestorationCore

/// Stands for an object that could not be restored.
///
/// Every save writes the object's record back, with its values unchanged, until the object can be
/// restored: at a later launch, when the missing plugin is back or the failed class is fixed, or in
/// this launch, when awaited data arrives (``isAwaited``).
///
/// The record ends when no saved object references or contains it any more: its window is closed,
/// the member before it in a stack ends, or its parent stops encoding this stand-in. An object that
/// refers to a stand-in shows ``reason`` in its place, and encodes the reference like any other.
///
/// Belongs to the thread of its session.
public final class UnavailableObject: Restorable {
    /// Why the object is unavailable, and the remedy.
    public package(set) var reason: Diagnosis
    /// The object once it has arrived, even if its state was not applied.
    public package(set) var arrived: (any Restorable)?

    private let records: RecordSet
    private let row: Int

    init(of records: RecordSet, row: Int, reason: Diagnosis) {
        self.records = records
        self.row = row
        self.reason = reason
    }

    /// The object's path. Computed on demand: O(depth).
    public var path: RestorationPath { records.path(of: row)! }
    /// The name of the object's restoration class, if any.
    public var className: String? { records.kinds[records.rows[row].kind].className }
    /// The plugin of the class; `nil` for the host's own.
    public var pluginIdentifier: String? { records.kinds[records.rows[row].kind].plugin }
    /// Whether the object is expected in this launch: its restoration class, or that of one of its
    /// ancestors, said "not yet". Show a loading state rather than a failure.
    public var isAwaited: Bool { records.isAwaited(row) }

    /// The size of the record.
    package var sizeInBytes: Int { records.details(row)?.values?.section.bytes.count ?? 0 }

    package var identifier: RestorationIdentifier { records.identifier(row)! }

    func row(in set: RecordSet) -> Int? { records === set ? row : nil }
}

extension Restorable {
    /// This object, if it is a stand-in.
    @inline(__always)
    var asStandIn: UnavailableObject? {
        // The type is compared first, since a failed cast costs more, and nearly all fail.
        type(of: self) == UnavailableObject.self ? self as? UnavailableObject : nil
    }
}

extension UnavailableObject: RestorationStandIn {
    package var absence: Diagnosis { reason }
}

/// An object, such as a plugin's, that can give up its half-decoded instance when its state could
/// not be applied.
package protocol RestorationFailureObserving: AnyObject {
    func restorationDidFail(_ reason: Diagnosis)
    /// The reason for which the object gave up its instance, if it did. The program cannot have
    /// changed such an object.
    var failure: Diagnosis? { get }
}
