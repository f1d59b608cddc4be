package import RestorationCore

/// Brings back the objects of some records: at launch of all; later of late arrivals, the elements
/// that an owner has loaded, the roots of a scene that reconnects, the objects of a plugin that is
/// back.
///
/// | pass | action |
/// |---|---|
/// | resolve | finds or creates the object of every record, parents first |
/// | decode | lets every object decode its values, parents first |
/// | attach | gives containers and presenters their contents |
/// | elements | finds and decodes the leaf state of owners |
/// | finish | tells the delegate and the objects |
/// | release | lets go of the objects; those that nothing holds are retained |
///
/// So a reference can always be decoded: the object referred to exists, even if it has not decoded
/// itself (REST-21, REST-23). Identity comes before decoding, and circles need nothing special.
///
/// Cost: O(records + bytes decoded), and one look-up per record.
package final class Restoration {
    let set: RecordSet
    let classes: any RestorationClassSource
    var recorder: (any RestorationRecorder)? { self.set.recorder }
    let delegate: (any RestorationDelegate)?
    let planned: PlannedRecords?
    let reason: RestorationReason
    let values: ValueReading
    let live: LiveObjects
    /// The rows that take part, parents first, and whether all do that the set was opened with.
    private(set) var order: [Int] = []
    private(set) var isLaunch = false
    var notes: [Diagnosis] = []
    /// Keeps the objects until the release.
    var held: [any Restorable] = []
    /// By row: the events of this restore.
    private let marks = Unguarded(FlatArray<RowMarks>())
    /// The rows of containers, presenters and owners.
    var special: [(row: Int, traits: ClassTraits)] = []
    /// Rows of which nothing is retained: the objects below them are not looked for.
    var givenUp: [Int: Diagnosis] = [:]
    /// The selections that are to be kept, once the restore is complete.
    var missingSelections: [(container: Int, selected: Int)] = []
    /// Whose deferred state is given up, as they have changed.
    var overwritten: [RestorationPath] = []
    let classAnswers = Remembered<Int, ClassAnswer>()
    var loadedElements: LoadedElements?

    /// The results of a restore for the session.
    package struct Outcome {
        /// Remarks about the whole.
        package var notes: [Diagnosis] = []
        /// Whether the delegate agreed to restore.
        package var wasWanted = true
        /// Whose state was given up, since the object has changed.
        package var overwritten: [RestorationPath] = []
        /// Why objects that were there do not have the state that has waited for them.
        package var notApplied: [Diagnosis] = []
    }

    /// - Parameters:
    ///   - older: Older generations, for records whose bytes are damaged.
    ///   - makeTicket: Makes a ticket for data that arrives; `nil` where nothing can be waited for.
    ///   - planned: The decisions before any code ran.
    package init(
        of set: RecordSet,
        older: @escaping () -> [ArchiveReader],
        classes: any RestorationClassSource,
        delegate: (any RestorationDelegate)?,
        makeTicket: @escaping () -> RestorationTicket? = { nil },
        planned: PlannedRecords? = nil,
        reason: RestorationReason
    ) {
        self.set = set
        self.classes = classes
        self.delegate = delegate
        self.planned = planned
        self.reason = reason
        values = ValueReading(set, older: older, makeTicket: makeTicket)
        live = LiveObjects(set)
    }

    deinit { marks.end() }

    // MARK: Launch

    /// Restores everything that the set was opened with.
    package func launch() -> Outcome {
        guard let source = set.source, !source.archive.records.isEmpty else { return Outcome() }
        isLaunch = true
        let application = applicationCoder(source)
        var isWanted = true
        tell(.delegate, RecordSet.application) {
            isWanted = delegate?.shouldRestoreState(from: application) ?? true
        }
        guard isWanted else {
            set.details(RecordSet.application)?.values = nil
            return Outcome(notes: values.notes + notes + [Self.declinedNote], wasWanted: false)
        }
        values.beginLaunch()
        run(source.rows.dropFirst().filter { set.rows.value[$0].number >= 0 }) {
            tell(.delegate, RecordSet.application) {
                delegate?.didDecodeState(from: application)
            }
            noteUnread(application, RecordSet.application)
        }
        return Outcome(notes: values.notes + notes)
    }

    private static let declinedNote = Diagnosis(
        problem: "The application declined to restore its saved state",
        remedy:
            "Nothing needs to be done; the state is set aside, and restorectl archive"
            + " list --set-aside shows it."
    )

    /// The coder on the application's own record. The delegate is asked and told in any case; where
    /// no generation has it intact, the coder is empty, but for the facts about the save.
    private func applicationCoder(_ source: ValueSource) -> RestorationCoder {
        let row = RecordSet.application
        do {
            if let reason = recorder?.objectionToApplicationState {
                notes.append(reason)
                try values.keep(row)
                return RestorationCoder.empty(source.archive.info)
            }
            return try values.coder(for: row)
        } catch {
            notes.append(Diagnosis(error))
            return RestorationCoder.empty(source.archive.info)
        }
    }

    // MARK: Later

    /// Brings back the objects of some retained records, and the state of objects that are there
    /// and wait for it.
    package func bringBack(_ rows: Set<Int>) -> Outcome {
        let waiting = rows.filter { set.object($0) != nil }
        for row in rows { values.take(row) }
        run(rows.sorted()) { [self] in tellDelegate(rows.subtracting(waiting)) }
        var outcome = Outcome(notes: values.notes + notes)
        outcome.overwritten = overwritten
        outcome.notApplied = waiting.sorted().compactMap { row in
            guard set.rows.value[row].fate == .retained, set.details(row)?.wait == nil else {
                return nil
            }
            return set.details(row)?.reason
        }
        return outcome
    }

    /// Holds no late object when it returns: those that nobody takes end.
    private func tellDelegate(_ rows: Set<Int>) {
        let came = order.filter { rows.contains($0) && !has(.isFailed, $0) }.compactMap {
            set.rows.value[$0].fate == .ended ? nil : set.object($0)
        }
        if !came.isEmpty {
            tell(.delegate, RecordSet.application) { delegate?.didRestoreAwaited(came) }
        }
    }

    // MARK: Passes

    private func run(_ rows: [Int], _ tellEnd: () -> Void) {
        order = set.parentsFirst(rows)
        marks.value = FlatArray(repeating: [], count: set.rows.value.count)
        set.onRegistration = { [unowned self] object in bindRegistered(object) }
        defer { set.onRegistration = nil }
        for row in order { resolve(row) }
        closeGaps()
        for row in order where !set.rows.value[row].flags.contains(.isElement) { decode(row) }
        closeGaps()
        attach()
        decodeElements()
        tellEnd()
        tellFinished()
        release()
    }

    private func tellFinished() {
        for row in order where set.rows.value[row].fate == .bound {
            guard set.rows.value[row].outcome.isSuccess, let object = set.object(row) else {
                continue
            }
            tell(.finish, row) {
                let failure = object.hearFinish(set.traits.traits(of: object))
                // Missing values say more.
                if let failure, set.details(row)?.reason == nil {
                    set.setReason(failure, of: row, isFailure: true)
                }
            }
        }
    }

    // MARK: Marks

    func has(_ mark: RowMarks, _ row: Int) -> Bool {
        row >= 0 && row < marks.value.count && marks.value[row].contains(mark)
    }

    func mark(_ row: Int, _ mark: RowMarks) {
        while marks.value.count <= row { marks.value.append([]) }
        marks.value[row].insert(mark)
    }

    // MARK: Steps

    /// Lets somebody's code run, if the recorder has nothing against it.
    func run<Result>(
        _ stage: RestorationStep.Stage,
        _ row: Int,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let recorder else { return try body() }
        let step = RestorationStep(stage, row, of: set, values.origin(of: row))
        try recorder.willRun(step)
        defer { recorder.didRun() }
        return try body()
    }

    /// As ``run(_:_:_:)``, for code that is told something and has nothing to fail with. Returns
    /// whether it has run.
    @discardableResult
    func tell(_ stage: RestorationStep.Stage, _ row: Int, _ body: () -> Void) -> Bool {
        do {
            try run(stage, row, body)
            return true
        } catch {
            // Kept out: that nobody is told is all there is to it.
            return false
        }
    }

    // MARK: Keeping

    /// Nothing is retained of a record.
    func end(_ row: Int, _ outcome: RestorationReport.Outcome, _ reason: Diagnosis) {
        set.setFate(.ended, of: row, outcome: outcome, because: reason)
        values.setObject(nil, of: row)
    }

    /// Retains a record without an object.
    func retain(_ row: Int, _ reason: Diagnosis, isAwaited: Bool = false) {
        guard set.keepsUnavailable || isAwaited else {
            givenUp[row] = reason
            return end(row, .missing, reason.ofGivenUp)
        }
        do {
            try values.keep(row)
            set.setFate(
                .retained,
                of: row,
                outcome: isAwaited ? .awaited : .retained,
                because: reason,
                isHeld: true
            )
            values.setObject(set.standIn(for: row), of: row)
        } catch {
            givenUp[row] = Diagnosis(error)
            end(row, .lost, Diagnosis(error))
        }
    }

    /// Retains the state of an object that is there, which has not taken it.
    func withhold(
        _ row: Int,
        from object: any Restorable,
        because reason: Diagnosis,
        isOfOtherType: Bool = false
    ) {
        guard set.keepsUnavailable else {
            set.setFate(.bound, of: row, outcome: .created, because: reason.ofGivenUp)
            if isOfOtherType { set.makeDetails(row).isOfOtherType = true }
            return
        }
        do {
            try values.keep(row)
            set.setFate(
                .retained,
                of: row,
                outcome: isOfOtherType ? .created : .retained,
                because: reason
            )
            let details = set.makeDetails(row)
            details.isOfOtherType = isOfOtherType
            details.isInvalidated = false
            let hasGivenUp = (object as? any RestorationFailureObserving)?.failure != nil
            if !isOfOtherType, !hasGivenUp, details.fingerprint == nil {
                details.fingerprint = try? set.fingerprint(of: object, row)
            }
            if let observer = object as? any KnownByHandle {
                observer.note(kept: set.standIn(for: row))
            }
        } catch {
            set.setFate(.bound, of: row, outcome: .lost, because: Diagnosis(error))
        }
    }
}

/// The events of a restore that a row has had.
struct RowMarks: OptionSet {
    let rawValue: UInt8
    /// A class has made its object.
    static let isCreated = RowMarks(rawValue: 1)
    /// A class has made its object, which has failed to decode.
    static let isFailed = RowMarks(rawValue: 2)
    /// Its class has left it out, or one above: the rows below it are left out, too.
    static let isDeclined = RowMarks(rawValue: 4)
    /// The recorder has something against looking for it, or for one above.
    static let isNotLookedFor = RowMarks(rawValue: 8)
    /// It has been given its object.
    static let isBound = RowMarks(rawValue: 16)
    /// It has had its turn to decode.
    static let hadTurn = RowMarks(rawValue: 32)
    /// Its object has decoded, or is not to.
    static let isDone = RowMarks(rawValue: 64)
    /// A place without values at which the program has an object.
    static let isMetBare = RowMarks(rawValue: 128)
}

extension RecordSet {
    /// Rows, each after those above it. O(rows + the rows above them).
    func parentsFirst(_ wanted: [Int]) -> [Int] {
        // 1: to be listed; 2: looked at.
        var marks = [UInt8](repeating: 0, count: rows.value.count)
        for row in wanted { marks[row] = 1 }
        var order: [Int] = []
        order.reserveCapacity(wanted.count)
        for row in wanted {
            let first = order.count
            var next = row
            while next > 0, marks[next] != 2 {
                if marks[next] == 1 { order.append(next) }
                marks[next] = 2
                next = rows.value[next].place.parent
            }
            // Found from the inside out.
            if order.count > first + 1 { order[first...].reverse() }
        }
        return order
    }
}
