import RestorationPlugins

/// The consequences for this launch of how the ones before ended: the rules of ``LedgerPage/Sheet``
/// on the records of an archive, and in words. Touches nothing.
struct CrashVerdict {
    /// The objects that are left out, by their record numbers.
    private(set) var refusals: [Int: RecordRefusal] = [:]
    private(set) var objection: Diagnosis?
    /// The calls not made in saves, and why.
    var withheld: [(suspect: LedgerPage.Suspect, reason: Diagnosis)] = []
    /// The sheet for the next launch.
    private(set) var sheet: LedgerPage.Sheet
    /// Notes for the report.
    private(set) var notes: [Diagnosis] = []
    /// Lines for the log beside these.
    private(set) var lines: [Diagnosis] = []
    let records: LedgerRecords
    private let wayBack: String

    init(
        _ sheet: LedgerPage.Sheet,
        after end: LedgerPage.Suspect?,
        restoring records: LedgerRecords,
        isApplied: Bool,
        wayBack: String
    ) {
        self.sheet = sheet
        self.records = records
        self.wayBack = wayBack
        records.find(sheet.suspects + [end].compactMap(\.self))
        // Code that has been exchanged since is not to blame.
        judge(end.flatMap { records.participants.isThere($0.identity) ? $0 : nil })
        self.sheet.suspects = self.sheet.suspects.filter(lasts)
        // A developer wants to reproduce the crash.
        guard isApplied else {
            (objection, lines) = (nil, [])
            return
        }
        self.sheet.suspects.filter(\.isLeftOut).forEach { leaveOut($0) }
    }

    var isOfRestore: Bool { objection != nil || !refusals.isEmpty }
    var isEmpty: Bool { !isOfRestore && withheld.isEmpty }

    private mutating func judge(_ end: LedgerPage.Suspect?) {
        let program = records.participants.identity(ofPlugin: nil)
        if sheet.add(end, program: program) {
            let reason = Diagnosis(
                problem: "Several launches in a row ended while they restored, or in code that they"
                    + " called",
                advice: "",
                outlook: "All that is saved is retained in this launch. The next one tries it"
                    + " again: quit the program and start it to have that now."
            )
            objection = reason
            lines.append(reason)
        } else if let end, sheet.suspects.last?.standing == .noted {
            let loss = end.isOfSave ? "does not ask for that state" : "leaves that out"
            let note = Diagnosis(
                problem: end.problem,
                place: SetAsideObject(end, in: records).place,
                remedy: "Nothing is left out for this alone. If the next launch ends so, too, the"
                    + " launch after it \(end.isEverything ? "restores nothing" : loss)."
            )
            notes.append(note)
        }
    }

    /// Whether a suspect is still to be remembered.
    private func lasts(_ suspect: LedgerPage.Suspect) -> Bool {
        guard records.participants.isThere(suspect.identity) else { return false }
        if suspect.isEverything || suspect.isOfPlugin { return true }
        let number = records.number(of: suspect.object)
        if suspect.isOfSave {
            // Of an object that was never saved there is no record until it is saved without its
            // state.
            return number != nil || records.generation <= suspect.generation
        }
        guard let number, let record = records.archive?.records[number] else { return false }
        let hasOtherState =
            number != 0 && records.generation > suspect.generation
            && record.flags.isDisjoint(with: [.isRetained, .isEmpty])
        return !hasOtherState && records.acting(for: number).identities.contains(suspect.identity)
    }

    private mutating func leaveOut(_ suspect: LedgerPage.Suspect) {
        let object = SetAsideObject(suspect, in: records)
        let told = Diagnosis(
            problem: suspect.problem,
            place: object.place,
            advice: "",
            outlook: suspect.outlook(plugin: object.culprit?.plugin, wayBack: wayBack)
        )
        // The report of an object adds its path.
        let file = object.culprit?.file
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
        // An object that no class makes is denied only its state: it is the program's own, and more
        // than itself may hang on it.
        let isWhole = records.hasClass(number) || suspect.knownStage == .create
        refusals[number] = RecordRefusal(own, isWhole: isWhole)
    }

    /// Why a call is not made in a save; `nil` if it is.
    func reasonToWithhold(_ step: LedgerStep) -> Diagnosis? {
        withheld.first { suspect, _ in
            suspect.knownStage == step.stage && suspect.identity == step.identity
                && (suspect.isOfPlugin || suspect.object == step.place)
        }?.reason
    }
}
