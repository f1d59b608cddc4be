import PetFinderModel
import RestorationKit
import TerminalScreen

/// Pet Finder's restoration session: all that the screens ask of it, and all that it is told.
final class PetFinderSession {
    /// Names the program's state, its records and, in plugins' manifests, the program itself.
    static let application = "org.restorationkit.petfinder"

    /// Told why the last save failed; `nil` as soon as one succeeds.
    var onSaveProblem: (Diagnosis?) -> Void = { _ in }

    let session: RestorationSession
    private let progress: TerminalProgress
    private weak var root: TabController?
    /// The keys handled when a generation was captured, until its fate is known.
    private var keyCounts: [UInt64: Int] = [:]
    /// Why objects did not come back.
    private var reasons: [RestorationPath: Diagnosis] = [:]

    /// Takes the lock on the program's state.
    ///
    /// - Throws: `StorageError.inUse(path:process:)` while another Pet Finder is running.
    init(options: RestorationOptions, progress: TerminalProgress) throws {
        self.progress = progress
        session = try RestorationSession(application: Self.application, options: options)
        session.onWillSave = { [weak self] in self?.noteSaving($0) }
        session.onSave = { [weak self] in self?.noteSaved($0) }
    }

    // MARK: For the screens

    /// Creates an object the way in which it will come back.
    func make(
        _ identifier: String,
        under parent: any Restorable,
        parameters: [String: RestorationValue]
    ) throws -> any Restorable {
        try session.make(identifier, under: parent, parameters: parameters)
    }

    /// Says that an object's state has changed, so that it is saved soon.
    func invalidate(_ object: any Restorable) { session.invalidate(object) }

    /// Why the state of an object could not be applied to it, if that is so: it is kept, and the
    /// object that is there now is an empty shell.
    func reasonForRetaining(_ object: any Restorable) -> Diagnosis? {
        if let unavailable = object as? UnavailableObject { return unavailable.reason }
        return reasons.isEmpty ? nil : session.path(of: object).flatMap { reasons[$0] }
    }

    // MARK: For the program

    /// Brings the screens back to where they were.
    ///
    /// - Returns: What the person should know about it.
    func restore(_ tabs: TabController, delegate: any RestorationDelegate) throws -> [Diagnosis] {
        session.delegate = delegate
        session.addRoot(tabs)
        root = tabs
        let report = try session.restore()
        for entry in report.notRestored where entry.outcome == .retained {
            reasons[entry.path] = entry.reason
        }
        // What is retained says so in its own place; what is lost has none.
        let lost = report.notRestored.filter { $0.outcome == .lost }.compactMap(\.reason)
        return report.notes + lost
    }

    /// Makes the state durable, as it is now.
    func flush() {
        do {
            try session.preserveNow()
        } catch {
            onSaveProblem(Diagnosis(error))
        }
    }

    /// Makes the state durable and ends the session.
    func closeKeepingState() throws {
        defer { close() }
        try session.preserveNow()
    }

    /// Forgets the state for good and ends the session.
    func closeDiscardingState() throws {
        defer { close() }
        try session.discard()
    }

    /// Ends the session without saving more. Ending twice is harmless.
    func close() {
        session.close()
        // The screens hold the session, and the session its roots: one of them has to let go.
        if let root { session.removeRoot(root) }
    }

    // MARK: For the event loop

    var fileDescriptor: Int32 { session.fileDescriptor }
    var millisecondsToNextDeadline: Int32 { session.millisecondsToNextDeadline }
    func runPending() { session.runPending() }

    /// Whether a change waits for its save, or a save for its end.
    var hasUnsavedState: Bool { session.nextDeadline != nil || !keyCounts.isEmpty }

    /// Saves at signals that end or stop the program, then calls `action`.
    func handleSignals(then action: @escaping (SessionSignal) -> Void) throws {
        try session.handleSignals(then: action)
    }

    /// Ends or stops the process as the signal would have.
    func performDefaultAction(of signal: SessionSignal) {
        session.performDefaultAction(of: signal)
    }

    // MARK: Saves

    private func noteSaving(_ generation: UInt64) {
        keyCounts[generation] = progress.keyCount
        progress.noteSaving(generation: generation, keyCount: progress.keyCount)
    }

    private func noteSaved(_ outcome: SaveOutcome) {
        let keyCount = keyCounts.removeValue(forKey: outcome.generation)
        // What was captured before this one is older, or was passed over.
        keyCounts = keyCounts.filter { $0.key > outcome.generation }
        onSaveProblem(outcome.error)
        guard outcome.error == nil, let keyCount else { return }
        progress.noteDurable(generation: outcome.generation, keyCount: keyCount)
    }
}
