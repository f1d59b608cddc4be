internal import CRestorationPlugin
@_spi(Memory) internal import RestorationCore
internal import Synchronization

/// A ``RestorationCoder`` as a plugin sees it: the table of `restoration/coder.h`.
///
/// The table's address is fixed during this object's lifetime. A pointer that the plugin stores
/// leads, after the call, to a coder that refuses everything.
@safe final class PluginCoder {
    let table: UnsafeMutablePointer<restoration_coder>
    /// The only plugin that uses the coder, so that a misuse by its threads harms no other plugin.
    let image: PluginImage
    private let thread: ThreadIdentity
    /// Invariant: the context owns this object, and the caller of ``lend`` holds the context.
    private let owner: Unmanaged<PluginContext>
    /// Whether another thread has used the coder. Atomic, because the other thread sets it.
    private let isUsedElsewhere = Atomic(false)
    /// The state of the running call. Unguarded, because each put and get reads much of it.
    private let state = Unguarded(State())

    /// The kind of call, which decides about references.
    enum Purpose {
        case encoding, decoding, creation, migration, parameters
    }

    @safe private struct State {
        var purpose = Purpose.creation
        /// Invariant: the caller of ``lend`` keeps both alive meanwhile.
        var holder: Unmanaged<PluginObject>?
        var coder: Unmanaged<RestorationCoder>?
        var references = ProgramReferences()
        var written: [WrittenContainer] = []
        var read: [ReadContainer] = []
        var fault: CoderError?
        /// Whether there is a fault or damage. Cheaper to test than these.
        var hasFault = false
        var refusals: [Refusal] = []
        var containerNumbers: [Int] = []
        var writtenContainerCount = 0
        var damage: CoderError?
        var recordKeys: BorrowedKeys?
    }

    struct Refusal {
        let key: String
        let container: Int?
        let fault: CoderError
    }

    var purpose: Purpose { state.value.purpose }
    /// The decoding object, if any.
    var holder: Unmanaged<PluginObject>? { unsafe state.value.holder }
    var coder: RestorationCoder? { unsafe state.value.coder?.takeUnretainedValue() }
    /// The objects that a call of the program has referenced so far. Empty in calls of plugins.
    var references: ProgramReferences {
        _read { yield state.value.references }
        _modify { yield &state.value.references }
    }
    /// The containers open for writing, the innermost last.
    var written: [WrittenContainer] {
        _read { yield state.value.written }
        _modify { yield &state.value.written }
    }
    /// The containers entered for reading, the innermost last.
    var read: [ReadContainer] {
        _read { yield state.value.read }
        _modify { yield &state.value.read }
    }
    /// The latest fault, for a plugin that fails without a message.
    var lastFault: CoderError? { state.value.fault ?? faultElsewhere }
    /// Refused values, until another value replaces them. They fail the call even if the plugin
    /// ignores the refusal: a user's text must not be lost silently.
    var refusals: [Refusal] {
        _read { yield state.value.refusals }
        _modify { yield &state.value.refusals }
    }
    /// Numbers of the containers in ``written``, unlike those of earlier ones under the same keys.
    var containerNumbers: [Int] {
        _read { yield state.value.containerNumbers }
        _modify { yield &state.value.containerNumbers }
    }
    var writtenContainerCount: Int {
        get { state.value.writtenContainerCount }
        set { state.value.writtenContainerCount = newValue }
    }
    /// Damage found while reading. It fails the call even if the plugin ignores it.
    var damage: CoderError? { state.value.damage }
    /// The record's keys, copied when the call first asks for one.
    var recordKeys: BorrowedKeys? {
        get { state.value.recordKeys }
        set { state.value.recordKeys = newValue }
    }

    init(_ context: PluginContext, for image: PluginImage) {
        unsafe owner = Unmanaged.passUnretained(context)
        self.image = image
        thread = context.mailbox.thread
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: restoration_coder())
        unsafe table.pointee = Self.functions
        // Invariant: the table is deallocated with this object, so the reference never dangles.
        unsafe table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        state.end()
        unsafe table.deinitialize(count: 1)
        unsafe table.deallocate()
    }

    /// Lends `coder` to the plugin while `body` runs.
    ///
    /// - Parameters:
    ///   - version: The schema version of the values; `nil` for none.
    ///   - holder: The decoding object.
    @inline(__always)
    func lend<Result>(
        _ coder: RestorationCoder,
        for purpose: Purpose,
        version: Int?,
        holder: PluginObject? = nil,
        _ body: (UnsafeMutablePointer<restoration_coder>) throws -> Result
    ) rethrows -> Result {
        unsafe state.value.coder = Unmanaged.passUnretained(coder)
        state.value.purpose = purpose
        unsafe state.value.holder = holder.map { unsafe Unmanaged.passUnretained($0) }
        unsafe table.pointee.schema_version = UInt32(clamping: version ?? 0)
        isUsedElsewhere.store(false, ordering: .relaxed)
        if state.value.hasFault {
            (state.value.fault, state.value.damage, state.value.hasFault) = (nil, nil, false)
        }
        if !refusals.isEmpty { refusals = [] }
        if !references.isEmpty {
            // Releasing the objects may run their code, which must not happen during the access.
            let former = references.new
            withExtendedLifetime(former) { references.removeAll() }
        }
        defer { reset() }
        return unsafe try body(table)
    }

    private func reset() {
        unsafe state.value.coder = nil
        unsafe state.value.holder = nil
        // Most calls leave all of these empty.
        if recordKeys != nil { recordKeys = nil }
        if !written.isEmpty { written.removeAll(keepingCapacity: true) }
        if !containerNumbers.isEmpty { containerNumbers.removeAll(keepingCapacity: true) }
        if !read.isEmpty { read.removeAll(keepingCapacity: true) }
    }

    /// Passes the coder behind a table to `body`, or returns the status of an unusable table.
    @inline(__always)
    static func use(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ body: (PluginCoder, RestorationCoder) -> restoration_status
    ) -> restoration_status {
        // Invariant: a plugin passes the table that it was given, whose context is a `PluginCoder`
        // with the same lifetime. Null is the only detectable mistake.
        guard let context = unsafe table?.pointee.context else { return Status.invalid }
        return unsafe Unmanaged<PluginCoder>.fromOpaque(context)._withUnsafeGuaranteedRef {
            wrapper in
            guard wrapper.thread.isCurrent else {
                wrapper.isUsedElsewhere.store(true, ordering: .relaxed)
                return Status.wrongThread
            }
            guard let coder = unsafe wrapper.state.value.coder else { return Status.invalid }
            // Invariant: `lend` has a reference to it until the plugin's function returns.
            return unsafe coder._withUnsafeGuaranteedRef { body(wrapper, $0) }
        }
    }

    /// Runs `body` with the session's context, without retaining it.
    @inline(__always)
    func withContext<Result>(_ body: (PluginContext) -> Result) -> Result {
        unsafe owner._withUnsafeGuaranteedRef(body)
    }

    /// The fault of a call on another thread, if any.
    var faultElsewhere: CoderError? {
        // Visible in time only if the plugin joins its thread.
        guard isUsedElsewhere.load(ordering: .relaxed) else { return nil }
        return .misuse("A coder was used on another thread than the session's")
    }

    /// Whether there is a fault, or was one on another thread.
    var hasFault: Bool { state.value.hasFault || isUsedElsewhere.load(ordering: .relaxed) }

    /// Whether the call has ended without any fault. False does not mean that the call fails.
    @inline(__always)
    func isFaultless(_ coder: RestorationCoder) -> Bool {
        !hasFault && refusals.isEmpty && written.isEmpty
            && (coder.isReading || !coder.hasWritingFault)
    }

    /// Records a fault, and returns the status for the plugin.
    func status(for fault: CoderError) -> restoration_status {
        let placed = read.isEmpty ? fault : fault.mapKey { _ in placeOfReading }
        (state.value.fault, state.value.hasFault) = (placed, true)
        image.reportRefusal("Its coder refuses a call: \(placed.clause).")
        switch fault {
        case .mismatch, .outOfRange: return Status.mismatch
        case .limit: return Status.limit
        case .damaged:
            state.value.damage = fault
            return Status.failed
        case .unsupported: return Status.unsupported
        default: return Status.invalid
        }
    }
}

/// The statuses of `restoration/types.h`. Swift imports the header's anonymous enumeration as
/// `Int`.
enum Status {
    static let ok = restoration_status(RESTORATION_OK)
    static let declined = restoration_status(RESTORATION_DECLINED)
    package static let absent = restoration_status(RESTORATION_ABSENT)
    package static let mismatch = restoration_status(RESTORATION_MISMATCH)
    package static let unsupported = restoration_status(RESTORATION_UNSUPPORTED)
    package static let limit = restoration_status(RESTORATION_LIMIT)
    package static let invalid = restoration_status(RESTORATION_INVALID)
    package static let wrongThread = restoration_status(RESTORATION_WRONG_THREAD)
    static let failed = restoration_status(RESTORATION_FAILED)
    static let notYet = restoration_status(RESTORATION_NOT_YET)

    /// The status of a call. An error message means failure, even if the function returns success.
    static func settled(_ returned: restoration_status, _ message: String?) -> restoration_status {
        returned == ok && message != nil ? failed : returned
    }
}

/// The limits of `restoration/coder.h`.
enum PluginCoderLimit {
    static let keyLength = 255
    static let depth = 64
    /// The largest number of recorded refusals. Once it is reached, no later value withdraws one.
    static let refusals = 16
    /// The largest text or bytes: the limit of a record.
    static let valueSize = 1 << 30
}

extension restoration_string {
    var borrowedKey: UnsafeRawBufferPointer? {
        guard let bytes = unsafe borrowedBytes,
            (1...PluginCoderLimit.keyLength).contains(bytes.count), unsafe bytes.isUTF8
        else { return nil }
        return unsafe bytes
    }
}
