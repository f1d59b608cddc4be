import RestorationEngine
import RestorationStorage

/// How the last launch ended, as the ledger was left.
struct LastLaunch {
    /// Whether it ended while a crash counted as one of the restore.
    let endedInWindow: Bool
    /// How many launches in a row did not come up.
    let failures: UInt32
    /// How many launches in a row ended so, with the last one.
    private(set) var endings: UInt32
    private let mark: LedgerPage.MarkState
    private(set) var sheet: LedgerPage.Sheet
    /// Whether the program wants everything tried again: nobody is blamed.
    private(set) var isForgiven = false
    /// Whether the machine was started anew since; no, if that is not known.
    var isRestarted: Bool {
        guard let then = sheet.boot, let now = BootIdentifier.current else { return false }
        return then != now
    }

    init(_ page: LedgerPage) {
        sheet = page.sheet
        endedInWindow = sheet.isWindowOpen
        failures = sheet.launches
        // More than a few are as many as any.
        endings = endedInWindow ? min(sheet.endings, 1000) + 1 : 0
        mark = page.markState
    }

    /// Whether the whole archive is out, where one crash is enough for that (FAIL-2, FAIL-3).
    var condemnsArchive: Bool { endedInWindow || failures >= 2 }

    /// Forgets who is set aside. Whose code it was is told, and has no consequences.
    mutating func forgive() {
        isForgiven = true
        endings = 0
        sheet.suspects = []
    }
}

extension LastLaunch {
    /// Whose code it crashed in outside of a restore. A stamp by another thread says nothing about
    /// that code.
    var crashOutsideRestore: LedgerPage.Mark? {
        guard case .running(let mark) = mark, !mark.isOfRestore, mark.signal != nil,
            mark.strangeThread == nil
        else { return nil }
        return mark
    }

    /// Whose code ran when the launch ended; `nil` for nobody's that is known.
    ///
    /// - Parameter generation: That of the archive that is there. The numbers of another one's
    ///   records mean nothing in it.
    func mark(in generation: UInt64?) -> LedgerPage.Mark? {
        guard case .running(let mark) = mark, mark.isOfRestore else { return nil }
        let isNumber = !mark.isDelegate && mark.stage & LedgerPage.lateStage == 0
        return isNumber && mark.generation != generation ? nil : mark
    }
}

extension LedgerPage.Mark {
    var isDelegate: Bool { LedgerStage(ofLedger: stage) == .delegate }
    /// Whether the code ran for a restore.
    fileprivate var isOfRestore: Bool { LedgerStage(ofLedger: stage)?.isOfRestore ?? true }
}
