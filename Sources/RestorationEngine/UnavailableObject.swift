public import RestorationCore

/// Stands where an object could not be restored, and keeps what belongs to it.
///
/// Its record is written back at every save, its values byte for byte, until it can be restored again:
/// when the missing plugin returns, or the class that failed is mended. A container that finds one
/// among its references shows ``reason`` in its place, and encodes the reference like any other.
///
/// Belongs to the thread of its session.
public final class UnavailableObject: Restorable {
    /// Where the object belongs. Made when asked for: O(depth).
    public var path: RestorationPath { archive.path(of: record.path) }
    /// The name of its restoration class; `nil` if it had none.
    public let className: String?
    /// The plugin that the class comes from; `nil` for the host's own.
    public let pluginIdentifier: String?
    /// Why the object is not here, and what can be done about it.
    public let reason: Diagnosis

    /// The record as it was, with the archive whose tables its numbers mean.
    package let archive: ArchiveReader
    package let number: Int
    package let record: ArchiveRecord
    package let section: RetainedSection
    /// What its references meant, in their order; filled in when the restoration is complete.
    package var references: [RetainedReference] = []

    /// The object's own identifier.
    var identifier: RestorationIdentifier { archive.identifier(of: record.path) }

    package init(
        archive: ArchiveReader,
        record number: Int,
        section: RetainedSection,
        reason: Diagnosis
    ) {
        let record = archive.records[number]
        className = archive.string(record.className)
        pluginIdentifier = archive.string(record.plugin)
        self.reason = reason
        self.archive = archive
        self.number = number
        self.record = record
        self.section = section
    }
}

/// What a retained record refers to. Held strongly: the holder that could not be restored is the
/// only one who would have kept it, so that a restored child outlives its failed parent.
package struct RetainedReference {
    package let object: (any Restorable)?
    package init(_ object: (any Restorable)?) { self.object = object }
}

/// A live object whose state could not be applied, and the record that is kept for it: saves write
/// the record, until the program says that it has changed the object.
package struct HeldBackObject {
    package weak var object: (any Restorable)?
    package let kept: UnavailableObject
    /// Whether it is to be given the state once more.
    var isAwaited = false

    package init(_ object: any Restorable, kept: UnavailableObject) {
        self.object = object
        self.kept = kept
    }
}

/// A reference that an object was given as nil, since what is there is of another type. Saves write
/// it back, unless the object stores something of its own under the key.
package struct PassedOverReference {
    package weak var holder: (any Restorable)?
    package let key: String
    package let object: any Restorable

    package init(holder: any Restorable, key: String, object: any Restorable) {
        self.holder = holder
        self.key = key
        self.object = object
    }
}

/// An object that wants to know that its state could not be applied, such as a plugin's, which then
/// gives its half-decoded instance up.
package protocol RestorationFailureObserving: AnyObject {
    func restorationDidFail(_ reason: Diagnosis)
}
