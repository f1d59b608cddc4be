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
    let mark: LedgerPage.MarkState
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
        if isGood { sheet.suspects = sheet.suspects.map(\.afterGoodLaunch) }
    }

    /// Whether the program came up, and did not end in code that is to blame.
    private var isGood: Bool {
        guard failures == 0, !endedInWindow else { return false }
        guard case .running(let mark) = mark else { return true }
        return mark.blame == nil
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
    /// Whose code it crashed or hung in outside of a restore.
    var crashOutsideRestore: LedgerPage.Mark? {
        guard case .running(let mark) = mark, !mark.isOfRestore, mark.blame != nil
        else { return nil }
        return mark
    }

    /// Whose code ran when it ended in a save, and nobody knows why.
    var unexplainedEndInSave: LedgerPage.Mark? {
        guard !endedInWindow, case .running(let mark) = mark, mark.blame == nil,
            let stage = LedgerStage(ofLedger: mark.stage), stage.isUnseen, stage != .convert
        else { return nil }
        return mark
    }

    /// Whose code ran when the launch ended; `nil` for nobody's that is known.
    ///
    /// - Parameter generation: That of the archive that is there. The numbers of another one's
    ///   records mean nothing in it.
    func mark(in generation: UInt64?) -> LedgerPage.Mark? {
        guard case .running(let mark) = mark, mark.isOfRecord else { return nil }
        return mark.isNumbered && mark.generation != generation ? nil : mark
    }
}

extension LedgerPage.Suspect {
    /// How many good launches make a crash count no longer against a class or a plugin.
    static let fadingLimit = 10

    /// Whether it counts against its class and its plugin.
    var isStrike: Bool {
        if case .crash(_, let launches) = evidence { return launches < Self.fadingLimit }
        return false
    }

    fileprivate var afterGoodLaunch: LedgerPage.Suspect {
        guard case .crash(let signal, let launches) = evidence else { return self }
        var suspect = self
        suspect.evidence = .crash(signal: signal, goodLaunches: launches + 1)
        return suspect
    }
}

extension LedgerPage.Mark {
    /// What is certain of how the code ended: the signal that its own thread got,
    /// `LedgerPage.hang`, or `LedgerPage.exit` in a save or a converter. A signal that another
    /// thread got says nothing about it.
    var blame: UInt32? {
        if let signal, strangeThread == nil, !hasExited || isUnseen { return signal }
        return isHung ? LedgerPage.hang : nil
    }

    /// Whether the code has called `exit`. Only in a save or a converter is it to blame for that:
    /// an object that is created, or one of whose methods is called, may show a dialog in which a
    /// person quits.
    var hasExited: Bool { signal == LedgerPage.exit && strangeThread == nil }

    private var isUnseen: Bool { LedgerStage(ofLedger: stage)?.isUnseen ?? false }

    /// Whether it names a record by its number in a generation of the archive.
    var isNumbered: Bool {
        isOfRecord && !isDelegate && stage & LedgerPage.lateStage == 0
    }

    var isDelegate: Bool { LedgerStage(ofLedger: stage) == .delegate }
    /// Whether the code ran for a restore.
    var isOfRestore: Bool { LedgerStage(ofLedger: stage)?.isOfRestore ?? true }
    /// Whether it ran for a record of a restore: a converter does, too, which no object is asked
    /// for.
    var isOfRecord: Bool { isOfRestore || LedgerStage(ofLedger: stage) == .convert }
}
