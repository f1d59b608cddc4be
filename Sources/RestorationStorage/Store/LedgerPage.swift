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
        /// How many launches in a row ended while a crash counted as one of the restore, as far as
        /// it was known when the restore began.
        package var endings: UInt32 = 0
        /// Whether a crash counts as one of the restore.
        package var isWindowOpen = false
        /// Oldest first. The oldest go when there are too many.
        package var suspects: [Suspect] = []

        package init(boot: BootIdentifier? = nil) { self.boot = boot }
    }

    /// An object that is set aside or deferred, or in which the last launch ended.
    package struct Suspect: Hashable, Sendable {
        /// Digest of its path and class.
        package var object: UInt64
        /// Digest of the program and the plugin whose code ran.
        package var identity: UInt64
        /// When that was found, in seconds since 1970; never before the archive was saved that was
        /// there.
        package var moment: Int64
        /// What was asked of it, with ``lateStage`` if it came late, and ``pluginStage``.
        package var stage: UInt32
        package var evidence: Evidence

        package init(
            object: UInt64,
            identity: UInt64,
            moment: Int64,
            stage: UInt32,
            evidence: Evidence
        ) {
            self.object = object
            self.identity = identity
            self.moment = moment
            self.stage = stage
            self.evidence = evidence
        }
    }

    /// What is held against an object.
    package enum Evidence: Hashable, Sendable {
        /// A fatal signal was stamped while its code ran: it is set aside. ``hang`` stands for a
        /// signal where the launch ended in code that had hung, ``exit`` where the code itself has
        /// ended it in a save, and ``unexplained`` where its plugin has ended two launches while it
        /// was being loaded.
        case crash(signal: UInt32, goodLaunches: Int = 0)
        /// That many launches ended while its code ran, and nothing says why: it is deferred for
        /// that many launches, and then tried again.
        case ends(Int, deferredFor: Int)
    }

    /// Stands for the signal of code that had hung.
    package static let hang = UInt32(RESTORATION_LEDGER_HANG)
    /// Stands for the signal of code that has called `exit`.
    package static let exit = UInt32(RESTORATION_LEDGER_EXIT)
    /// Stands for the signal of two launches that ended without one.
    package static let unexplained = UInt32(RESTORATION_LEDGER_UNEXPLAINED)

    /// What stands in the place of an object's digest for the program's delegate, and for the whole
    /// archive. No object has a digest that small (`ObjectDigests.smallest`).
    package static let delegate: UInt64 = 1
    package static let everything: UInt64 = 2

    /// The most objects that can be set aside.
    package static let suspectLimit = RESTORATION_LEDGER_SUSPECTS

    /// Whose code was running.
    package struct Mark: Hashable, Sendable {
        /// The archive's.
        package let generation: UInt64
        /// Its number in that archive.
        package let record: Int
        package let stage: UInt32
        /// Digest of the program and the plugin.
        package let identity: UInt64
        /// Which signal came, if one was noted; ``exit`` if the code has called that.
        package let signal: UInt32?
        /// The thread that it came to, if that was not the one that restores.
        package let strangeThread: UInt32?
        /// Whether the code had hung.
        package let isHung: Bool

        package init(
            generation: UInt64,
            record: Int,
            stage: UInt32,
            identity: UInt64,
            signal: UInt32?,
            strangeThread: UInt32?,
            isHung: Bool
        ) {
            self.generation = generation
            self.record = record
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

    /// Added to the stage of an object that comes late, of which `generation` is the digest.
    package static let lateStage: UInt32 = 0x100
    /// Added to the stage of a suspect with which all objects of its plugin are left out.
    package static let pluginStage: UInt32 = 0x200
}
