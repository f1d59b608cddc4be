internal import CRestorationPlugin
internal import RestorationCore
internal import Synchronization

/// A ``RestorationCoder`` as a plugin sees it: the table of `restoration/coder.h`.
///
/// The table's address is fixed during this object's lifetime. A pointer that the plugin stores
/// leads, after the call, to a coder that refuses everything.
@safe final class PluginCoder {
    let table: UnsafeMutablePointer<restoration_coder>
    /// The plugin whose calls use the coder. A later misuse by its threads harms no other plugin.
    let image: PluginImage
    private let thread: ThreadIdentity
    /// Invariant: the context owns this object.
    private(set) weak var context: PluginContext?
    private(set) var purpose = Purpose.creation

    /// The kind of call, which decides about references.
    enum Purpose {
        case encoding, decoding, creation, migration, parameters
    }

    /// The decoding object, if any.
    private(set) var holder: PluginObject?
    private(set) var coder: RestorationCoder?
    /// The objects to which the program's running call refers. Empty for a plugin.
    var references: [any Restorable] = []
    /// The containers open for writing, the innermost last.
    var written: [WrittenContainer] = []
    /// The containers entered for reading, the innermost last.
    var read: [ReadContainer] = []
    /// The latest fault, for a plugin that fails without a message.
    var lastFault: CoderError? { fault ?? faultElsewhere }
    private var fault: CoderError?
    /// Whether another thread has used the coder. Atomic, because the other thread sets it.
    private let isUsedElsewhere = Atomic(false)
    /// Refused values, until another value replaces them. They fail the call even if the plugin
    /// ignores the refusal: a user's text must not be lost silently.
    var refusals: [(key: String, container: Int?, fault: CoderError)] = []
    /// Numbers that distinguish the containers in ``written`` from others under the same keys.
    var containerNumbers: [Int] = []
    var begunCount = 0
    /// Damage found while reading. It fails the call even if the plugin ignores it.
    private(set) var damage: CoderError?
    /// Copied on first use.
    var recordKeys: BorrowedKeys?

    init(_ context: PluginContext, for image: PluginImage) {
        self.context = context
        self.image = image
        thread = context.mailbox.thread
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: restoration_coder())
        unsafe table.pointee = Self.functions
        // Invariant: the table is deallocated with this object, so the reference never dangles.
        unsafe table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        unsafe table.deinitialize(count: 1)
        unsafe table.deallocate()
    }

    /// Lends `coder` to the plugin while `body` runs.
    ///
    /// - Parameters:
    ///   - version: The schema version of the values; `nil` for none.
    ///   - holder: The decoding object.
    func lend<Result>(
        _ coder: RestorationCoder,
        for purpose: Purpose,
        version: Int?,
        holder: PluginObject? = nil,
        _ body: (UnsafeMutablePointer<restoration_coder>) throws -> Result
    ) rethrows -> Result {
        self.coder = coder
        self.purpose = purpose
        self.holder = holder
        unsafe table.pointee.schema_version = UInt32(clamping: version ?? 0)
        fault = nil
        isUsedElsewhere.store(false, ordering: .relaxed)
        refusals.removeAll()
        references.removeAll()
        damage = nil
        defer { reset() }
        return unsafe try body(table)
    }

    private func reset() {
        coder = nil
        holder = nil
        written.removeAll(keepingCapacity: true)
        containerNumbers.removeAll(keepingCapacity: true)
        read.removeAll(keepingCapacity: true)
        recordKeys = nil
    }

    /// Passes the coder behind a table to `body`, or returns the status of an unusable table.
    static func use(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ body: (PluginCoder, RestorationCoder) -> restoration_status
    ) -> restoration_status {
        // Invariant: a plugin passes the table that it was given, whose context is a `PluginCoder`
        // with the same lifetime. Null is the only detectable mistake.
        guard let context = unsafe table?.pointee.context else { return Status.invalid }
        let wrapper = unsafe Unmanaged<PluginCoder>.fromOpaque(context).takeUnretainedValue()
        guard wrapper.thread.isCurrent else {
            wrapper.isUsedElsewhere.store(true, ordering: .relaxed)
            return Status.wrongThread
        }
        guard let coder = wrapper.coder else { return Status.invalid }
        return body(wrapper, coder)
    }

    /// The fault of a call on another thread, if any.
    var faultElsewhere: CoderError? {
        // Visible in time only if the plugin joins its thread.
        guard isUsedElsewhere.load(ordering: .relaxed) else { return nil }
        return .misuse("A coder was used on another thread than the session's")
    }

    /// Records a fault, and returns the status for the plugin.
    func status(for fault: CoderError) -> restoration_status {
        self.fault = read.isEmpty ? fault : fault.mapKey { _ in placeOfReading }
        image.reportRefusal("Its coder refuses a call: \((self.fault ?? fault).clause).")
        switch fault {
        case .mismatch, .outOfRange: return Status.mismatch
        case .limit: return Status.limit
        case .damaged:
            damage = fault
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
    /// The number of recorded refusals. Once it is reached, none is withdrawn.
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
