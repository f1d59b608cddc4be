import CRestorationSystem

/// What a page says, as the file has it.
extension LedgerPage.Sheet {
    init(_ raw: restoration_ledger_sheet) {
        boot = BootIdentifier(raw.boot.0, raw.boot.1)
        saved = raw.saved
        launches = raw.launches
        endings = raw.endings
        isWindowOpen = raw.is_window_open != 0
        // Invariant: the tuple is an array of that many suspects in C.
        suspects = unsafe withUnsafeBytes(of: raw.suspects) { bytes in
            unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
                .filter { $0.object != 0 }.map(LedgerPage.Suspect.init)
        }
    }
}

extension restoration_ledger_sheet {
    init(_ sheet: LedgerPage.Sheet) {
        self.init()
        boot = (sheet.boot?.high ?? 0, sheet.boot?.low ?? 0)
        saved = sheet.saved
        launches = sheet.launches
        endings = sheet.endings
        is_window_open = sheet.isWindowOpen ? 1 : 0
        // Invariant: as above; no more are written than there is room for.
        unsafe withUnsafeMutableBytes(of: &suspects) { bytes in
            let places = unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
            let newest = sheet.suspects.suffix(LedgerPage.suspectLimit)
            for (place, suspect) in newest.enumerated() {
                unsafe places[place] = restoration_ledger_suspect(suspect)
            }
        }
    }
}

extension LedgerPage.Suspect {
    fileprivate init(_ raw: restoration_ledger_suspect) {
        let evidence: LedgerPage.Evidence =
            raw.signal != 0
            ? .crash(signal: UInt32(raw.signal), goodLaunches: Int(raw.ends))
            : .ends(Int(raw.ends), deferredFor: Int(raw.launches))
        self.init(
            object: raw.object,
            identity: raw.identity,
            moment: raw.moment,
            stage: UInt32(raw.stage),
            evidence: evidence
        )
    }
}

extension restoration_ledger_suspect {
    fileprivate init(_ suspect: LedgerPage.Suspect) {
        self.init()
        object = suspect.object
        identity = suspect.identity
        moment = suspect.moment
        stage = UInt16(clamping: suspect.stage)
        switch suspect.evidence {
        case .crash(let number, let launches):
            signal = UInt16(clamping: number)
            ends = UInt16(clamping: launches)
        case .ends(let count, let launches):
            ends = UInt16(clamping: count)
            self.launches = UInt16(clamping: launches)
        }
    }
}
