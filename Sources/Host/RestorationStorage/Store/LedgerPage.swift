import CRestorationSystem

extension LedgerPage {
    /// The information that one launch passes to the next.
    package struct Sheet: Hashable, Sendable {
        /// The boot during which the launch began; `nil` if unknown.
        package var boot: BootIdentifier?
        /// The newest saved generation; 0 if unknown.
        package var saved: UInt64 = 0
        /// The number of consecutive launches that ended while starting, including this one until
        /// it has started.
        package var launches: UInt32 = 0
        /// The number of consecutive launches before this one that crashed or hung, as of the start
        /// of the restore.
        package var endings: UInt32 = 0
        /// Whether the restoration window is open: a crash counts as a crash of the restore.
        package var isWindowOpen = false
        /// Oldest first. The oldest are dropped beyond ``suspectLimit``.
        package var suspects: [Suspect] = []

        package init(boot: BootIdentifier? = nil) { self.boot = boot }
    }

    /// An object that is left out, or whose code the last launch ended in.
    package struct Suspect: Hashable, Sendable {
        /// The digest of its path and class.
        package var object: UInt64
        /// The digest of the program and plugin whose code ran.
        package var identity: UInt64
        /// The generation that was current at the time.
        package var generation: UInt64
        /// The time of the finding, in seconds since 1970.
        package var moment: Int64
        /// The stage of the running call, plus ``pluginStage`` if all objects of its plugin are
        /// suspects.
        package var stage: UInt32
        /// The stamped signal, or ``hang``; 0 if the cause is unknown.
        package var signal: UInt32
        package var treatment: Treatment
        /// Whether the last launch ended in its code.
        package var isLatest: Bool

        package init(
            object: UInt64,
            identity: UInt64,
            generation: UInt64 = 0,
            moment: Int64,
            stage: UInt32,
            signal: UInt32,
            treatment: Treatment,
            isLatest: Bool = false
        ) {
            self.object = object
            self.identity = identity
            self.generation = generation
            self.moment = moment
            self.stage = stage
            self.signal = signal
            self.treatment = treatment
            self.isLatest = isLatest
        }
    }

    /// How launches treat a suspect after a launch has ended in its code.
    package enum Treatment: UInt16, Sendable {
        /// Launches restore it like any other object.
        case noted
        /// The next launch leaves it out.
        case deferred
        /// A launch has left it out, and the next one tries it again.
        case onTrial
        /// Launches leave it out until something changes.
        case setAside
    }

    /// The pseudo-signal of hung code.
    package static let hang = UInt32(RESTORATION_LEDGER_HANG)

    /// The digests that denote the program's delegate and the whole archive. No object has so small
    /// a digest (`RecordID.smallestDigest`).
    package static let delegate: UInt64 = 1
    package static let everything: UInt64 = 2

    /// The maximum number of suspects.
    package static let suspectLimit = RESTORATION_LEDGER_SUSPECTS

    package struct Mark: Hashable, Sendable {
        /// The digest of the object's record, or of the plugin.
        package let place: UInt64
        package let stage: UInt32
        /// The digest of the program and the plugin.
        package let identity: UInt64
        package let signal: UInt32?
        /// The thread that received the signal, unless it was the restoring thread.
        package let unregisteredThread: UInt32?
        package let isHung: Bool

        package init(
            place: UInt64,
            stage: UInt32,
            identity: UInt64,
            signal: UInt32?,
            unregisteredThread: UInt32?,
            isHung: Bool
        ) {
            self.place = place
            self.stage = stage
            self.identity = identity
            self.signal = signal
            self.unregisteredThread = unregisteredThread
            self.isHung = isHung
        }
    }

    /// The content of the ledger's mark, which names the running call.
    package enum MarkState: Hashable, Sendable {
        /// No call was running.
        case idle
        case running(Mark)
        /// The mark is unreadable: a write was interrupted, or the mark is damaged.
        case torn
    }

    /// Added to a suspect's stage if all objects of its plugin are left out.
    package static let pluginStage: UInt32 = 0x200
}
