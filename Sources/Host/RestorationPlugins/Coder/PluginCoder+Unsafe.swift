internal import CRestorationPlugin
internal import RestorationCore
internal import Synchronization

/// A ``RestorationCoder`` as a plugin sees it: the table of `restoration/coder.h`.
///
/// The table lives at one address as long as this object, which lends it to one plugin, for one
/// call after the other. A plugin that keeps the pointer finds a coder that does nothing.
@safe final class PluginCoder {
    /// What the plugin is given.
    let table: UnsafeMutablePointer<restoration_coder>
    /// The plugin whose calls it is lent for. A thread of its that uses the coder after them harms
    /// nobody else.
    let image: PluginImage
    private let thread: ThreadIdentity
    /// Invariant: the context owns this object.
    private(set) weak var context: PluginContext?
    /// What the coder is lent for.
    private(set) var purpose = Purpose.creation

    /// What a coder is lent for, which decides about references.
    enum Purpose {
        case encoding, decoding, creation, migration, parameters
    }

    /// The object that decodes; `nil` for any other purpose.
    private(set) var holder: PluginObject?
    /// The coder that is lent at the moment.
    private(set) var coder: RestorationCoder?
    /// The arrays and dictionaries that are open for writing, the innermost last.
    var written: [WrittenContainer] = []
    /// The arrays and dictionaries that have been stepped into, the innermost last.
    var read: [ReadContainer] = []
    /// The last thing that went wrong, for a plugin that fails because of it and does not say why.
    var lastFault: CoderError? { fault ?? faultElsewhere }
    private var fault: CoderError?
    /// Whether another thread has used the coder. Atomic, because that is where it is set.
    private let isUsedElsewhere = Atomic(false)
    /// Values that were refused, with the key and the array or dictionary that they were for,
    /// unless something else has been stored there since. They make the call fail even if the
    /// plugin takes no notice: what a person typed must not be left out without a word.
    var refusals: [(key: String, container: Int?, fault: CoderError)] = []
    /// Tells the arrays and dictionaries in ``written`` apart from others with their keys.
    var containerNumbers: [Int] = []
    var begunCount = 0
    /// Damage that was met. It makes the call fail even if the plugin takes no notice.
    private(set) var damage: CoderError?
    /// The keys of the record, copied at the first question for one.
    var recordKeys: BorrowedKeys?

    init(_ context: PluginContext, for image: PluginImage) {
        self.context = context
        self.image = image
        thread = context.mailbox.thread
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: restoration_coder())
        unsafe table.pointee = Self.functions
        // Invariant: the table goes with this object, so the reference never dangles.
        unsafe table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        unsafe table.deinitialize(count: 1)
        unsafe table.deallocate()
    }

    /// Lends `coder` to the plugin while `body` runs.
    ///
    /// - Parameters:
    ///   - version: the schema version of what is read or written; `nil` for none.
    ///   - holder: the object that decodes.
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
        damage = nil
        defer { takeBack() }
        return unsafe try body(table)
    }

    private func takeBack() {
        coder = nil
        holder = nil
        written.removeAll(keepingCapacity: true)
        containerNumbers.removeAll(keepingCapacity: true)
        read.removeAll(keepingCapacity: true)
        recordKeys = nil
    }

    /// The coder behind a table, ready to be used; or why it is not.
    static func use(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ body: (PluginCoder, RestorationCoder) -> restoration_status
    ) -> restoration_status {
        // Invariant: a plugin passes the table that it was given, whose context is a `PluginCoder`
        // that lives as long. A null pointer is the one mistake that can be told apart.
        guard let context = unsafe table?.pointee.context else { return Status.invalid }
        let wrapper = unsafe Unmanaged<PluginCoder>.fromOpaque(context).takeUnretainedValue()
        guard wrapper.thread.isCurrent else {
            wrapper.isUsedElsewhere.store(true, ordering: .relaxed)
            return Status.wrongThread
        }
        guard let coder = wrapper.coder else { return Status.invalid }
        return body(wrapper, coder)
    }

    /// Why what another thread wanted of the coder did not happen.
    var faultElsewhere: CoderError? {
        // A plugin that waits for its thread has ordered the two; for one that does not, chance
        // says whether this comes in time.
        guard isUsedElsewhere.load(ordering: .relaxed) else { return nil }
        return .misuse("A coder was used on another thread than the session's")
    }

    /// Takes note of a fault and says what the plugin is told.
    func status(for fault: CoderError) -> restoration_status {
        self.fault = read.isEmpty ? fault : fault.mapKey { _ in placeOfReading }
        image.tellRefusal("Its coder refuses a call: \((self.fault ?? fault).clause).")
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

/// The statuses of `restoration/types.h`, by names of their own: the header's are an anonymous
/// enumeration, which Swift imports as `Int`.
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

    /// The status of a call: one that has said why it fails has failed, also if it returns success.
    static func settled(_ returned: restoration_status, _ message: String?) -> restoration_status {
        returned == ok && message != nil ? failed : returned
    }
}

/// The limits that `restoration/coder.h` states.
enum PluginCoderLimit {
    static let keyLength = 255
    static let depth = 64
    /// How many refused values are remembered one by one; beyond that, none is forgotten.
    static let refusals = 16
    /// The largest text or run of bytes: what fits one object's record.
    static let valueSize = 1 << 30
}

extension restoration_string {
    /// The bytes of a key, or `nil` if they cannot be one.
    var borrowedKey: UnsafeRawBufferPointer? {
        guard let bytes = unsafe borrowedBytes,
            (1...PluginCoderLimit.keyLength).contains(bytes.count), unsafe bytes.isUTF8
        else { return nil }
        return unsafe bytes
    }
}
