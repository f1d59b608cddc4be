internal import RestorationPlugins

extension RestorationSession {
    // MARK: Changes

    /// Says that an object's state has changed, so that it is saved within the autosave interval.
    /// Cheap: call it on every change.
    ///
    /// If saved state could not be applied to the object, or is still to come, the next save
    /// compares the object with how it encoded when that state failed or was put off. If it
    /// differs, its present state replaces the retained state, and the save says so
    /// (`PreservationError.outdatedRetained`); otherwise nothing is given up.
    ///
    /// Does nothing once the session is closed.
    public func invalidate(_ object: any Restorable) {
        enter()
        // Changes told before come from decoding.
        if gate.phase == .running {
            records.invalidate(object)
        }
        changed()
    }

    /// Why an object does not have its saved state; `nil` if there is nothing to tell.
    ///
    /// For an `UnavailableObject`, its ``/RestorationEngine/UnavailableObject/reason``. For an
    /// object whose state could not be applied, why; a plugin's has no interface and no methods
    /// then. For one whose state is still to come, the reason of its wait. Saves keep its state, so
    /// hold your reference to it, and tell the person why there is a gap.
    ///
    /// Call it on the session's thread. A closed session keeps no state for objects any more, and
    /// tells only the failures that they know themselves.
    public func failure(of object: any Restorable) -> Diagnosis? {
        enter()
        return records.failure(of: object)
    }

    /// Notes that something is to be saved, and that places may be taken that something is awaited
    /// for.
    func changed() {
        if gate.phase == .created { saving.hasEarlyChange = true }
        // Changes that objects report while they are being restored come from their own decoding.
        if gate.phase == .running {
            saving.noteChange()
        }
    }

    /// Says from any thread that something has changed. Plugins' objects do it through their host
    /// services; a program's own threads may, too. It does nothing once the session is closed.
    public var invalidator: StateInvalidator { StateInvalidator(mailbox: mailbox) }

    // MARK: Saving

    /// Preserves the state now and returns when it is durable: written, synchronised, and in place
    /// of the generation before. For exits and signals.
    ///
    /// ```swift
    /// if let save = try session.preserveNow() {
    ///     for issue in save.report.issues { print(issue) }    // what was left out, and why
    /// }
    /// ```
    ///
    /// - Returns: The outcome of the save, as ``onSave`` is told before this returns: it is on the
    ///   disk, so its ``SaveOutcome/error`` is `nil`. `nil` if the delegate declined to be
    ///   preserved.
    /// - Throws: `StorageError` if the disk is full or fails: the generation saved before is
    ///   intact, and the state stays marked as changed; ``SessionError`` if the session cannot save
    ///   at all.
    @discardableResult
    public func preserveNow() throws -> SaveOutcome? {
        enter()
        guard let capture = try capture() else { return nil }
        let error = capture.commit(to: try saved.usableStore())
        let told = finish(capture, error)
        return try capture.outcome(after: error, told: told)
    }

    /// Preserves the state and returns when it is durable. The capture is made at once, on the
    /// session's thread; sealing and writing happen on another one, which is the session's own. So
    /// the state of a program whose tasks keep all processors busy is saved in time; only to return
    /// needs one of the threads that tasks share.
    ///
    /// Call it on the session's thread. Where it returns is up to the caller's actor, which need
    /// not have a thread of its own: the main actor changes its thread in a program whose main
    /// thread does not drain the main queue. ``onSave`` is called before it returns if that is the
    /// session's thread, and else by the next ``runPending()``, for which ``fileDescriptor``
    /// becomes readable.
    ///
    /// - Returns: The outcome of the save, with the number of the generation that is durable: this
    ///   one, or a later one that has overtaken it. Its ``SaveOutcome/notes`` are empty if this
    ///   returns on another thread than the session's: ``onSave`` is told them. `nil` if the
    ///   delegate declined to be preserved.
    /// - Throws: as ``preserveNow()``; ``SessionError/closed`` if the session was closed before the
    ///   state was durable.
    @discardableResult
    public func preserve() async throws -> SaveOutcome? {
        enter()
        guard let capture = try capture() else { return nil }
        let store = try saved.usableStore()
        let error = await withCheckedContinuation { continuation in
            saved.disk.perform { continuation.resume(returning: capture.commit(to: store)) }
        }
        var told: SaveOutcome?
        if gate.thread.isCurrent {
            told = finish(capture, error)
        } else {
            mailbox.post {
                $0.saves.append(EndedSave(capture: capture, error: error, isAutosave: false))
            }
        }
        return try capture.outcome(after: error, told: told)
    }

    /// Captures, and lets the disk work happen in the background; the outcome arrives in
    /// ``runPending()``.
    func preserveInBackground() {
        do {
            guard let capture = try capture() else { return }
            let store = try saved.usableStore()
            saving.isSaving = true
            let mailbox = mailbox
            saving.inBackground {
                let error = capture.commit(to: store)
                mailbox.post {
                    $0.saves.append(EndedSave(capture: capture, error: error, isAutosave: true))
                }
            }
        } catch {
            noteFailure(of: 0, error)
            tellNothingCaptured(Diagnosis(error))
        }
    }

    /// Tells that nothing was saved, as nothing could be captured.
    func tellNothingCaptured(_ reason: Diagnosis) {
        onSave?(SaveOutcome(generation: 0, report: .none, error: reason))
    }

    private func noteFailure(of generation: UInt64, _ error: any Error) {
        ledger?.noteFailedSave(generation, error)
        saving.noteFailure()
    }

    /// Tells the outcome of a save, and plans another one if it failed.
    ///
    /// - Returns: The outcome; `nil` if there was nothing to tell.
    @discardableResult
    func finish(_ capture: CapturedSave, _ error: StorageError?) -> SaveOutcome? {
        let changes = findings.pending.removeValue(forKey: capture.generation)
        // A program that has closed the session expects nothing more, and the outcome of a save
        // that was overtaken is no news: a later state is on the disk.
        guard gate.phase != .closed,
            capture.generation > saving.newestGeneration || capture.isUnchanged
        else { return nil }
        if case .superseded = error { return nil }
        var report = capture.report
        // Issues that an earlier save has told, which was on its way when this one was captured.
        report.issues.removeAll {
            if case .outdatedRetained(let path) = $0 {
                !findings.outdated.contains(path)
            } else {
                false
            }
        }
        if let error {
            noteFailure(of: capture.generation, error)
        } else {
            noteSuccess(capture, changes)
        }
        let outcome = SaveOutcome(
            generation: capture.generation,
            report: report,
            error: error?.diagnosis,
            notes: saved.takeNotes()
        )
        reports.add(outcome)
        onSave?(outcome)
        return outcome
    }

    private func noteSuccess(_ capture: CapturedSave, _ changes: CaptureChanges?) {
        saving.noteSaved(capture.generation, upTo: capture.changeNumber)
        saving.durableImage = capture.image
        if let changes {
            records.apply(changes, isNewest: findings.pending.isEmpty)
            for path in changes.outdated {
                findings.outdated.firstIndex(of: path).map { _ = findings.outdated.remove(at: $0) }
            }
        }
        ledger?.noteSaved(capture.generation, givingUp: capture.copies.contains(.crashed))
        if capture.copies.contains(.converted) { records.hasConverted = false }
        recorder?.launchDidSucceed()
    }

    // MARK: Capturing

    private func capture() throws -> CapturedSave? {
        try gate.checkIsIdle()
        let store = try saved.usableStore()
        saving.noteCapture()
        let changeNumber = saving.changeNumber
        let earlier = CurrentArchive(store)
        arrivals.endWaits()
        try gate.checkIsIdle()
        var found = try captureImage(earlier, makeAudit())
        if found != nil, delegate?.shouldEncodeStateAgain == true {
            found = try captureImage(earlier, makeAudit())
        }
        guard let captured = found else {
            (saving.capturedImage, saving.durableImage) = (nil, nil)
            try store.setAsideEverything(because: .refused)
            return nil
        }
        var (report, changes) = (captured.report, captured.changes)
        // Where an object fails to encode, its retained state stays.
        let kept = report.keptPaths
        for path in changes.outdated where !findings.outdated.contains(path) {
            findings.outdated.append(path)
        }
        changes.outdated = findings.outdated.filter { !kept.contains($0) }
        report.issues += changes.outdated.map { .outdatedRetained($0) }
        report.issues += sizeWarnings(report.sizeInBytes, captured.unknown, changes)
        let copies = reasonsForCopies(report)
        let durable = copies.isEmpty && findings.pending.isEmpty ? saving.durableImage : nil
        let isUnchanged = durable.map { captured.image.hasState(of: $0) } ?? false
        let generation = isUnchanged ? saving.newestGeneration : store.nextGeneration()
        findings.pending[generation] = changes
        if !isUnchanged { onWillSave?(generation) }
        return CapturedSave(
            generation: generation,
            isUnchanged: isUnchanged,
            image: captured.image,
            report: report,
            copies: copies,
            changeNumber: changeNumber,
            fault: earlier.fault
        )
    }

    private func makeAudit() -> SaveAudit? {
        options.auditsSaves ? SaveAudit { [reports] in reports.foundPaths.contains($0) } : nil
    }

    /// Why the archive that a save replaces is to be kept.
    private func reasonsForCopies(_ report: PreservationReport) -> [SetAsideReason] {
        (ledger?.isGivingUp(report) == true ? [.crashed] : [])
            + (records.hasConverted ? [.converted] : [])
    }

    /// Warnings about sizes over their budgets (SEC-15).
    ///
    /// - Parameter unknown: By record number, the keys that its object's class does not know.
    private func sizeWarnings(
        _ size: Int,
        _ unknown: [Int: UnknownKeys],
        _ changes: CaptureChanges
    ) -> [PreservationError] {
        var warnings: [PreservationError] = []
        // No object is larger than all together, so that small state costs no look at each.
        if size > options.objectSizeBudget {
            warnings = writer.records(above: options.objectSizeBudget).map {
                .objectOverBudget(
                    records.path(ofRecord: $0.number, in: changes),
                    sizeInBytes: $0.sizeInBytes,
                    budget: options.objectSizeBudget,
                    unknown: unknown[$0.number]
                )
            }
        }
        if size > options.sizeBudget {
            warnings.append(
                .overBudget(
                    sizeInBytes: size,
                    budget: options.sizeBudget,
                    largest: writer.largestRecords(3).map {
                        "\(records.path(ofRecord: $0.number, in: changes)) (\($0.sizeInBytes) bytes)"
                    }
                )
            )
        }
        return warnings
    }

    /// The image that a save would write now, without writing it. The delegate is asked and told as
    /// for a save, and the objects encode; the session stays as it is.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    package func captureImage() throws -> ArchiveImage? {
        enter()
        try gate.checkIsIdle()
        return try captureImage(store.map { CurrentArchive($0) }, nil)?.image
    }

    /// The image that a save of some roots alone would write. The delegate is not asked.
    func captureImage(of roots: [RestorationRoot]) throws -> ArchiveImage? {
        try gate.checkIsIdle()
        return try captureImage(store.map { CurrentArchive($0) }, nil, of: roots)?.image
    }

    /// - Parameter roots: `nil` for all, with the application's own record.
    private func captureImage(
        _ earlier: CurrentArchive?,
        _ audit: SaveAudit?,
        of roots: [RestorationRoot]? = nil
    ) throws -> Capture.Result? {
        gate.isCapturing = true
        defer {
            gate.isCapturing = false
            arrivals.resume()
        }
        let capture = Capture(
            of: records,
            writer: writer,
            roots: roots,
            earlier: [
                { [saving] in saving.capturedImage.flatMap { try? ArchiveReader(source: $0) } },
                { earlier?.archive },
            ],
            audit: audit
        )
        let captured = capture.run(
            delegate: roots == nil ? delegate : nil,
            info: PreservationInfo(
                timestamp: options.clock.timeOfDay,
                applicationVersion: options.applicationVersion,
                systemVersion: options.systemVersion
            )
        )
        // A participant may have ended the session meanwhile.
        guard gate.phase == .running else { throw gate.closedError }
        if roots == nil, let captured { saving.capturedImage = captured.image }
        return captured
    }
}

/// A finished capture on its way to the disk.
struct CapturedSave: Sendable {
    let generation: UInt64
    /// Whether that generation is on the disk with this state, so that nothing is to be written.
    let isUnchanged: Bool
    let image: ArchiveImage
    let report: PreservationReport
    /// Why the archive of before is kept.
    let copies: [SetAsideReason]
    /// The number of the last change that the program had reported by then.
    let changeNumber: UInt64
    /// Why state that the image has to hold could not be read from the disk.
    let fault: StorageError?

    /// Seals and writes; returns the error, if there was one.
    func commit(to store: any RestorationStore) -> StorageError? {
        // The generation on the disk still has the state; this one would replace it without.
        if let fault { return fault }
        if isUnchanged { return nil }
        do throws(StorageError) {
            for reason in copies { try store.keepCopy(because: reason) }
            try store.commit(chunks: image.chunks(), as: generation)
            return nil
        } catch {
            return error
        }
    }

    /// The return value after a commit with `error`, with the number of the generation that is on
    /// the disk then: this one or a later one.
    ///
    /// - Parameter told: The outcome that the program was told already.
    func outcome(after error: StorageError?, told: SaveOutcome?) throws -> SaveOutcome {
        switch error {
        case nil: told ?? SaveOutcome(generation: generation, report: report, error: nil)
        case .superseded(_, _, let newest):
            SaveOutcome(generation: newest, report: report, error: nil)
        // The store was open when the session restored, and only the session closes it.
        case .notOpened: throw SessionError.closed
        case let error?: throw error
        }
    }
}

extension PreservationReport {
    /// Where the earlier state of an object is kept, since the object failed to encode.
    fileprivate var keptPaths: Set<RestorationPath> {
        Set(
            issues.compactMap {
                switch $0 {
                case .encodingFailed(let path, _, retainsEarlierState: true),
                    .notAsked(let path, _, retainsEarlierState: true):
                    path
                default: nil
                }
            }
        )
    }
}
