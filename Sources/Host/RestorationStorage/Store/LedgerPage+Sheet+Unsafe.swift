import CRestorationSystem

extension LedgerPage.Sheet {
    init(_ raw: restoration_ledger_sheet) {
        boot = BootIdentifier(raw.boot.0, raw.boot.1)
        saved = raw.saved
        launches = raw.launches
        endings = raw.endings
        isWindowOpen = raw.is_window_open != 0
        // Invariant: in C, the tuple is an array of that many suspects.
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
        // Invariant: as above; `suspectLimit` is the length of the array.
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
        self.init(
            object: raw.object,
            identity: raw.identity,
            generation: raw.generation,
            moment: raw.moment,
            stage: UInt32(raw.stage),
            signal: UInt32(raw.signal),
            treatment: LedgerPage.Treatment(rawValue: raw.treatment) ?? .noted,
            isLatest: raw.is_latest != 0
        )
    }
}

extension restoration_ledger_suspect {
    fileprivate init(_ suspect: LedgerPage.Suspect) {
        self.init()
        object = suspect.object
        identity = suspect.identity
        generation = suspect.generation
        moment = suspect.moment
        stage = UInt16(clamping: suspect.stage)
        signal = UInt16(clamping: suspect.signal)
        treatment = suspect.treatment.rawValue
        is_latest = suspect.isLatest ? 1 : 0
    }
}
