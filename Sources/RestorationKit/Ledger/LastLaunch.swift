import RestorationCore
import RestorationEngine
import RestorationStorage

/// How the launch before this one has ended, as far as the crash ledger knows.
///
/// Semantic source: our own (FAIL-19).
public struct PreviousLaunch: Hashable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// What happened: a sentence without its full stop; `nil` where there is nothing to tell.
    public let problem: String?
    /// The plugin whose code was running; `nil` for none, and for the program's own.
    public let plugin: String?

    /// How a launch ends.
    public enum Ending: Hashable, Sendable {
        /// There is nothing to tell: it ended properly, or by a kill while nobody's code was being
        /// called; or it is not known.
        case ordinary
        /// By a fatal signal in code that was being called.
        case crash
        /// In code that had hung.
        case hang
        /// While it restored, or while an object was asked for its state, and nobody knows why: by
        /// a kill, a power loss or a call of `exit`.
        case interrupted
    }

    package init(ending: Ending, problem: String?, plugin: String?) {
        self.ending = ending
        self.problem = problem
        self.plugin = plugin
    }

    static let ordinary = PreviousLaunch(ending: .ordinary, problem: nil, plugin: nil)
}

/// The last launch, as the ledger was left.
struct LastLaunch {
    /// Whether it ended while a crash counted as one of the restore.
    let endedInWindow: Bool
    /// How many launches in a row did not come up.
    let failures: UInt32
    /// The call in which it ended, where that counts.
    let mark: LedgerPage.Mark?
    private(set) var sheet: LedgerPage.Sheet
    /// Whether the program wants everything tried again: nobody is blamed.
    private(set) var isForgiven = false

    init(_ page: LedgerPage) {
        sheet = page.sheet
        endedInWindow = sheet.isWindowOpen
        failures = sheet.launches
        mark =
            if case .running(let mark) = page.markState,
                endedInWindow || mark.signs != 0 || mark.knownStage?.kind != .other
            { mark } else { nil }
    }

    /// Whether the machine was started anew since; no, if that is not known.
    var isRestarted: Bool {
        guard let then = sheet.boot, let now = BootIdentifier.current else { return false }
        return then != now
    }

    /// Whether the whole archive is out, where one crash is enough for that (FAIL-2, FAIL-3).
    var condemnsArchive: Bool { endedInWindow || failures >= 2 }

    /// Forgets who is left out. Whose code it was is told, and has no consequences.
    mutating func forgive() {
        isForgiven = true
        sheet.endings = 0
        sheet.suspects = []
    }

    /// What happened: a sentence without its full stop; `nil` where there is nothing to tell.
    var problem: String? {
        guard let mark else {
            return endedInWindow ? CrashDescription.inNobodysCode : nil
        }
        return CrashDescription(stage: mark.stage, hasClass: nil)
            .ending(signal: mark.signs, isRestarted: isRestarted)
    }

    /// The same in public words.
    func described(_ participants: Participants) -> PreviousLaunch {
        guard let problem else { return .ordinary }
        let ending: PreviousLaunch.Ending =
            switch mark?.signs ?? 0 {
            case 0: .interrupted
            case LedgerPage.hang: .hang
            default: .crash
            }
        return PreviousLaunch(
            ending: ending,
            problem: problem,
            plugin: mark.flatMap { participants.party(of: $0.identity)?.plugin }
        )
    }
}

extension LedgerPage.Mark {
    var knownStage: LedgerStage? { LedgerStage(ofLedger: stage) }

    /// The signal that the code's own thread got, or `LedgerPage.hang`; 0 where nothing is certain.
    /// A signal that another thread got says nothing about the code.
    var signs: UInt32 {
        if let signal, strangeThread == nil { return signal }
        return isHung ? LedgerPage.hang : 0
    }

    /// Whether it names a record by its number in a generation of the archive. One that comes late
    /// it names by its digest, for records have been saved since, and have other numbers.
    var isNumbered: Bool {
        guard let stage = knownStage, stage.kind == .restore, stage != .delegate else {
            return false
        }
        return self.stage & LedgerPage.lateStage == 0
    }
}
