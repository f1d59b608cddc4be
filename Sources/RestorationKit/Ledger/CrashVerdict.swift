import RestorationCore
import RestorationEngine
import RestorationPlugins
import RestorationStorage

/// What follows for this launch from how the last one ended. Decided in values: nothing is touched.
///
/// | the mark | the object, or the delegate |
/// |---|---|
/// | is stamped by the thread that restored, with a signal | is set aside |
/// | is not, with `exit`, or by another thread | is tried again, and deferred the second time |
/// | the same, in a load of its plugin | is deferred for a launch, and set aside the second time |
/// | names nobody or another archive, or is torn | the same for everything together |
///
/// A delegate that is left out is given none of the application's own record. An object stays left
/// out while its record is there, the program has not saved it anew, and program and plugin are
/// those that ran. With one that ended while its plugin was being loaded, all objects of that
/// plugin are left out; and so they are where two of them have crashed in a row.
///
/// Where leaving objects out does not help, everything is retained for one launch.
struct CrashVerdict {
    /// The objects that are left out, by their record numbers.
    private(set) var refusals: [Int: Refusal] = [:]
    /// Why everything is retained in this launch.
    private(set) var objection: Diagnosis?
    /// Why converters of a plugin are not asked, by the plugin.
    let withheldConverters: [String: Diagnosis]
    /// The objects that are tried again although launches ended in them.
    private(set) var trials: [Trial] = []
    /// What the next launch is told.
    private(set) var suspects: [LedgerPage.Suspect] = []
    /// What the report and the log say.
    private(set) var notes: [Diagnosis] = []

    struct Refusal {
        let suspect: LedgerPage.Suspect
        let reason: Diagnosis
        /// Whether a class made the object: then nothing of it is wanted, and not only its state.
        let hasClass: Bool
        /// Whether the object is the suspect itself, and not another one of its plugin.
        let isSuspect: Bool

        /// Whether the object is neither made nor looked for. Of any other, only the state is
        /// withheld from it: it is the program's own, and more than itself may hang on it.
        var isWhole: Bool {
            hasClass || LedgerStage(ofLedger: suspect.stage) == .create
        }
    }

    struct Trial {
        let object: UInt64
        let record: Int
        /// In what the launches ended, as the ledger has it: a converter runs while the object is
        /// created.
        let stage: UInt32

        init(_ suspect: LedgerPage.Suspect, record: Int) {
            object = suspect.object
            self.record = record
            stage =
                LedgerStage(ofLedger: suspect.stage) == .convert
                ? LedgerStage.create.rawValue | suspect.stage & LedgerPage.lateStage
                : suspect.stage
        }
    }

    private let archive: ArchiveReader
    private let digests: ObjectDigests
    private let last: LastLaunch
    private let participants: Participants
    private let acting: ActingClasses
    private let now: Int64
    private let wayBack: String

    init(_ evidence: LedgerEvidence, restoring archive: ArchiveReader, generation: UInt64) {
        self.archive = archive
        last = evidence.last
        participants = evidence.participants
        acting = participants.actingClasses()
        now = evidence.now
        wayBack = evidence.wayBack
        digests = ObjectDigests(archive, salt: evidence.salt)
        let calls = CallVerdict(evidence)
        withheldConverters = calls.withheldConverters
        suspects = last.sheet.suspects.filter(\.isOfRestore)
        if last.endedInWindow, last.crashOutsideRestore == nil { judge(generation) }
        refuse()
        let strikes = suspects + calls.suspects
        refuse(
            Strikes(strikes, SuspectNames(strikes, archive, salt: evidence.salt, acting)) {
                [participants] in
                participants.party(of: $0.identity)?.plugin
            }
        )
        countDown()
    }

    // MARK: The last launch

    private mutating func judge(_ generation: UInt64) {
        guard let mark = last.mark(in: generation), let number = record(of: mark) else {
            return judgeEndInNobodysCode()
        }
        let object = number == 0 ? LedgerPage.delegate : digests.digest(ofRecord: number)
        let signal = mark.blame
        let place = number == 0 ? nil : "\(archive.path(of: archive.records[number].path))"
        let description = CrashDescription(stage: mark.stage, hasClass: hasClass(number))
        if last.isForgiven {
            let problem =
                signal.map(description.crash)
                ?? description.end(hasExited: mark.hasExited, isRestarted: last.isRestarted)
            notes.append(Diagnosis(problem: problem, place: place, remedy: Self.asAsked))
            return
        }
        let former = suspects.first { $0.object == object }
        var isTriedAgain = false
        let plugin = plugin(of: number)
        if let signal, !participants.areThose(of: mark.identity, plugin: plugin) {
            notes.append(description.crashBeforeExchange(signal: signal, place: place))
        } else if let signal {
            let isPlugin = plugin != nil && followsCrash(of: mark.identity)
            let scope = isPlugin ? LedgerPage.pluginStage : 0
            accuse(object, mark.identity, mark.stage | scope, .crash(signal: signal))
        } else if former?.isCrash != true {
            let ends = (former?.unexplainedEnds ?? 0) + 1
            let evidence = Self.evidence(ofEnds: ends, in: mark.stage)
            accuse(object, mark.identity, mark.stage, evidence)
            isTriedAgain = evidence == .ends(ends, deferredFor: 0)
        }
        if object == LedgerPage.delegate, former?.isCrash == true {
            retainEverything(
                because:
                    "The program ended in its delegate, which had been given none of its state"
            )
        } else if !retainEverythingIfNeeded(), isTriedAgain {
            let problem =
                description.end(hasExited: mark.hasExited, isRestarted: last.isRestarted)
            notes.append(Diagnosis(problem: problem, place: place, remedy: Self.oneMore))
        }
    }

    /// What follows from so many launches that ended in an object's code without a stamp.
    ///
    /// A library is not tried again at once: nothing has come of the launch, and what ends a
    /// process on purpose while it is loaded does so each time.
    private static func evidence(ofEnds ends: Int, in stage: UInt32) -> LedgerPage.Evidence {
        switch (LedgerStage(ofLedger: stage), ends) {
        case (.load, 1): .ends(1, deferredFor: 1)
        case (.load, _): .crash(signal: LedgerPage.unexplained)
        case (_, 1): .ends(1, deferredFor: 0)
        default: .ends(ends, deferredFor: 1 << min(ends - 2, longestDeferral))
        }
    }

    private mutating func judgeEndInNobodysCode() {
        let problem = "The last launch ended while it restored, in the code of no object"
        if last.isForgiven {
            notes.append(Diagnosis(problem: problem, remedy: Self.asAsked))
        } else if endsOverEverything == 1 {
            retainEverything(
                because: "Two launches in a row ended while they restored, in nobody's code"
            )
        } else if !retainEverythingIfNeeded() {
            accuseEverything(.ends(1, deferredFor: 0))
            notes.append(
                Diagnosis(
                    problem: problem,
                    remedy: "It was tried again. If that ends the program once more, the launch"
                        + " after it retains all that is saved, and restores none of it."
                )
            )
        }
    }

    /// Where leaving objects out does not help: too many launches have ended in a row, or one after
    /// everything was retained.
    private mutating func retainEverythingIfNeeded() -> Bool {
        guard last.endings >= Self.endingLimit || endsOverEverything > 1 else { return false }
        retainEverything(
            because: last.endings == 1
                ? "The last launch ended while it restored, and so did those before it"
                : "\(last.endings) launches in a row ended while they restored"
        )
        return true
    }

    private mutating func retainEverything(because problem: String) {
        // Should the launch after this one end, too, everything is retained once more.
        accuseEverything(.ends(max(endsOverEverything + 1, 2), deferredFor: 1))
        objection = Diagnosis(
            problem: problem,
            advice: "",
            outlook: "All that is saved is retained in this launch. The next one tries it again:"
                + " quit the program and start it to have that now."
        )
    }

    private var endsOverEverything: Int {
        suspects.first { $0.object == LedgerPage.everything }?.unexplainedEnds ?? 0
    }

    private mutating func accuseEverything(_ evidence: LedgerPage.Evidence) {
        accuse(LedgerPage.everything, participants.identity(ofPlugin: nil), 0, evidence)
    }

    private mutating func accuse(
        _ object: UInt64,
        _ identity: UInt64,
        _ stage: UInt32,
        _ evidence: LedgerPage.Evidence
    ) {
        suspects.removeAll { $0.object == object }
        suspects.append(
            LedgerPage.Suspect(
                object: object,
                identity: identity,
                // Were the clock set back, an archive of before would look as if it came after.
                moment: max(now, archive.info.timestamp.seconds),
                stage: stage,
                evidence: evidence
            )
        )
    }

    /// Whether the launch before the last one crashed, too, in code of the same plugin.
    private func followsCrash(of identity: UInt64) -> Bool {
        guard last.endings > 1, let former = suspects.last else { return false }
        return former.isCrash && former.identity == identity
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

    /// How many launches in a row may end: what one object is to blame for is mended by the next
    /// launch, and two of them are bad luck.
    private static let endingLimit = 3
    /// As a power of two, for how many launches an object is deferred at the most.
    private static let longestDeferral = 2

    private static let asAsked = "It was tried again, as the program has asked."
    private static let oneMore =
        "It was tried again. If that ends the program once more, it is deferred for a launch."
    private static let toldNothing = "; none of the application's own state is given to it"

    // MARK: This launch

    private mutating func refuse() {
        var records = digests.records(with: Set(suspects.map(\.object)))
        if !archive.records.isEmpty { records[LedgerPage.delegate] = 0 }
        suspects = suspects.filter { suspect in
            if suspect.object == LedgerPage.everything {
                return participants.areThose(of: suspect.identity, plugin: nil)
            }
            guard let number = records[suspect.object], !hasOtherState(number, than: suspect)
            else { return false }
            return party(of: suspect, number) != nil
        }
        for suspect in suspects.suffix(LedgerPage.suspectLimit) {
            guard let number = records[suspect.object] else { continue }
            guard suspect.launches != 0 else {
                trials.append(Trial(suspect, record: number))
                continue
            }
            refuse(number, suspect)
            if suspect.concernsPlugin { refusePlugin(of: number, suspect) }
        }
    }

    private mutating func refuse(_ number: Int, _ suspect: LedgerPage.Suspect) {
        let plugin = party(of: suspect, number)?.plugin
        let hasClass = hasClass(number)
        let description = CrashDescription(stage: suspect.stage, hasClass: hasClass)
        refusals[number] = Refusal(
            suspect: suspect,
            reason: Diagnosis(
                problem: description.problem(of: suspect) + (number == 0 ? Self.toldNothing : ""),
                place: participants.file(ofPlugin: plugin),
                advice: "",
                outlook: CrashDescription.outlook(
                    suspect,
                    plugin: participants.name(ofPlugin: plugin),
                    wayBack: wayBack
                )
            ),
            hasClass: hasClass,
            isSuspect: true
        )
    }

    /// Leaves out what has the plugin of an object. O(records).
    private mutating func refusePlugin(of culprit: Int, _ suspect: LedgerPage.Suspect) {
        guard let reason = refusals[culprit]?.reason else { return }
        let plugin = plugin(of: culprit)
        let path = archive.path(of: archive.records[culprit].path)
        let others = archive.records.indices.filter {
            refusals[$0] == nil && hasClass($0) && self.plugin(of: $0) == plugin
        }
        for number in others {
            refusals[number] = Refusal(
                suspect: suspect,
                reason: Diagnosis(
                    problem: "Its plugin is left out because of \(path): \(reason.problem)",
                    place: reason.place,
                    remedyOf: reason
                ),
                hasClass: true,
                isSuspect: false
            )
        }
    }

    /// Leaves out what has crashed too often. O(records) if there is any.
    private mutating func refuse(_ strikes: Strikes) {
        guard !strikes.isEmpty else { return }
        for number in archive.records.indices where refusals[number] == nil && hasClass(number) {
            let acting = acting.acting(forRecord: number, in: archive)
            guard let plugin = acting.plugin, let name = acting.className,
                let (problem, suspect) = strikes.finding(.init(plugin: plugin, name: name))
            else { continue }
            refusals[number] = Refusal(
                suspect: suspect,
                reason: Diagnosis(
                    problem: problem,
                    place: participants.file(ofPlugin: plugin),
                    advice: "",
                    outlook: CrashDescription.outlook(
                        afterStrikes: LedgerPage.Suspect.fadingLimit,
                        plugin: participants.name(ofPlugin: plugin),
                        wayBack: wayBack
                    )
                ),
                hasClass: true,
                isSuspect: false
            )
        }
    }

    /// An object that is deferred is left out of one launch less from the next one on.
    private mutating func countDown() {
        for index in suspects.indices {
            guard case .ends(let ends, let launches) = suspects[index].evidence, launches > 0
            else { continue }
            suspects[index].evidence = .ends(ends, deferredFor: launches - 1)
        }
    }

    /// Whether the program has saved an object anew since it is left out: the session releases
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

    /// Whose code a launch ended in for a record, if it would run again; a converter is not of the
    /// plugin whose class makes the object.
    private func party(
        of suspect: LedgerPage.Suspect,
        _ number: Int
    ) -> Participants.Party? {
        let isConverter = LedgerStage(ofLedger: suspect.stage) == .convert
        let plugins: [String?] =
            isConverter
            ? acting.acting(forRecord: number, in: archive).converters : [plugin(of: number)]
        return plugins.first { participants.areThose(of: suspect.identity, plugin: $0) }
            .map(Participants.Party.init)
    }

    /// The plugin whose code runs for a record; `nil` for the program's own.
    private func plugin(of number: Int) -> String? {
        acting.acting(forRecord: number, in: archive).plugin
    }
}

extension LedgerPage.Suspect {
    /// Whether a crash is certain, so that the object is set aside, and not deferred.
    var isCrash: Bool {
        if case .crash = evidence { return true }
        return false
    }

    /// How many launches ended in it without a stamp.
    fileprivate var unexplainedEnds: Int {
        if case .ends(let count, _) = evidence { return count }
        return 0
    }

    /// For how many launches it is deferred; `nil` if it is set aside.
    var launches: Int? {
        if case .ends(_, let launches) = evidence { return launches }
        return nil
    }

    /// Whether all objects of its plugin are left out with it.
    var concernsPlugin: Bool {
        stage & LedgerPage.pluginStage != 0
            || LedgerStage(ofLedger: stage) == .load
    }
}
