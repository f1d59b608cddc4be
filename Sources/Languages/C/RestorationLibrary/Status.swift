internal import CRestorationPlugin

/// The statuses of `restoration/types.h`, which Swift imports as `Int`.
enum Status {
    static let ok = Int32(RESTORATION_OK)
    static let declined = Int32(RESTORATION_DECLINED)
    static let absent = Int32(RESTORATION_ABSENT)
    static let mismatch = Int32(RESTORATION_MISMATCH)
    static let unsupported = Int32(RESTORATION_UNSUPPORTED)
    static let limit = Int32(RESTORATION_LIMIT)
    static let invalid = Int32(RESTORATION_INVALID)
    static let failed = Int32(RESTORATION_FAILED)
    static let notYet = Int32(RESTORATION_NOT_YET)
    static let busy = Int32(RESTORATION_BUSY)
    static let keyUnavailable = Int32(RESTORATION_KEY_UNAVAILABLE)
    static let diskFull = Int32(RESTORATION_DISK_FULL)
    static let notRestored = Int32(RESTORATION_NOT_RESTORED)
    static let alreadyRestored = Int32(RESTORATION_ALREADY_RESTORED)
    static let closed = Int32(RESTORATION_CLOSED)
    static let stale = Int32(RESTORATION_STALE)
    static let forked = Int32(RESTORATION_FORKED)
    static let inCallback = Int32(RESTORATION_IN_CALLBACK)
    static let versionMismatch = Int32(RESTORATION_VERSION_MISMATCH)
    static let taken = Int32(RESTORATION_TAKEN)
}
