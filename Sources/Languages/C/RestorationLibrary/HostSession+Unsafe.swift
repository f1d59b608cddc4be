internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins
internal import RestorationStorage

/// The session of a program in C: a `RestorationSession`, the program's objects, and lent results.
///
/// Belongs to the session's thread. The C functions have checked that before they call it.
@safe final class HostSession {
    let session: RestorationSession
    let program: ProgramCode
    let callbacks: Callbacks
    private let log: ProgramLog
    // Invariant: lives as long as the process.
    private let slot: OpaquePointer
    private var delegate: ProgramDelegate?
    /// The outcome of the last save that ended, with its status.
    private(set) var lastSave: (outcome: SaveOutcome, status: Int32, forgottenRoots: [Diagnosis])?
    /// The roots that the program has removed since the last durable save.
    private var forgottenRoots: [Diagnosis] = []
    /// The number of ``forgottenRoots`` when the running save captured the state.
    private var capturedCount = 0
    private var hasSaved = false
    /// Whether a callback has removed an object. The save or restore that called the callback
    /// misses the change, so it is recorded afterwards.
    private var hasForgotten = false
    /// The text and bytes of the last result of a method or property.
    var lentResult: LentValue?
    /// Invariant: a source of `restoration_main_attach` until `detachFromGLib` or `close`.
    private var mainSource: UnsafeMutableRawPointer?

    /// - Parameters:
    ///   - slot: The session's slot, which outlives the session.
    ///   - callbacks: Those of the options.
    init(
        _ session: RestorationSession,
        in slot: OpaquePointer,
        _ callbacks: Callbacks,
        _ log: ProgramLog
    ) throws {
        unsafe self.slot = slot
        self.session = session
        self.callbacks = callbacks
        self.log = log
        program = unsafe try ProgramCode(
            of: session.pluginLoader,
            application: session.application,
            watchedBy: restoration_slot_guard(slot)
        )
        log.open(for: self)
        session.saving.onCapture = { [unowned self] in
            program.recordCapture()
            capturedCount = forgottenRoots.count
        }
        session.onSave = { [weak self] in self?.reportSave($0) }
        if callbacks.definesSettled { session.onSettled = { [weak self] in self?.reportSettled() } }
        if callbacks.definesReloaded {
            session.onPluginReload = { [weak self] in self?.reportReload($0) }
        }
        if callbacks.definesNewerElsewhere {
            session.onNewerElsewhere = { [weak self] in self?.reportNewerElsewhere($0) }
        }
        if callbacks.definesDelegate {
            let delegate = ProgramDelegate(self)
            self.delegate = delegate
            session.delegate = delegate
        }
    }

    // MARK: Calls

    /// Runs a call of the program, then destroys the objects that a save during the call has
    /// released.
    func perform(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            finishCall()
            return Status.ok
        } catch {
            finishCall()
            return refuse(error)
        }
    }

    private func finishCall() {
        if hasForgotten {
            hasForgotten = false
            session.recordChange()
        }
        if hasSaved {
            hasSaved = false
            program.destroyUnreachable()
        }
        log.deliver()
    }

    // MARK: Outcomes

    private func reportSave(_ outcome: SaveOutcome) {
        let status = outcome.cause.map { Refusal.status(of: $0) } ?? Status.failed
        let isDurable = outcome.error == nil
        let ended = isDurable ? Array(forgottenRoots.prefix(capturedCount)) : []
        lastSave = (outcome, isDurable ? Status.ok : status, ended)
        if isDurable {
            forgottenRoots.removeFirst(ended.count)
            capturedCount = 0
            hasSaved = true
        }
        guard callbacks.definesSaved, let save = unsafe makeSave() else { return }
        program.call("saved") { unsafe callbacks.saved(save) }
        unsafe restoration_free(save)
    }

    private func reportSettled() { program.call("settled") { callbacks.settled() } }

    private func reportReload(_ reload: PluginReload) {
        program.call("plugin_reloaded") { callbacks.reloaded(reload.plugin) }
    }

    private func reportNewerElsewhere(_ saves: [SaveElsewhere]) {
        guard let made = unsafe try? Self.makeSaves(saves) else { return }
        program.call("newer_elsewhere") { unsafe callbacks.newerElsewhere(made) }
        unsafe restoration_free(made)
    }

    func reportSignal(_ signal: Int32) {
        program.call("signalled") { callbacks.signalled(signal) }
    }

    // MARK: Objects

    /// The object of a handle.
    ///
    /// - Throws: ``Refusal``, if it has ended or belongs to another session.
    func object(_ handle: UInt64) throws(Refusal) -> any Restorable {
        guard handle != 0, let object = program.context.object(for: handle) else {
            throw Refusal(
                Status.stale,
                handle == 0
                    ? "The handle is 0, which names no object"
                    : "The handle \(handle) names no object of this session",
                remedy: "Its object has ended, or belongs to another session. Take handles from"
                    + " the functions that return them, and drop those of objects that end."
            )
        }
        return object
    }

    /// `nil` for 0.
    func optionalObject(_ handle: UInt64) throws(Refusal) -> (any Restorable)? {
        handle == 0 ? nil : try object(handle)
    }

    /// Applies changes that other threads have reported, so that a save includes them.
    func applyPostedChanges() {
        for object in session.pluginLoader.runPending() { session.invalidate(object) }
    }

    func handle(of object: any Restorable) -> UInt64 { program.context.handle(of: object) }

    /// Ends a lent object and its state, as when the user closes a window. Also runs in a callback,
    /// when a class destroys an object that contains the lent one.
    func forget(_ handle: UInt64) throws {
        let object = try object(handle)
        if isInCallback { hasForgotten = true }
        let isRoot = session.isRoot(object)
        let path = isRoot ? session.path(of: object)?.description : nil
        if isRoot {
            session.removeRoot(object)
            forgottenRoots.append(
                Diagnosis(
                    problem: "The program removed a root, whose state has ended",
                    place: path,
                    remedy: "If the user closed it, do nothing. At exit, close the session"
                        + " before you forget its objects."
                )
            )
        }
        if let object = object as? PluginObject, program.removeLent(object) {
            session.recordChange()
            return
        }
        guard unsafe session.nativeObject(of: object) != nil, !(object is PluginObject) else {
            throw Refusal(
                Status.invalid,
                "The object was not lent",
                remedy: "Objects that a class creates end when nothing refers to them."
            )
        }
        session.abandon(object)
        program.forget(object)
    }

    private var isInCallback: Bool {
        var here: UInt8 = 0
        // Invariant: the guard lives as long as the slot, and `here` is in this frame.
        return unsafe withUnsafePointer(to: &here) { here in
            unsafe restoration_guard_state(restoration_slot_guard(slot), here) > 0
        }
    }

    // MARK: The end

    /// Closes the session. Saves nothing.
    func close() {
        detachFromGLib()
        session.onSave = nil
        session.onSettled = nil
        session.close()
        // Before the program's callbacks become invalid.
        log.deliver()
        program.end()
        log.close()
    }

    // MARK: GLib

    /// - Parameter context: A `GMainContext`; `nil` for the default one.
    func attachToGLib(_ context: UnsafeMutableRawPointer?) throws {
        detachFromGLib()
        let number = unsafe restoration_slot_session(slot)
        // Invariant: the number is not an address, and is checked at every use.
        var client = unsafe restoration_main_client(
            context: UnsafeMutableRawPointer(number),
            descriptor: { unsafe restoration_session_descriptor(OpaquePointer($0)) },
            milliseconds: { unsafe restoration_session_milliseconds(OpaquePointer($0)) },
            run: { _ = unsafe restoration_session_run_pending(OpaquePointer($0)) },
            release: { _ in }
        )
        var missing: UnsafePointer<CChar>?
        let source = unsafe restoration_main_attach(&client, context, &missing)
        guard let source = unsafe source else {
            let name = unsafe missing.map { unsafe String(cString: $0) } ?? ""
            throw SessionError.glibMissing(function: name)
        }
        unsafe mainSource = source
    }

    func detachFromGLib() {
        guard let source = unsafe mainSource else { return }
        unsafe mainSource = nil
        unsafe restoration_main_detach(source)
    }
}

/// Stores the last problem of the calling thread.
func refuse(_ error: any Error) -> Int32 {
    let refusal = Refusal(error)
    let diagnosis = refusal.diagnosis
    return unsafe restoration_refuse(
        refusal.status,
        diagnosis.problem,
        diagnosis.place ?? "",
        diagnosis.remedy
    )
}
