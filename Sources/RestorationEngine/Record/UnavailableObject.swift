public import RestorationCore

/// Stands where an object could not be restored, and keeps what belongs to it.
///
/// Every save writes its record back, its values byte for byte, until the object can be restored:
/// at a later launch, when the missing plugin is back or the class that failed is mended, or in
/// this one, when the data arrives that it waits for (``isAwaited``). Or until the person closes
/// its place: its window, the page of a stack that it lay above, or this stand-in, to which nothing
/// refers any more. A container that finds one among its references shows ``reason`` in its place,
/// and encodes the reference like any other.
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
    public package(set) var reason: Diagnosis
    /// Whether it is on its way: its restoration class, or that of an object that has to come
    /// before it, has said "not yet". Show that something is being loaded, rather than that it
    /// failed.
    public package(set) var isAwaited = false
    /// The restored object, once it has arrived, even if its state was not applied. Held weakly.
    public package(set) weak var arrived: (any Restorable)?

    /// The record as it was, with the archive whose tables its numbers mean.
    package let archive: ArchiveReader
    package let number: Int
    package let record: ArchiveRecord
    package let section: RetainedSection
    /// What its references meant, in their order; filled in when the restoration is complete.
    package var references: [RetainedReference] = []

    /// Whether the program's own object was not looked for. When a save meets it, the record is
    /// kept for that object rather than superseded by it.
    package var wasNotLookedUp = false
    /// Its record in the archive that is being restored, which may not be the one that has it
    /// intact, and the node of its path there.
    var home: Int?
    package var homeNode: UInt32?
    /// What its object was below. When that has ended, this is saved only if something else is at
    /// the path of that, or refers to this.
    var holder: FormerHolder?
    /// What saves write of what the object holds that this is kept for, where that is there.
    var contents = RetainedContents.current
    /// Whether it waited for an element of an owner that has ended since.
    var wasNotLoaded = false
    /// Whether nothing has failed: its root was taken down, and the state is that of its last
    /// moment.
    var isDetached = false
    /// Whether the object has come, or its state was given up: this stands for nothing any more.
    var isSpent = false

    /// The object's own identifier.
    package var identifier: RestorationIdentifier { archive.identifier(of: record.path) }

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

    /// What saves write in place of this; `nil` as long as this is what they write back, be the
    /// object there or not.
    var successor: (any Restorable)? { isSpent ? arrived : nil }

    /// The object has come: whatever refers to this one refers to it from now on.
    func end(replacedBy object: any Restorable) {
        arrived = object
        isSpent = true
    }
}

extension UnavailableObject: RestorationStandIn {
    package var absence: Diagnosis { reason }
}

/// What was there, above an object that is not, when the restore returned.
package struct FormerHolder {
    package private(set) weak var object: (any Restorable)?
    /// Its record in the archive that was restored.
    let record: Int
    /// How far above it is: 1 is the parent.
    let steps: Int

    init(_ object: (any Restorable)?, record: Int, steps: Int = 0) {
        self.object = object
        self.record = record
        self.steps = steps
    }

    var oneStepFurther: Self { Self(object, record: record, steps: steps + 1) }
}

/// An object that is not kept alive.
struct WeakObject {
    private(set) weak var object: (any Restorable)?
    init(_ object: (any Restorable)?) { self.object = object }
}

/// What a retained record refers to. Held strongly: the holder that could not be restored is the
/// only one who would have kept it, so that a restored child outlives its failed parent.
package struct RetainedReference {
    package let object: (any Restorable)?
    package init(_ object: (any Restorable)?) { self.object = object }
}

/// An object that others know by something that keeps nobody alive, such as a plugin's handle. When
/// it has ended, they know what is kept for it.
package protocol KnownByHandle: AnyObject {
    func note(kept: UnavailableObject)
}

/// A reference that an object was given as nil, since what is there is of another type. Saves write
/// it back, unless the object stores something of its own under the key.
package struct PassedOverReference {
    package weak var holder: (any Restorable)?
    package let key: String
    package let object: any Restorable

    /// - Parameter holder: `nil` for the application's own record.
    package init(holder: (any Restorable)?, key: String, object: any Restorable) {
        self.holder = holder
        self.key = key
        self.object = object
    }
}

/// An object that wants to know that its state could not be applied, such as a plugin's, which then
/// gives its half-decoded instance up.
package protocol RestorationFailureObserving: AnyObject {
    func restorationDidFail(_ reason: Diagnosis)
    /// Why it has given up what it held, so that nobody can have changed that.
    var failure: Diagnosis? { get }
}
