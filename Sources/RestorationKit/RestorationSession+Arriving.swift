internal import Logging

/// Objects that come when the restore has returned (REST-37).
extension RestorationSession {
    /// A ticket whose news come to the next ``runPending()``.
    func makeTicket() -> RestorationTicket {
        // The session may be gone when the data arrives.
        RestorationTicket { [weak mailbox] ticket in
            mailbox?.post { $0.arrived.append(ticket) }
        }
    }

    /// Says when the wait for objects ends that a restore leaves.
    func limitWaits(of late: LateRestore? = nil) {
        guard let limit = options.arrivalLimit else { return }
        records.limitWaits(to: options.clock.now + limit, of: late)
    }

    /// Brings back what has arrived, if its place is still free.
    func bringBack(_ tickets: [RestorationTicket]) {
        guard !tickets.isEmpty else { return }
        guard phase == .running, !isCapturing else {
            // From inside a save or a restore: until that is done.
            postponedArrivals += tickets
            return
        }
        for ticket in tickets { ticket.takeNews() }
        let arrived = Set(tickets.map { ObjectIdentifier($0) })
        endWaitForClosed(arrived)
        records.noteArrived(arrived)
        tellNews()
        guard phase == .running else { return }
        restoreLate { LateRestore(arrived, from: $0) }
    }

    /// Runs a late restore, if there is something for it.
    ///
    /// - Returns: Why objects that were there do not have the state that has waited for them.
    @discardableResult
    func restoreLate(_ late: (RecordTable) -> LateRestore?) -> [Diagnosis] {
        // What objects tell while they are asked for their elements is not a change.
        phase = .restoring
        defer { resumeArrivals() }
        let late = late(records)
        guard phase == .restoring else { return [] }
        guard let late else {
            phase = .running
            return []
        }
        // A crash of the late object's code counts as one of the restore.
        let isReopened = reopenWindow()
        let outcome = restoration(of: late.archive, restoreReason ?? .launch, late).run()
        for object in outcome.givenUp { object.ticket.cancel() }
        // What takes part may have ended the session meanwhile.
        if phase == .restoring {
            phase = .running
            take(outcome, of: late)
        } else {
            forgetRecords()
        }
        if isReopened { endLateRestore() }
        return outcome.notApplied
    }

    /// Returns whether it was closed.
    func reopenWindow() -> Bool {
        guard restorationWindow.reopen() else { return false }
        recorder?.restorationWindowDidOpen()
        return true
    }

    func endLateRestore() {
        restorationWindow.endRestoring()
        settle()
    }

    /// Has what arrived meanwhile looked at by the next ``runPending()``.
    func resumeArrivals() {
        if !postponedArrivals.isEmpty { events.wakeUp() }
    }

    private func take(_ outcome: Restoration.Outcome, of late: LateRestore) {
        report?.notes += outcome.notes
        outdated += outcome.overwritten
        limitWaits(of: late)
        records.endLateRestore(outcome)
        let hasNews = tellNews()
        if late.bringsObjects, records.hasAwaited, late.hasUnavailable(in: records) { endWait() }
        if hasNews || !outcome.notes.isEmpty { writeReport() }
    }

    // MARK: Giving up

    /// Gives up waiting for what takes too long or has lost its place.
    func endWaits(lookingAtPlaces: Bool = false) {
        guard phase == .running, !isCapturing, records.hasAwaited else { return }
        let late = records.overdue(at: options.clock.now)
        if !late.isEmpty {
            endWait(for: late.map { ($0, records.overdueReason($0, Self.tookTooLong)) })
        }
        guard phase == .running else { return }
        endWaitForClosed(lookingAtPlaces ? nil : [])
    }

    /// Gives up waiting for some objects whose places are taken; for all such, if that is asked for
    /// by `nil`, or if something has changed since all were looked at.
    private func endWaitForClosed(_ tickets: Set<ObjectIdentifier>?) {
        let looksAtAll = tickets == nil || mayHaveTakenPlaces || registry.hasNews
        if looksAtAll {
            mayHaveTakenPlaces = false
            registry.hasNews = false
        }
        let closed = records.closedPlaces(
            of: looksAtAll ? nil : tickets,
            registry: registry,
            roots: roots
        )
        if !closed.isEmpty { endWait(for: closed) }
    }

    /// Also gives up what cannot come any more, for whatever reason.
    func endWait(for ended: [(awaited: AwaitedObject, reason: Diagnosis)] = []) {
        records.endWait(for: ended)
        tellNews()
        for (object, reason) in ended {
            options.logger(.restore).info(
                Diagnosis(
                    problem: reason.problem,
                    place: object.kept.path.description,
                    remedyOf: reason
                )
            )
        }
        writeReport()
    }

    /// Has the report say what became of objects after the restore.
    ///
    /// - Returns: Whether there was anything to say.
    @discardableResult
    func tellNews() -> Bool {
        let news = records.takeNews()
        for change in news { report?.update(with: change) }
        return !news.isEmpty
    }

    private static let tookTooLong = Diagnosis(
        problem: "Its data has not arrived in time",
        advice: "",
        outlook: "\(RecordTable.nextLaunch) Raise arrivalLimit if the wait ended too soon."
    )
}
