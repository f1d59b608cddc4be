import RestorationCore

extension RoamingWorker {
    /// Sends the newest local archive, unless the row has it already.
    func upload() throws(RemoteError) {
        guard let image = try newestImage() else { return }
        state.withLock { $0.schedule.recordUpload(at: settings.now()) }
        try swap(image.id, image.bytes)
        let hadProblem = state.withLock { state in
            defer { (state.problem, state.isRowKnown) = (nil, true) }
            return state.problem != nil
        }
        if hadProblem { tellChange() }
    }

    private func newestImage() throws(RemoteError) -> (id: WriteID, bytes: [UInt8])? {
        do throws(StorageError) {
            guard let file = try local.currentSealed() else { return nil }
            let isStored = state.withLock { $0.isRowKnown && $0.memory.writeID == file.writeID }
            guard !isStored else { return nil }
            let limit = remote.limits.largestValueInBytes
            guard file.sizeInBytes <= limit else {
                let size = file.sizeInBytes
                report(.tooLarge(place: remote.place, sizeInBytes: size, limit: limit))
                return nil
            }
            return (file.writeID, try file.copy())
        } catch {
            throw .store(error.diagnosis)
        }
    }

    /// Replaces this device's row, whatever happened to it, but never another device's save.
    private func swap(_ id: WriteID, _ bytes: [UInt8]) throws(RemoteError) {
        var expected = state.withLock { $0.memory.generation }
        // A swap fails again only if the row has changed since the previous attempt.
        for _ in 0..<8 {
            let key = try self.key()
            let memory = state.withLock { $0.memory }
            let generation = max(expected, memory.generation) + 1
            try remember { $0.recordSending(id) }
            let row = RemoteRow(
                generation: generation,
                writeID: id,
                label: settings.label,
                bytes: bytes
            )
            switch try send(row, to: key, expecting: expected, isNew: !memory.sent.contains(id)) {
            case .stored: return try remember { $0.recordStored(id, as: generation) }
            case .missing:
                tell(.gone(place: "\(remote.place), \(key)"))
                expected = 0
            case .conflict(let found, let other):
                if memory.isOwn(other) || found < memory.generation {
                    if !memory.isOwn(other) {
                        let place = "\(remote.place), \(key)"
                        tell(.older(place: place, generation: found, known: memory.generation))
                    }
                    expected = found
                } else {
                    tell(.copied(place: "\(remote.place), \(key)", device: key.device))
                    try remember { $0.becomeNewDevice() }
                    // The other device's save is an offer now.
                    state.withLock { $0.schedule.requestPoll() }
                    expected = 0
                }
            }
        }
        throw .store(.unsteady(place: remote.place))
    }

    private func send(
        _ row: RemoteRow,
        to key: RemoteKey,
        expecting expected: UInt64,
        isNew: Bool
    ) throws(RemoteError) -> SwapOutcome {
        do throws(RemoteError) {
            return try remote.compareAndSwap(key, expecting: expected, row)
        } catch {
            // An earlier attempt with this image may have taken effect.
            if isNew, !error.mayHaveTakenEffect { try remember { $0.forgetSending(row.writeID) } }
            throw error
        }
    }

    private func remember(_ change: (inout RemoteMemory) -> Void) throws(RemoteError) {
        do throws(StorageError) { try record(change) } catch { throw .store(error.diagnosis) }
    }
}

extension Diagnosis {
    fileprivate static func unsteady(place: String) -> Diagnosis {
        Diagnosis(
            problem: "The row of this device changes during each attempt to replace it",
            place: place,
            remedy: "Find and stop the program that writes it."
        )
    }
}
