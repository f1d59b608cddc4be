import CRestorationSystem

/// What a page of the crash ledger says, in values.
extension LedgerPage {
    /// What one launch tells the next.
    package struct Sheet: Hashable, Sendable {
        /// During which the launch began; `nil` if that is not known.
        package var boot: BootIdentifier?
        /// The newest generation that was saved; 0 if none is known.
        package var saved: UInt64 = 0
        /// How many launches in a row did not come up.
        package var launches: UInt32 = 0
        /// How many launches in a row were bad when the restore began.
        package var endings: UInt32 = 0
        /// Whether a crash counts as one of the restore.
        package var isWindowOpen = false
        /// Oldest first. The oldest go when there are too many.
        package var suspects: [Suspect] = []

        package init(boot: BootIdentifier? = nil) { self.boot = boot }
    }

    /// An object that is left out, or in which the last launch ended.
    package struct Suspect: Hashable, Sendable {
        /// Digest of its path and class.
        package var object: UInt64
        /// Digest of the program and the plugin whose code ran.
        package var identity: UInt64
        /// Of the archive that was there when that was found.
        package var generation: UInt64
        /// When that was, in seconds since 1970.
        package var moment: Int64
        /// What was asked of it, with ``pluginStage`` if all objects of its plugin are meant.
        package var stage: UInt32
        /// Which signal was stamped, or ``hang``; 0 where nobody knows what ended the launch.
        package var signal: UInt32
        package var standing: Standing
        /// Whether the last launch ended in it.
        package var isLatest: Bool

        package init(
            object: UInt64,
            identity: UInt64,
            generation: UInt64 = 0,
            moment: Int64,
            stage: UInt32,
            signal: UInt32,
            standing: Standing,
            isLatest: Bool = false
        ) {
            self.object = object
            self.identity = identity
            self.generation = generation
            self.moment = moment
            self.stage = stage
            self.signal = signal
            self.standing = standing
            self.isLatest = isLatest
        }
    }

    /// What follows from a launch that ended in an object's code.
    package enum Standing: UInt16, Sendable {
        /// Nothing: it is only known.
        case noted
        /// It is left out of one launch.
        case deferred
        /// It was left out of one launch, and is tried again in the next one.
        case onTrial
        /// It is left out until something changes.
        case setAside
    }

    /// Stands for the signal of code that had hung.
    package static let hang = UInt32(RESTORATION_LEDGER_HANG)

    /// What stands in the place of an object's digest for the program's delegate, and for the whole
    /// archive. No object has a digest that small (`RecordID.smallestDigest`).
    package static let delegate: UInt64 = 1
    package static let everything: UInt64 = 2

    /// The most objects that can be set aside.
    package static let suspectLimit = RESTORATION_LEDGER_SUSPECTS

    /// Whose code was running.
    package struct Mark: Hashable, Sendable {
        /// The digest of the object's record, or of the plugin.
        package let place: UInt64
        package let stage: UInt32
        /// Digest of the program and the plugin.
        package let identity: UInt64
        /// Which signal came, if one was noted.
        package let signal: UInt32?
        /// The thread that it came to, if that was not the one that restores.
        package let strangeThread: UInt32?
        /// Whether the code had hung.
        package let isHung: Bool

        package init(
            place: UInt64,
            stage: UInt32,
            identity: UInt64,
            signal: UInt32?,
            strangeThread: UInt32?,
            isHung: Bool
        ) {
            self.place = place
            self.stage = stage
            self.identity = identity
            self.signal = signal
            self.strangeThread = strangeThread
            self.isHung = isHung
        }
    }

    /// How a launch left the mark.
    package enum MarkState: Hashable, Sendable {
        case nobody
        case running(Mark)
        /// It was just being written, or it is damaged.
        case torn
    }

    /// Added to the stage of a suspect with which all objects of its plugin are left out.
    package static let pluginStage: UInt32 = 0x200
}
