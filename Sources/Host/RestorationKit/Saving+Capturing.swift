/// Captures of the program's state.
extension Saving {
    /// Captures everything for a save.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    func captureAll() throws -> Capture.Result? {
        let captured = try capture(isAudited: options.auditsSaves)
        guard captured != nil, program.delegate?.shouldEncodeStateAgain == true else {
            return captured
        }
        return try capture(isAudited: options.auditsSaves)
    }

    /// The image that a save would write now.
    ///
    /// - Parameter roots: The roots to capture, without calling the delegate; `nil` for all.
    /// - Returns: `nil` if the delegate declined to be preserved.
    func image(of roots: [RestorationRoot]? = nil) throws -> ArchiveImage? {
        try gate.checkIsIdle()
        return try capture(of: roots, isAudited: false)?.image
    }

    /// - Parameter roots: `nil` for all, with the application's own record.
    private func capture(
        of roots: [RestorationRoot]? = nil,
        isAudited: Bool
    ) throws -> Capture.Result? {
        fault = nil
        gate.isCapturing = true
        defer {
            gate.isCapturing = false
            restoring.resume()
        }
        let capture = Capture(
            of: records,
            writer: writer,
            roots: roots,
            earlier: [
                { self.latest.flatMap { try? ArchiveReader(source: $0) } },
                currentArchive,
            ],
            audit: isAudited ? SaveAudit() : nil
        )
        let captured = capture.run(
            delegate: roots == nil ? program.delegate : nil,
            info: PreservationInfo(
                timestamp: options.clock.timeOfDay,
                applicationVersion: options.applicationVersion,
                systemVersion: options.systemVersion
            )
        )
        // A participant may have closed the session.
        guard gate.phase == .running else { throw gate.closedError }
        if roots == nil, let captured { latest = captured.image }
        return captured
    }

    /// The archive on the disk, opened when an object fails to encode.
    private func currentArchive() -> ArchiveReader? {
        do {
            return try saved.store?.openCurrent().map { try ArchiveReader($0) }
        } catch let error as StorageError where SetAsideReason(error) == nil {
            fault = error
        } catch {
            // A damaged archive has no earlier state.
        }
        return nil
    }

    /// Warnings about exceeded budgets (SEC-15) in the last capture.
    func sizeWarnings(_ captured: Capture.Result) -> [PreservationError] {
        let size = captured.report.sizeInBytes
        func path(_ number: Int) -> RestorationPath {
            records.path(of: captured.changes.rows[number])!
        }
        var warnings: [PreservationError] = []
        // No object exceeds the total, so small state needs no check of each.
        if size > options.objectSizeBudget {
            warnings = writer.records(above: options.objectSizeBudget).map {
                .objectOverBudget(
                    path($0.number),
                    sizeInBytes: $0.sizeInBytes,
                    budget: options.objectSizeBudget,
                    unknown: captured.unknown[$0.number]
                )
            }
        }
        if size > options.sizeBudget {
            warnings.append(
                .overBudget(
                    sizeInBytes: size,
                    budget: options.sizeBudget,
                    largest: writer.largestRecords(3).map {
                        "\(path($0.number)) (\($0.sizeInBytes) bytes)"
                    }
                )
            )
        }
        return warnings
    }
}
