package import RestorationCore

/// What has become of one record of the archive that was restored: whether there is an object for
/// it, and whose bytes the next save writes.
///
/// | state | object | the next save writes |
/// |---|---|---|
/// | pending | its turn is to come | – |
/// | found | is there, and has not decoded yet | – |
/// | live | has its state | what the object encodes |
/// | created | has no state: none was saved, or none is retained | what the object encodes |
/// | withheld | is there without its state | the record as it was |
/// | deferred | comes later, or takes its state later | the record as it was |
/// | unavailable | is not there, or was left out of its stack | the record as it was |
/// | ended | is not there, or is another record's | nothing |
///
/// `Docs/Architecture.md` has the events that lead from one state to another.
enum RecordState {
    case pending
    case found(Remark?)
    case live(Remark?)
    case created(Explanation)
    case withheld(Withheld)
    case deferred(Deferred)
    case unavailable(Retained)
    case ended(Explanation)
}

/// What there is to say about an object that has its state, or is about to be given it.
final class Remark {
    let diagnosis: Diagnosis
    /// Whether the state was rewritten, since an older version of the class had saved it.
    let isMigrated: Bool
    /// Whether it tells of a failure.
    let isFailure: Bool

    init(_ diagnosis: Diagnosis, isMigrated: Bool = false, isFailure: Bool = false) {
        self.diagnosis = diagnosis
        self.isMigrated = isMigrated
        self.isFailure = isFailure
    }
}

/// What became of an object of which nothing is retained, and why.
final class Explanation {
    let outcome: RestorationReport.Outcome
    let diagnosis: Diagnosis
    /// What that means for the objects below.
    let below: Below

    enum Below {
        /// They are looked for all the same.
        case looksForThem
        /// They are left out on purpose, too (REST-9).
        case leavesThemOut
        /// They are not looked for, and would be retained if anything was.
        case retainsThem
    }

    init(
        _ outcome: RestorationReport.Outcome,
        _ diagnosis: Diagnosis,
        below: Below = .looksForThem
    ) {
        self.outcome = outcome
        self.diagnosis = diagnosis
        self.below = below
    }
}

/// State that saves write back as it was.
package class Retained {
    package let kept: UnavailableObject
    /// The object that the state is retained for, or that was left out of a stack; `nil` where
    /// there is none, or it has been deallocated.
    package private(set) weak var object: (any Restorable)?
    /// Where that object is, or was.
    let address: ObjectIdentifier?
    /// Whose element it is; `nil` if it is none. When the element is deallocated, another one may
    /// come in its place.
    private(set) weak var owner: (any RestorableElementOwner)?
    let ownerAddress: ObjectIdentifier?
    /// Whether the program's own object was not looked for.
    let wasNotLookedUp: Bool

    init(
        _ kept: UnavailableObject,
        for object: (any Restorable)? = nil,
        of owner: (any RestorableElementOwner)? = nil
    ) {
        self.kept = kept
        self.object = object
        self.owner = owner
        address = object.map { ObjectIdentifier($0) }
        ownerAddress = owner.map { ObjectIdentifier($0) }
        wasNotLookedUp = kept.wasNotLookedUp
        (object as? any KnownByHandle)?.note(kept: kept)
    }
}

/// State that is retained for an object that is there, and could not be applied to it.
final class Withheld: Retained {
    /// Whether the object is of another type than the one that was saved, or an element of such:
    /// then the restore has placed it, and reports it as created.
    let isOfOtherType: Bool

    init(
        _ kept: UnavailableObject,
        for object: any Restorable,
        of owner: (any RestorableElementOwner)?,
        isOfOtherType: Bool = false
    ) {
        self.isOfOtherType = isOfOtherType
        super.init(kept, for: object, of: owner)
    }
}

/// State whose object, or which itself, comes later in this launch.
final class Deferred: Retained {
    let wait: Wait

    /// What has to happen before.
    enum Wait {
        /// The restoration class has said "not yet": its ticket tells when to ask again.
        case object(AwaitedObject)
        /// An object above it, or below it in its stack, comes first.
        case following
        /// The object has said that it cannot take its state yet.
        case state(DeferredDecoding)
        /// The owner has to load its elements. It may have done so, and lack this one.
        case element(isMissing: Bool)
    }

    init(
        _ kept: UnavailableObject,
        _ wait: Wait,
        for object: (any Restorable)? = nil,
        of owner: (any RestorableElementOwner)? = nil
    ) {
        self.wait = wait
        super.init(kept, for: object, of: owner)
    }
}

/// How an object that cannot take its state yet is given it.
struct DeferredDecoding {
    /// Says from any thread that the object can take its state; `nil` if nobody asked for it.
    var ticket: RestorationTicket?
    /// What the object encoded when it said so; `nil` where it could not be encoded. Then whatever
    /// the program says to have changed counts.
    var fingerprint: Fingerprint?
    /// Whether the program has said since that the object has changed. It has if it encodes
    /// something else than then: what it holds counts, and the state that waits is given up.
    var isInvalidated = false
    /// State of an older version, as the object's class has rewritten it.
    var migrated: Migrated?
    /// What there is to say about the object when it has its state.
    var remark: Remark?
    /// The keys, as the coder numbers them, that its creation asked for.
    var askedAtCreation: [UInt32] = []
}
