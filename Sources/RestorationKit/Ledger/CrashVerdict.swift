import RestorationCore
import RestorationEngine
import RestorationStorage

/// How the last launch ended, as the ledger was left.
struct LastLaunch {
    /// Whether it ended while a crash counted as one of the restore.
    let endedInWindow: Bool
    /// How many launches in a row did not come up.
    let failures: UInt32
    /// How many launches in a row ended so, with the last one.
    private(set) var endings: Int
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
        endedInWindow = page.isWindowOpen
        failures = page.launches
        endings = endedInWindow ? page.endings + 1 : 0
        mark = page.markState
        sheet = page.sheet
    }

    /// Forgets who is set aside. Whose code it was is told, and has no consequences.
    mutating func forgive() {
        isForgiven = true
        endings = 0
        sheet = LedgerPage.Sheet(boot: sheet.boot)
    }
}

extension LastLaunch {
    /// Whose code ran when the launch ended; `nil` for nobody's that is known.
    ///
    /// - Parameter generation: That of the archive that is there. The numbers of another one's
    ///   records mean nothing in it.
    func mark(in generation: UInt64?) -> LedgerPage.Mark? {
        guard case .running(let mark) = mark else { return nil }
        let isNumber = !mark.isDelegate && mark.stage & LedgerPage.lateStage == 0
        return isNumber && mark.generation != generation ? nil : mark
    }

    /// Why leaving objects out does not help, and nothing of the archive is restored (FAIL-13).
    ///
    /// - Parameter program: Digest of this program.
    func condemnation(generation: UInt64?, program: UInt64) -> Diagnosis? {
        guard endedInWindow, !isForgiven else { return nil }
        if endings >= Self.endingLimit {
            return Self.condemnation("\(endings) launches in a row ended while they restored it")
        }
        guard let mark = mark(in: generation) else {
            return sheet.doubted == LedgerPage.nobody
                ? Self.condemnation(
                    "Two launches in a row ended while they restored it, in nobody's code"
                ) : nil
        }
        // It crashed in spite of having been given none of its state.
        let isSetAside = sheet.suspects.contains {
            $0.object == LedgerPage.delegate && $0.identity == program
        }
        return mark.isDelegate && mark.identity == program && isSetAside
            ? Self.condemnation(
                "The program ended in its delegate, which had been given none of its state"
            ) : nil
    }

    /// How many launches may end over one archive: what one object is to blame for is mended by the
    /// next launch, and two of them are bad luck.
    private static let endingLimit = 3

    private static func condemnation(_ problem: String) -> Diagnosis {
        Diagnosis(
            problem: problem,
            remedy: "To have it back, quit the program and run restorectl archive reinstate."
        )
    }
}

extension LedgerPage.Mark {
    var isDelegate: Bool {
        stage & ~LedgerPage.lateStage == RestorationStep.Stage.delegate.ledgerNumber
    }
}

/// What follows for this launch from how the last one ended. Decided in values: nothing is touched.
///
/// | the mark | the object, or the delegate |
/// |---|---|
/// | is stamped by the thread that restored | is set aside |
/// | is not, or by another thread | is doubted; the second time in a row it is set aside |
/// | names nobody or another archive, or is torn | nobody is doubted; next time the archive |
///
/// A delegate that is set aside is given none of the application's own record. An object stays set
/// aside while its record is there, the program has not saved it anew, and program and plugin are
/// those that crashed.
struct CrashVerdict {
    /// The objects that are set aside, by their record numbers.
    private(set) var refusals: [Int: Refusal] = [:]
    private(set) var suspects: [LedgerPage.Suspect] = []
    private(set) var doubted: UInt64?
    /// What the report and the log say.
    private(set) var notes: [Diagnosis] = []

    struct Refusal {
        let suspect: LedgerPage.Suspect
        let reason: Diagnosis
        /// Whether a class made the object: then nothing of it is wanted, and not only its state.
        let hasClass: Bool
    }

    private let archive: ArchiveReader
    private let digests: ObjectDigests
    private let last: LastLaunch
    private let now: Int64
    private let wayBack: String

    init(
        on last: LastLaunch,
        restoring archive: ArchiveReader,
        generation: UInt64,
        salt: UInt64,
        participants: Participants,
        now: Int64,
        wayBack: String
    ) {
        self.archive = archive
        self.last = last
        self.now = now
        self.wayBack = wayBack
        digests = ObjectDigests(archive, salt: salt)
        suspects = last.sheet.suspects
        if last.endedInWindow { judge(generation) }
        refuse(participants)
    }

    // MARK: The last launch

    private mutating func judge(_ generation: UInt64) {
        guard let mark = last.mark(in: generation), let number = record(of: mark) else {
            if !last.isForgiven { doubted = LedgerPage.nobody }
            notes.append(
                Diagnosis(
                    problem: "The last launch ended while it restored, in the code of no object",
                    remedy: last.isForgiven
                        ? Self.asAsked
                        : "It was tried again. If that ends the program once more, all that is"
                            + " saved is set aside."
                )
            )
            return
        }
        let object = number == 0 ? LedgerPage.delegate : digests.digest(ofRecord: number)
        let stage = mark.stage & ~LedgerPage.lateStage
        let isCertain = mark.signal != nil && mark.strangeThread == nil
        let place = number == 0 ? nil : "\(archive.path(of: archive.records[number].path))"
        let story = CrashStory(
            stage: stage,
            signal: mark.signal,
            hasClass: hasClass(number)
        )
        if last.isForgiven {
            let problem = isCertain ? story.problem : story.doubt(isRestarted: last.isRestarted)
            notes.append(Diagnosis(problem: problem, place: place, remedy: Self.asAsked))
            return
        }
        guard isCertain || last.sheet.doubted == object else {
            doubted = object
            notes.append(
                Diagnosis(
                    problem: story.doubt(isRestarted: last.isRestarted),
                    place: place,
                    remedy:
                        "It was tried again. If that ends the program once more, it is set aside."
                )
            )
            return
        }
        suspects.removeAll { $0.object == object }
        suspects.append(
            LedgerPage.Suspect(
                object: object,
                identity: mark.identity,
                // Were the clock set back, an archive of before would look as if it came after.
                moment: max(now, archive.info.timestamp.seconds),
                stage: stage,
                signal: isCertain ? mark.signal ?? 0 : 0
            )
        )
    }

    /// The record of the object whose code ran; 0 for the delegate. One that came late is found by
    /// its digest: records have been saved since, and have other numbers.
    private func record(of mark: LedgerPage.Mark) -> Int? {
        if mark.isDelegate { return 0 }
        if mark.stage & LedgerPage.lateStage != 0 {
            return digests.records(with: [mark.generation])[mark.generation]
        }
        guard archive.records.indices.contains(mark.record),
            archive.records[mark.record].path != ArchiveRecord.none
        else { return nil }
        return mark.record
    }

    private static let asAsked = "It was tried again, as the program has asked."
    private static let toldNothing = "; none of the application's own state is given to it"

    // MARK: This launch

    private mutating func refuse(_ participants: Participants) {
        var records = digests.records(with: Set(suspects.map(\.object)))
        if !archive.records.isEmpty { records[LedgerPage.delegate] = 0 }
        suspects = suspects.filter { suspect in
            guard let number = records[suspect.object], !hasOtherState(number, than: suspect)
            else { return false }
            let plugin = archive.string(archive.records[number].plugin)
            return suspect.identity == participants.identity(ofPlugin: plugin)
        }
        for suspect in suspects.suffix(LedgerPage.suspectLimit) {
            guard let number = records[suspect.object] else { continue }
            let plugin = archive.string(archive.records[number].plugin)
            let hasClass = hasClass(number)
            let story = CrashStory(suspect, hasClass: hasClass)
            refusals[number] = Refusal(
                suspect: suspect,
                reason: Diagnosis(
                    problem: story.problem + (number == 0 ? Self.toldNothing : ""),
                    place: participants.file(ofPlugin: plugin),
                    advice: "",
                    outlook: CrashStory.outlook(plugin: plugin, wayBack: wayBack)
                ),
                hasClass: hasClass
            )
        }
    }

    /// Whether the program has saved an object anew since it is set aside: the session releases
    /// such an object when it hears of the save's end, unless the program is killed before.
    ///
    /// What is kept for an object is marked so, whatever the object holds beside it. The
    /// application's own record is not, and never saved anew while it is kept from the delegate.
    private func hasOtherState(_ number: Int, than suspect: LedgerPage.Suspect) -> Bool {
        number != 0 && archive.records[number].flags.isDisjoint(with: [.isRetained, .isEmpty])
            && archive.info.timestamp.seconds > suspect.moment
    }

    /// Whether a restoration class makes the object of a record.
    private func hasClass(_ number: Int) -> Bool {
        number != 0 && archive.records[number].className != ArchiveRecord.none
    }
}
