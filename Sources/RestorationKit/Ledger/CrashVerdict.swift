import RestorationCore
import RestorationEngine
import RestorationPlugins
import RestorationStorage

/// What follows for this launch from how the ones before ended: ``CrashHistory`` on the records of
/// an archive, and in words. Touches nothing.
struct CrashVerdict {
    /// The objects that are left out, by their record numbers.
    private(set) var refusals: [Int: Refusal] = [:]
    /// Why everything is retained in this launch.
    private(set) var objection: Diagnosis?
    /// Why code is not asked in saves.
    private(set) var withheld: [SavingCall: Diagnosis] = [:]
    /// What the next launch is told.
    private(set) var history: CrashHistory
    /// What the report and the log say.
    private(set) var notes: [Diagnosis] = []

    struct Refusal {
        let suspect: LedgerPage.Suspect
        let reason: Diagnosis
        /// Whether the object is neither made nor looked for. Of any other, only the state is
        /// withheld from it: it is the program's own, and more than itself may hang on it.
        let isWhole: Bool
        /// Whether the object is the suspect itself, and not another one of its class or plugin.
        let isSuspect: Bool
    }

    /// What is asked of whom in a save.
    struct SavingCall: Hashable {
        /// As the ledger has it; `nil` for all objects of the plugin.
        let object: UInt64?
        let stage: LedgerStage
        let identity: UInt64
    }

    private let last: LastLaunch
    private let archive: ArchiveReader?
    private let generation: UInt64
    private let now: Int64
    private var records: LedgerRecords?
    private let participants: Participants
    private let wayBack: String

    /// - Parameters:
    ///   - archive: What is restored, of which generation; `nil` for nothing.
    ///   - now: In seconds since 1970.
    ///   - wayBack: What else has objects restored again, see ``CrashDescription``.
    init(
        after last: LastLaunch,
        restoring archive: (reader: ArchiveReader, generation: UInt64)?,
        salt: UInt64,
        _ participants: Participants,
        now: Int64,
        wayBack: String
    ) {
        self.last = last
        self.archive = archive?.reader
        generation = archive?.generation ?? 0
        self.now = now
        self.participants = participants
        self.wayBack = wayBack
        history = CrashHistory(last.sheet)
        let end = archive.flatMap { Self.end(of: last, in: $0.reader, $0.generation, salt) }
        let objects = Set(history.suspects.map(\.object) + [end?.object].compactMap(\.self))
        if let archive, !objects.isEmpty {
            records = LedgerRecords(
                of: objects,
                in: archive.reader,
                salt: salt,
                participants.actingClasses()
            )
        }
        judge(end ?? Self.endInSave(of: last))
        history.suspects = history.suspects.filter(lasts)
        for suspect in history.suspects.suffix(LedgerPage.suspectLimit) where suspect.isLeftOut {
            leaveOut(suspect)
        }
    }

    // MARK: The last launch

    /// The call in which the last launch ended, if that names an object of the archive or needs
    /// none.
    private static func end(
        of last: LastLaunch,
        in archive: ArchiveReader,
        _ generation: UInt64,
        _ salt: UInt64
    ) -> CrashHistory.Call? {
        guard let mark = last.mark, mark.isNumbered else { return endInSave(of: last) }
        // The numbers of another archive's records mean nothing in this one.
        guard mark.generation == generation, archive.records.indices.contains(mark.record),
            archive.records[mark.record].path != ArchiveRecord.none
        else { return nil }
        let digests = ObjectDigests(archive, salt: salt)
        return CrashHistory.Call(mark, digests.digest(ofRecord: mark.record))
    }

    /// The same where the mark has the object's digest.
    private static func endInSave(of last: LastLaunch) -> CrashHistory.Call? {
        guard let mark = last.mark, !mark.isNumbered else { return nil }
        let isDelegate = mark.knownStage == .delegate
        return CrashHistory.Call(mark, isDelegate ? LedgerPage.delegate : mark.generation)
    }

    private mutating func judge(_ call: CrashHistory.Call?) {
        var end: CrashHistory.End = last.endedInWindow ? .inNobodysCode : .well
        if var call {
            call.isOfPlugin = participants.party(of: call.identity)?.plugin != nil
            end = .inCall(call)
        }
        guard end != .well else { return add(.well) }
        if last.isForgiven {
            return notes.append(
                Diagnosis(
                    problem: problem(of: call),
                    place: place(of: call),
                    remedy: call?.stage.kind == .save
                        ? "It is asked again, as the program has asked."
                        : "It was tried again, as the program has asked."
                )
            )
        }
        if let call, !participants.isThere(call.identity) {
            add(.well)
            return notes.append(exchanged(call))
        }
        add(end)
        guard objection == nil, let suspect = history.suspects.last else { return }
        if suspect.isLatest, suspect.standing == .noted {
            notes.append(note(of: suspect, call))
        }
    }

    private mutating func add(_ end: CrashHistory.End) {
        let isSecond = end == .inNobodysCode && history.row + 1 < CrashHistory.longestRow
        let identity = participants.identity(ofPlugin: nil)
        guard history.add(end, of: identity, generation: generation, at: now) else { return }
        objection = Diagnosis(
            problem: isSecond
                ? "Two launches in a row ended while they restored, in nobody's code"
                : "3 launches in a row ended while they restored, or in code that they called",
            advice: "",
            outlook: "All that is saved is retained in this launch. The next one tries it again:"
                + " quit the program and start it to have that now."
        )
    }

    private func problem(of call: CrashHistory.Call?) -> String {
        guard let call else { return CrashDescription.inNobodysCode }
        let number = records?.record(of: call.object)
        return CrashDescription(
            stage: call.stage.rawValue,
            hasClass: number.flatMap { records?.hasClass($0) }
        ).ending(signal: call.signal, isRestarted: last.isRestarted)
    }

    /// The object, or its class, and the file of the plugin whose code it was.
    private func place(of call: CrashHistory.Call?) -> String? {
        guard let call else { return nil }
        let number = records?.record(of: call.object)
        let object = number.flatMap { number in
            records?.path(of: number)?.description ?? records?.acting(number).className
        }
        let ofClass = records?.records(ofClass: call.object).first.flatMap {
            records?.acting($0).className
        }
        let plugin = participants.party(of: call.identity)?.plugin
        let place = [object ?? ofClass, participants.file(ofPlugin: plugin)].compactMap(\.self)
        return place.isEmpty ? nil : place.joined(separator: ", ")
    }

    private func note(of suspect: LedgerPage.Suspect, _ call: CrashHistory.Call?) -> Diagnosis {
        let remedy =
            switch suspect.knownStage?.kind {
            case _ where call == nil:
                "It was tried again. If that ends the program once more, the launch after it"
                    + " retains all that is saved, and restores none of it."
            case .save:
                "It is asked again. If that ends the program once more, it is not asked for a"
                    + " launch."
            case .other:
                "Nothing is left out for this alone. If the next launch ends in it, too, its"
                    + " objects are left out of restores."
            default:
                "It was tried again. If that ends the program once more, it is deferred for a"
                    + " launch."
            }
        return Diagnosis(problem: problem(of: call), place: place(of: call), remedy: remedy)
    }

    /// A crash in code that has been exchanged by now: nothing follows from it.
    private func exchanged(_ call: CrashHistory.Call) -> Diagnosis {
        Diagnosis(
            problem: problem(of: call),
            place: place(of: call),
            advice: "Install libraries under another name, and rename them",
            outlook: ": one that is overwritten while a program runs crashes it. The program, the"
                + " plugin or a library of it is another one since, and nothing is left out."
        )
    }

    // MARK: This launch

    /// Whether a suspect is still to be left out, or to be remembered.
    private func lasts(_ suspect: LedgerPage.Suspect) -> Bool {
        guard participants.isThere(suspect.identity) else { return false }
        let number = records?.record(of: suspect.object)
        switch suspect.knownStage?.kind {
        case _ where suspect.isEverything: return archive != nil
        // Of an object that was never saved there is no record until it is saved without its state.
        case .save: return number != nil || generation <= suspect.generation
        case .other: return true
        default:
            guard let number, let archive, let acting = records?.acting(number) else {
                return false
            }
            let hasOtherState =
                number != 0
                && archive.records[number].flags.isDisjoint(with: [.isRetained, .isEmpty])
                && generation > suspect.generation
            // Another plugin may have converted the state than the one that makes the object.
            let plugins: [String?] = [acting.plugin] + acting.converters
            return !hasOtherState && participants.areThere(suspect.identity, plugins: plugins)
        }
    }

    private mutating func leaveOut(_ suspect: LedgerPage.Suspect) {
        guard let stage = suspect.knownStage else { return }
        let number = records?.record(of: suspect.object)
        let plugin = participants.party(of: suspect.identity)?.plugin
        let call = CrashHistory.Call(suspect, stage)
        let problem = CrashDescription(
            stage: suspect.stage,
            hasClass: number.flatMap { records?.hasClass($0) }
        ).problem(of: suspect)
        let reason = Diagnosis(
            problem: problem + (stage == .delegate ? Self.toldNothing : ""),
            place: stage.kind == .save ? place(of: call) : participants.file(ofPlugin: plugin),
            advice: "",
            outlook: CrashDescription.outlook(
                of: suspect,
                plugin: participants.name(ofPlugin: plugin),
                wayBack: wayBack
            )
        )
        if stage.kind == .save {
            let object = suspect.isOfPlugin ? nil : suspect.object
            let call = SavingCall(object: object, stage: stage, identity: suspect.identity)
            withheld[call] = reason
            return notes.append(reason)
        }
        if let number { refuse(number, suspect, reason, isSuspect: true) }
        let others = suspect.isOfPlugin ? recordsOfPlugin(suspect) : recordsOfClass(suspect)
        let culprit = number.flatMap { records?.path(of: $0) }
        let shared = Diagnosis(
            problem: culprit.map { "Its plugin is left out because of \($0): \(problem)" }
                ?? problem,
            place: reason.place,
            remedyOf: reason
        )
        for other in others { refuse(other, suspect, shared, isSuspect: false) }
    }

    private mutating func refuse(
        _ number: Int,
        _ suspect: LedgerPage.Suspect,
        _ reason: Diagnosis,
        isSuspect: Bool
    ) {
        guard isSuspect || refusals[number] == nil else { return }
        refusals[number] = Refusal(
            suspect: suspect,
            reason: reason,
            isWhole: records?.hasClass(number) == true || suspect.knownStage == .create,
            isSuspect: isSuspect
        )
    }

    private func recordsOfPlugin(_ suspect: LedgerPage.Suspect) -> [Int] {
        guard let records else { return [] }
        return records.archive.records.indices.filter { number in
            records.hasClass(number)
                && participants.identity(ofPlugin: records.acting(number).plugin)
                    == suspect.identity
        }
    }

    private func recordsOfClass(_ suspect: LedgerPage.Suspect) -> [Int] {
        guard let records, suspect.knownStage?.kind == .other else { return [] }
        let ofPlugin = Set(recordsOfPlugin(suspect))
        return records.records(ofClass: suspect.object).filter(ofPlugin.contains)
    }

    private static let toldNothing = "; none of the application's own state is given to it"
}

extension CrashHistory.Call {
    fileprivate init?(_ mark: LedgerPage.Mark, _ object: UInt64) {
        guard let stage = mark.knownStage else { return nil }
        self.init(object: object, identity: mark.identity, stage: stage, signal: mark.signs)
    }

    fileprivate init(_ suspect: LedgerPage.Suspect, _ stage: LedgerStage) {
        self.init(
            object: suspect.object,
            identity: suspect.identity,
            stage: stage,
            signal: suspect.signal
        )
    }
}
