/// How the previous launch ended, according to the crash ledger.
///
/// Semantic source: our own (FAIL-19).
public struct PreviousLaunch: Hashable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// A sentence about the ending, without its full stop; `nil` for an ordinary one.
    public let problem: String?
    /// The plugin whose code was running; `nil` for none, and for the program's own.
    public let plugin: String?

    /// How a launch ends.
    public enum Ending: Hashable, Sendable {
        /// It ended properly, or was killed outside all recorded calls, or the ending is unknown.
        case ordinary
        /// A fatal signal in a recorded call.
        case crash
        /// A call that had hung.
        case hang
        /// During a restore, or while an object encoded, for an unknown reason: a kill, a power
        /// loss or `exit`.
        case interrupted
    }

    init(_ end: LedgerPage.Suspect?, plugin: String?) {
        ending =
            switch end?.signal {
            case nil: .ordinary
            case 0: .interrupted
            case LedgerPage.hang: .hang
            default: .crash
            }
        problem = end?.problem
        self.plugin = plugin
    }
}

/// The last launch, as the ledger recorded it.
struct LastLaunch {
    let sheet: LedgerPage.Sheet
    /// Whether the machine has restarted since; `false` if unknown.
    let isRestarted: Bool
    let endedInWindow: Bool
    /// The call in which it ended, if that counts.
    private let mark: LedgerPage.Mark?

    init(_ page: LedgerPage) {
        sheet = page.sheet
        let boot = BootIdentifier.current
        isRestarted = boot != nil && sheet.boot != nil && boot != sheet.boot
        endedInWindow = sheet.isWindowOpen
        // Without a stamp, a call outside the window ended because the user quit.
        mark =
            if case .running(let mark) = page.markState, LedgerStage(rawValue: mark.stage) != nil,
                endedInWindow || mark.recordedSignal != 0 || mark.stage != LedgerStage.call.rawValue
            { mark } else { nil }
    }

    /// Whether the whole archive is set aside, where one crash suffices for that (FAIL-2, FAIL-3).
    var setsArchiveAside: Bool { endedInWindow || sheet.launches >= 2 }

    /// The call in which the launch ended; `nil` if the launch was not bad.
    func end(in records: LedgerRecords, at moment: Int64 = 0) -> LedgerPage.Suspect? {
        guard mark != nil || endedInWindow else { return nil }
        return LedgerPage.Suspect(
            object: mark?.place ?? LedgerPage.everything,
            identity: mark?.identity ?? records.participants.identity(ofPlugin: nil),
            generation: records.generation,
            moment: moment,
            stage: mark?.stage ?? 0,
            signal: mark?.recordedSignal ?? 0,
            treatment: .noted
        )
    }
}

extension LedgerPage {
    /// Allows suspects to be restored and asked for their state again.
    package func release(_ suspects: [Suspect], disregardsLastLaunch: Bool) {
        var sheet = sheet
        let released = Set(suspects.map(\.object))
        sheet.suspects.removeAll { released.contains($0.object) }
        if disregardsLastLaunch {
            (sheet.isWindowOpen, sheet.endings, sheet.launches) = (false, 0, 0)
            clearMark()
        }
        self.sheet = sheet
        synchronize()
    }
}

extension LedgerPage.Mark {
    /// The signal on the code's own thread, or `LedgerPage.hang`; 0 if unknown. A signal on another
    /// thread says nothing about the code.
    fileprivate var recordedSignal: UInt32 {
        if let signal, unregisteredThread == nil { return signal }
        return isHung ? LedgerPage.hang : 0
    }
}
