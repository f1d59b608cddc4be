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

/// The last launch, as the ledger was left.
struct LastLaunch {
    let sheet: LedgerPage.Sheet
    /// How many launches in a row did not come up.
    let failures: UInt32
    /// Whether the machine was started anew since; no, if that is not known.
    let isRestarted: Bool
    /// Whether it ended while a crash counted as one of the restore.
    let endedInWindow: Bool
    /// The call in which it ended, where that counts.
    private let mark: LedgerPage.Mark?

    init(_ page: LedgerPage) {
        sheet = page.sheet
        failures = sheet.launches
        let boot = BootIdentifier.current
        isRestarted = boot != nil && sheet.boot != nil && boot != sheet.boot
        endedInWindow = sheet.isWindowOpen
        // Without a stamp, a call outside the window is one in which a person has quit.
        mark =
            if case .running(let mark) = page.markState, LedgerStage(rawValue: mark.stage) != nil,
                endedInWindow || mark.signs != 0 || mark.stage != LedgerStage.call.rawValue
            { mark } else { nil }
    }

    /// Whether the whole archive is out, where one crash is enough for that (FAIL-2, FAIL-3).
    var condemnsArchive: Bool { endedInWindow || failures >= 2 }

    /// The call in which the launch ended, or `nil` if the launch was not bad.
    func end(in records: LedgerRecords, at moment: Int64 = 0) -> LedgerPage.Suspect? {
        guard mark != nil || endedInWindow else { return nil }
        let object = mark?.place ?? LedgerPage.everything
        return LedgerPage.Suspect(
            object: object,
            identity: mark?.identity ?? records.participants.identity(ofPlugin: nil),
            generation: records.generation,
            moment: moment,
            stage: mark?.stage ?? 0,
            signal: mark?.signs ?? 0,
            standing: .noted
        )
    }
}

extension LedgerPage {
    /// Lets objects be restored, and asked for their state, again.
    package func release(_ suspects: [Suspect], forgivesLastLaunch: Bool) {
        var sheet = sheet
        let released = Set(suspects.map(\.object))
        sheet.suspects.removeAll { released.contains($0.object) }
        if forgivesLastLaunch {
            (sheet.isWindowOpen, sheet.endings, sheet.launches) = (false, 0, 0)
            clearMark()
        }
        self.sheet = sheet
        synchronize()
    }
}

extension LedgerPage.Mark {
    /// The signal that the code's own thread got, or `LedgerPage.hang`; 0 where nothing is certain.
    /// A signal that another thread got says nothing about the code.
    fileprivate var signs: UInt32 {
        if let signal, strangeThread == nil { return signal }
        return isHung ? LedgerPage.hang : 0
    }
}
