package import RestorationCore

/// Restores the objects of some records: at launch all of them; later those of late arrivals,
/// loaded elements, a scene that reconnects, or a plugin that is back.
///
/// | pass | action |
/// |---|---|
/// | resolve | finds or creates the object of every record, parents first |
/// | decode | decodes the values of every object, parents first |
/// | attach | gives containers and presenters their contents |
/// | elements | finds and decodes the elements of owners |
/// | finish | notifies the delegate and the objects |
/// | release | releases the objects, and retains those that are then deallocated |
///
/// A reference can always be decoded, because its target exists, even if that has not decoded yet
/// (REST-21, REST-23). Cycles therefore need no special treatment.
///
/// Cost: O(records + bytes decoded), and one look-up per record.
package final class Restoration {
    let set: RecordSet
    let classes: any RestorationClassSource
    let recorder: (any RestorationRecorder)?
    let delegate: (any RestorationDelegate)?
    let planned: PlannedRecords?
    let reason: RestorationReason
    let values: ValueReading
    let live: LiveObjects
    /// The rows of this restore, parents first, and whether they are all rows of the opened
    /// archive.
    private(set) var order: [Int] = []
    private(set) var isLaunch = false
    var notes: [Diagnosis] = []
    /// Objects retained until the release, besides those that ``values`` retains.
    var held: [any Restorable] = []
    private let marks = RowArray<RowMarks>()
    /// The rows of containers and presenters.
    var holders: [Int] = []
    /// Rows that are given up. Objects below them are not looked up.
    var givenUp: [Int: Diagnosis] = [:]
    /// Objects whose deferred state is given up, since they have changed.
    var overwritten: [RestorationPath] = []
    let classAnswers = Remembered<Int, Result<KnownClass, any Error>>()

    package struct Outcome {
        package var notes: [Diagnosis] = []
        package var wasWanted = true
        package var overwritten: [RestorationPath] = []
        /// Why existing objects did not get the state that waited for them.
        package var notApplied: [Diagnosis] = []
    }

    /// - Parameters:
    ///   - older: Older generations, for records whose bytes are damaged.
    ///   - makeTicket: Makes a ticket for late data; `nil` if the session cannot wait.
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
        recorder = set.recorder
        self.reason = reason
        values = ValueReading(set, older: older, makeTicket: makeTicket)
        live = LiveObjects(set)
    }

    deinit { marks.end() }

    // MARK: Launch

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
        run(source.rows.dropFirst().filter { set.rows[$0].number >= 0 }) {
            tell(.delegate, RecordSet.application) {
                delegate?.didDecodeState(from: application)
            }
            keepUnreadValue(application, RecordSet.application)
        }
        return Outcome(notes: values.notes + notes)
    }

    private static let declinedNote = Diagnosis(
        problem: "The program declined to restore its saved state",
        remedy: "No action is needed; the state is set aside, and restorectl archive list"
            + " --set-aside shows it."
    )

    /// The coder for the application's own record. The delegate is called in any case. If no
    /// generation has the record intact, the coder has only the facts about the save.
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

    /// Restores the objects of some retained records, and the state that waits for existing
    /// objects.
    package func restoreLate(_ rows: Set<Int>) -> Outcome {
        let waiting = rows.filter { set.isLive($0) }
        for row in rows { values.take(row) }
        run(rows.sorted()) { [self] in tellDelegate(rows.subtracting(waiting)) }
        var outcome = Outcome(notes: values.notes + notes)
        outcome.overwritten = overwritten
        outcome.notApplied = waiting.sorted().compactMap { row in
            guard set.rows[row].fate == .retained, set.details(row)?.wait == nil else {
                return nil
            }
            return set.details(row)?.reason
        }
        return outcome
    }

    /// Holds no late object after it returns, so those that nothing references are deallocated.
    private func tellDelegate(_ rows: Set<Int>) {
        let came = order.filter { row in
            rows.contains(row) && !has(.isFailed, row)
                && (set.rows[row].fate == .bound || has(.isCreated, row))
        }.compactMap { set.object($0) }
        if !came.isEmpty {
            tell(.delegate, RecordSet.application) { delegate?.didRestoreAwaited(came) }
        }
    }

    // MARK: Passes

    private func run(_ rows: [Int], _ tellEnd: () -> Void) {
        order = set.parentsFirst(rows)
        marks.append(repeating: [], count: set.rows.count)
        for row in order { mark(row, .isIncluded) }
        set.onRegistration = { [unowned self] object in bindRegistered(object) }
        defer { set.onRegistration = nil }
        if !isLaunch {
            // Before their classes are asked for them.
            closeGaps()
            order.removeAll { set.rows[$0].fate == .ended }
        }
        for row in order { resolve(row) }
        closeGaps()
        for row in order where !set.rows[row].flags.contains(.isElement) { decode(row) }
        closeGaps()
        attach()
        decodeElements()
        tellEnd()
        tellFinished()
        release()
    }

    private func tellFinished() {
        for row in order where set.rows[row].fate == .bound {
            guard set.rows[row].outcome.isSuccess, let object = set.object(row) else {
                continue
            }
            tell(.finish, row) {
                guard set.kinds.traits(of: object).contains(.foreign),
                    let foreign = object as? any ForeignObject
                else { return object.restorationDidFinish() }
                do {
                    try foreign.finishRestoration()
                } catch {
                    // A remark about missing values is more useful.
                    if set.details(row)?.reason == nil { set.setReason(Diagnosis(error), of: row) }
                }
            }
        }
    }

    // MARK: Marks

    func has(_ mark: RowMarks, _ row: Int) -> Bool {
        row >= 0 && row < marks.count && marks[row].contains(mark)
    }

    func mark(_ row: Int, _ mark: RowMarks) {
        while marks.count <= row { marks.append([]) }
        marks[row].insert(mark)
    }

    // MARK: Steps

    /// Runs participants' code, unless the recorder forbids it.
    func run<Result>(
        _ stage: RestorationStep.Stage,
        _ row: Int,
        _ body: () throws -> Result
    ) throws -> Result {
        guard let recorder else { return try body() }
        try recorder.willRun(RestorationStep(stage, row, of: set, values))
        defer { recorder.didRun() }
        return try body()
    }

    /// As ``run(_:_:_:)``, for code that cannot throw. Returns whether it ran.
    @discardableResult
    func tell(_ stage: RestorationStep.Stage, _ row: Int, _ body: () -> Void) -> Bool {
        do {
            try run(stage, row, body)
            return true
        } catch {
            // The recorder forbade the call, which needs no further action.
            return false
        }
    }

    // MARK: Retaining

    func end(_ row: Int, _ outcome: RestorationReport.Outcome, _ reason: Diagnosis) {
        set.setFate(.ended, of: row, outcome: outcome, because: reason)
        values.setObject(nil, of: row)
    }

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
            // Its values have the contents.
            set.details(row)?.debt = nil
        } catch {
            givenUp[row] = Diagnosis(error)
            end(row, .lost, Diagnosis(error))
        }
    }

    /// Retains the state of an existing object that has not taken it.
    ///
    /// - Parameter outcome: `created` for an object of another type, `awaited` for "not yet".
    func withhold(
        _ row: Int,
        from object: any Restorable,
        because reason: Diagnosis,
        outcome: RestorationReport.Outcome = .retained
    ) {
        let isOfOtherType = outcome == .created
        guard set.keepsUnavailable || outcome == .awaited else {
            set.setFate(.bound, of: row, outcome: .created, because: reason.ofGivenUp)
            if isOfOtherType { set.makeDetails(row).isOfOtherType = true }
            return
        }
        do {
            try values.keep(row)
        } catch {
            return set.setFate(.bound, of: row, outcome: .lost, because: Diagnosis(error))
        }
        set.setFate(.retained, of: row, outcome: outcome, because: reason)
        let details = set.makeDetails(row)
        details.isOfOtherType = isOfOtherType
        details.isInvalidated = false
        let hasGivenUp = (object as? any RestorationFailureObserving)?.failure != nil
        details.fingerprint =
            isOfOtherType || hasGivenUp ? nil : try? set.fingerprint(of: object, row)
        if let observer = object as? any ForeignObject {
            observer.didRetainState(set.standIn(for: row))
        }
    }
}

struct RowMarks: OptionSet {
    let rawValue: UInt8
    static let isCreated = RowMarks(rawValue: 1)
    /// A class made its object, which failed to decode.
    static let isFailed = RowMarks(rawValue: 2)
    /// Its class, or that of a row above, declined. The rows below are left out, too.
    static let isDeclined = RowMarks(rawValue: 4)
    static let isBound = RowMarks(rawValue: 8)
    static let hadTurn = RowMarks(rawValue: 16)
    /// Its object has decoded, or must not decode.
    static let isDone = RowMarks(rawValue: 32)
    /// A bare place at which the program has an object.
    static let isMetBare = RowMarks(rawValue: 64)
    /// Part of this restore.
    static let isIncluded = RowMarks(rawValue: 128)
}

extension RecordSet {
    /// Sorts rows so that each follows those above it. O(rows + the rows above them).
    func parentsFirst(_ wanted: some Collection<Int>) -> [Int] {
        // 1: wanted; 2: visited.
        var marks = [UInt8](repeating: 0, count: rows.count)
        for row in wanted { marks[row] = 1 }
        var order: [Int] = []
        order.reserveCapacity(wanted.count)
        for row in wanted {
            let first = order.count
            var next = row
            while next > 0, marks[next] != 2 {
                if marks[next] == 1 { order.append(next) }
                marks[next] = 2
                next = rows[next].place.parent
            }
            // Found innermost first.
            if order.count > first + 1 { order[first...].reverse() }
        }
        return order
    }
}
