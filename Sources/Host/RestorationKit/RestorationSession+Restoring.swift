internal import Logging

extension RestorationSession {
    /// Brings the program back to where it was. Call it once, when the base graph is built and its
    /// roots are added; call it too when there is nothing to restore, for until then nothing is
    /// saved.
    ///
    /// Damaged or unreadable state is no error: it is set aside, never deleted, the newest intact
    /// generation is restored, and the report's notes say so.
    ///
    /// - Parameter reason: Told to every restoration class. For
    ///   ``/RestorationCore/RestorationReason/pristine`` nothing is restored, and the saved state
    ///   is set aside.
    /// - Returns: The outcome of every object.
    /// - Throws: ``SessionError/alreadyRestored``; `StorageError.keyMissing(path:state:)` if there
    ///   is saved state and its key is gone, and other errors of `StorageError` if the state can
    ///   neither be read nor be told to be absent. Nothing is saved after an error.
    @discardableResult
    public func restore(reason: RestorationReason = .launch) throws -> RestorationReport {
        enter()
        try gate.checkIsNew()
        gate.phase = .restoring
        defer { if gate.phase == .restoring { gate.phase = .created } }
        restorationWindow.open()
        recorder?.restorationWindowDidOpen()
        defer {
            restorationWindow.endRestoring()
            settle()
        }
        let report = try restoreFromStore(reason)
        // Getters of libraries, in nobody's step: the records of their objects have been looked for
        // by the same getters, in their own steps.
        classes.walkBoundObjects()
        // A participant may have ended the session meanwhile.
        guard gate.phase == .restoring else { throw gate.closedError }
        gate.phase = .running
        // Changes that objects told while they were being restored came from their own decoding.
        // Data that has arrived meanwhile is news.
        let arrived = mailbox.take().arrived
        _ = classes.runPending()
        if !arrived.isEmpty { mailbox.post { $0.arrived += arrived } }
        return self.report ?? report
    }

    private func restoreFromStore(_ reason: RestorationReason) throws -> RestorationReport {
        restoreReason = reason
        guard let store else { return RestorationReport(reason: reason) }
        var opened = try saved.open()
        saved.opening = nil
        if reason != .pristine, let because = saved.reasonToSetAside(opened, after: ledger?.last) {
            opened.giveUp(try store.setAsideEverything(because: because))
        }
        // While the state cannot be read, the ledger's account of the last launch stays as it is.
        let ledger = opened.obstacle == nil ? self.ledger : nil
        let isRecovery = reason != .pristine && ledger?.last.endedInWindow == true
        let reason = isRecovery ? .recovery : reason
        restoreReason = reason
        // The plan comes before anybody's code.
        let archive = reason == .pristine ? nil : opened.reader
        let verdict = ledger?.verdict(restoring: archive, generation: opened.generation)
        if let archive {
            let moved = records.load(archive, moving: saved.aliases)
            opened.movedPaths = moved
            planned = plan(records, verdict)
        }
        let beginning = ledger?.begin(verdict) ?? []
        var report: RestorationReport
        if reason == .pristine {
            report = RestorationReport(reason: reason)
            // While the key is unavailable nothing is touched.
            if opened.obstacle == nil {
                let files = try store.setAsideEverything(because: .discarded)
                report.notes = files.map { $0.diagnosis(replacedBy: nil) }
            }
        } else if let archive = opened.reader {
            let outcome = restore(archive, reason)
            report =
                outcome.wasWanted
                ? RestorationReport(
                    reason: reason,
                    of: records,
                    planned: planned,
                    notes: outcome.notes
                ) : RestorationReport(reason: reason)
            if !outcome.wasWanted { report.notes = outcome.notes }
            report.generation = opened.generation
            // Declined once, the state is not offered again; it stays in the set-aside files.
            guard gate.phase == .restoring else { throw gate.closedError }
            if !outcome.wasWanted { try store.setAsideEverything(because: .refused) }
        } else {
            report = RestorationReport(reason: reason)
        }
        report.notes =
            ignoredVariables + opened.notes + saved.takeNotes() + beginning + report.notes
            + classes.sideEffects
        for loss in opened.losses { options.logger(.restore).warning(loss) }
        saved.obstacle = opened.obstacle
        reports.add(report)
        return report
    }

    /// The environment's settings that are ignored.
    private var ignoredVariables: [Diagnosis] {
        guard options.asksEnvironment else { return [] }
        return (try? BaseDirectories())?.ignored ?? []
    }

    /// Older generations, for records that are damaged in this one.
    private var olderArchives: () -> [ArchiveReader] {
        { [saved] in saved.olderArchives }
    }

    /// A restore of this session, of the whole archive or of late arrivals.
    func restoration(_ reason: RestorationReason) -> Restoration {
        Restoration(
            of: records,
            older: olderArchives,
            classes: classes,
            delegate: delegate,
            makeTicket: { [weak self] in self?.makeTicket() },
            planned: planned,
            reason: reason
        )
    }

    private func restore(
        _ archive: ArchiveReader,
        _ reason: RestorationReason
    ) -> Restoration.Outcome {
        archive.silencesFailedCoders = options.isStrict
        savedState = archive.info
        let outcome = restoration(reason).launch()
        // A participant may have ended the session meanwhile.
        if gate.phase == .closed { records.removeAll() }
        limitWaits()
        return outcome
    }

    /// The keys kept for an object that its class has not asked for, in order.
    package func keysNotAskedFor(by object: any Restorable) -> [String] {
        records.keysNotAskedFor(by: object)
    }
}
