import RestorationPlugins

/// The consequences of earlier launches for this one: the rules of ``LedgerPage/Sheet`` applied to
/// the records of an archive, with wording. Computing it changes nothing.
// A class, so that the ledger can read it in each step without a copy.
final class CrashDecision {
    /// The objects left out, by record number.
    private(set) var refusals: [Int: RecordRefusal] = [:]
    private(set) var objection: Diagnosis?
    /// The calls that saves skip, and why.
    var withheld: [(suspect: LedgerPage.Suspect, reason: Diagnosis)] = []
    private(set) var sheet: LedgerPage.Sheet
    private(set) var notes: [Diagnosis] = []
    /// Additional lines for the log.
    private(set) var lines: [Diagnosis] = []
    let records: LedgerRecords
    private let retryCommand: String

    init(
        _ sheet: LedgerPage.Sheet,
        after end: LedgerPage.Suspect?,
        restoring records: LedgerRecords,
        isApplied: Bool,
        retryCommand: String
    ) {
        self.sheet = sheet
        self.records = records
        self.retryCommand = retryCommand
        records.find(sheet.suspects + [end].compactMap(\.self))
        // Does not blame code that has been replaced since.
        decide(end.flatMap { records.participants.isPresent($0.identity) ? $0 : nil })
        self.sheet.suspects = self.sheet.suspects.filter(lasts).map(records.identified)
        // A developer wants to reproduce the crash.
        guard isApplied else {
            (objection, lines) = (nil, [])
            return
        }
        self.sheet.suspects.filter(\.isLeftOut).forEach { leaveOut($0) }
    }

    var isOfRestore: Bool { objection != nil || !refusals.isEmpty }
    var isEmpty: Bool { !isOfRestore && withheld.isEmpty }

    private func decide(_ end: LedgerPage.Suspect?) {
        let program = records.participants.identity(ofPlugin: nil)
        if sheet.add(end, program: program) {
            let reason = Diagnosis(
                problem: "Several launches in a row ended during a restore, or"
                    + " in code that it called",
                advice: "",
                outlook: "All saved state is retained in this launch. The next"
                    + " launch tries to restore it; restart the program to do that now."
            )
            objection = reason
            lines.append(reason)
        } else if let end, sheet.suspects.last?.treatment == .noted {
            let loss = end.isOfSave ? "skips that state" : "leaves that out"
            let note = Diagnosis(
                problem: end.problem,
                place: SetAsideObject(end, in: records).place,
                remedy: "Nothing is left out yet. If the next launch ends in the"
                    + " same way, the launch after it \(end.isEverything ? "restores nothing" : loss)."
            )
            notes.append(note)
        }
    }

    private func lasts(_ suspect: LedgerPage.Suspect) -> Bool {
        guard records.participants.isPresent(suspect.identity) else { return false }
        if suspect.isEverything || suspect.isOfPlugin { return true }
        let number = records.number(of: suspect.object)
        if suspect.isOfSave {
            // An object that was never saved has no record until it is saved without its state.
            return number != nil || records.generation <= suspect.generation
        }
        guard let number, let record = records.archive?.records[number] else { return false }
        let hasOtherState =
            number != 0 && records.generation > suspect.generation
            && record.flags.isDisjoint(with: [.isRetained, .isEmpty])
        return !hasOtherState && records.acting(for: number).identities.contains(suspect.identity)
    }

    private func leaveOut(_ suspect: LedgerPage.Suspect) {
        let object = SetAsideObject(suspect, in: records)
        let told = Diagnosis(
            problem: suspect.problem,
            place: object.place,
            advice: "",
            outlook: suspect.outlook(
                plugin: object.crashedObject?.plugin,
                retryCommand: retryCommand
            )
        )
        // The object's report adds its path.
        let file = object.crashedObject?.file
        let own = Diagnosis(problem: suspect.problem, place: file, remedyOf: told)
        guard !suspect.isOfSave else {
            withheld.append((suspect, own))
            return notes.append(told)
        }
        lines.append(told)
        if suspect.isOfPlugin {
            let cause = object.path.map { "Its plugin is left out because of \($0): " } ?? ""
            let problem = cause + suspect.problem
            let shared = Diagnosis(problem: problem, place: file, remedyOf: told)
            for number in 0..<records.count
            where refusals[number] == nil && records.hasClass(number)
                && records.acting(for: number).identities.contains(suspect.identity)
            { refusals[number] = RecordRefusal(shared, isWhole: true) }
        }
        guard let number = object.number else { return }
        // An object that the program built is only denied its state, since other code may depend on
        // the object.
        let isWhole = records.hasClass(number) || suspect.knownStage == .create
        refusals[number] = RecordRefusal(own, isWhole: isWhole)
    }

    /// Why a save skips a call; `nil` if it does not.
    ///
    /// - Parameter id: The digest of a new object's ID, by which later saves skip it.
    func reasonToWithhold(_ step: LedgerStep, laterFor id: UInt64? = nil) -> Diagnosis? {
        let found = withheld.first { suspect, _ in
            suspect.knownStage == step.stage && suspect.identity == step.identity
                && (suspect.isOfPlugin || suspect.object == step.place)
        }
        if let id, var found, !found.suspect.isOfPlugin {
            found.suspect.object = id
            withheld.append(found)
        }
        return found?.reason
    }
}
