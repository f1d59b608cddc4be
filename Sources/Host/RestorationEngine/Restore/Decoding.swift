import CRestorationSystem
import RestorationCore

/// Decodes the values of each object that was found, parents first (REST-25).
extension Restoration {
    func decode(_ row: Int) {
        mark(row, .hadTurn)
        guard let object = set.object(row), isToDecode(row) else { return }
        let start = set.duration(of: row) > 0 ? restoration_nanoseconds() : nil
        decode(object, row)
        if let start { set.addDuration(since: start, of: row) }
    }

    /// Whether this restore has found an object for the record, or the record waits for one.
    private func isToDecode(_ row: Int) -> Bool {
        switch set.rows[row].fate {
        case .bound: set.rows[row].outcome.isSuccess && !has(.isDone, row)
        case .retained: set.details(row)?.wait != nil
        case .ended: false
        }
    }

    private func decode(_ object: any Restorable, _ row: Int) {
        mark(row, .isDone)
        let isWaiting = set.rows[row].fate == .retained
        do {
            if isWaiting, try set.hasChanged(object, row) { return giveUpDeferred(row) }
            let coder = try values.coder(for: row)
            do {
                try run(.decode, row) { try object.decodeRecord(with: coder) }
                noteDecoded(row, coder, isWaiting: isWaiting)
            } catch is StateNotYetApplicable {
                keepForLater(object, row)
            } catch {
                fail(object, row, because: Diagnosis(error))
            }
        } catch let error where isWaiting {
            fail(object, row, because: Diagnosis(error))
        } catch {
            set.setFate(.bound, of: row, outcome: .lost, because: Diagnosis(error))
        }
    }

    private func noteDecoded(_ row: Int, _ coder: RestorationCoder, isWaiting: Bool) {
        if isWaiting { recordRestored(row, set.details(row)?.migrated) }
        if let failure = coder.decodingFailure, let path = set.path(of: row) {
            // An object that was restored without one value (SEC-12).
            let problem = "A value could not be decoded, and was skipped"
            set.setReason(failure.diagnosis.introduced(by: problem, at: path), of: row)
        }
        keepUnreadValue(coder, row)
    }

    /// Stores the values that the object did not read, unless its class drops them.
    func keepUnreadValue(_ coder: RestorationCoder, _ row: Int) {
        guard !coder.isReadWhole else { return }
        var asked = values.known(row)?.askedAtCreation ?? []
        asked += set.details(row)?.askedAtCreation ?? []
        set.keepUnread(of: coder, row, besides: asked, except: droppedKeys(of: row))
    }

    /// Retains the record of an object whose values could not be applied, until the program changes
    /// the object.
    private func fail(_ object: any Restorable, _ row: Int, because reason: Diagnosis) {
        guard let path = set.path(of: row) else { return }
        let reason = reason.notApplied(at: path)
        // An object already in use stays where it is. One made by a class is not attached where the
        // user would see it.
        if set.rows[row].fate != .retained {
            if has(.isCreated, row) { mark(row, .isFailed) }
            if let observer = object as? any RestorationFailureObserving {
                let isTold = tell(.decode, row) { observer.restorationDidFail(reason) }
                // An object left out of decoding also learns that it was not restored.
                if !isTold { observer.restorationDidFail(reason) }
            }
        }
        set.endWait(of: row)
        withhold(row, from: object, because: reason)
    }

    // MARK: Deferred values

    private func keepForLater(_ object: any Restorable, _ row: Int) {
        let ticket = set.details(row)?.wait?.ticket ?? values.issuedTicket(of: row)
        withhold(row, from: object, because: Self.notReady, outcome: .awaited)
        guard set.rows[row].fate == .retained else { return }
        set.setWait(Wait(ticket: ticket), of: row)
        let details = set.makeDetails(row)
        details.migrated = values[row].migrated ?? details.migrated
        let asked = values[row].askedAtCreation
        if !asked.isEmpty { details.askedAtCreation = asked }
    }

    /// Gives up deferred state, since the object has changed and its present values count.
    func giveUpDeferred(_ row: Int) {
        if let path = set.path(of: row) { overwritten.append(path) }
        set.setFate(.bound, of: row, outcome: .restored)
    }

    private static let notReady = Diagnosis(
        problem: "The object cannot apply its state yet",
        advice: "Call applyAwaitedState(to:) with that object when it is ready",
        outlook: "; the state is retained until then."
    )
}

extension Diagnosis {
    /// The same after an introduction, for the object at a path.
    func introduced(by text: String, at path: RestorationPath? = nil) -> Diagnosis {
        Diagnosis(
            problem: "\(text): \(problem)",
            place: path.map(place(at:)) ?? place,
            remedyOf: self
        )
    }

    func notApplied(at path: RestorationPath) -> Diagnosis {
        introduced(by: "Its state could not be applied", at: path)
    }
}
