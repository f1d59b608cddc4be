package import Glibc
package import RestorationCore

/// A store's injectable dependencies. Only tests replace them.
package struct StorageConditions: Sendable {
    /// The size of a piece in bytes.
    ///
    /// 128 KiB is large enough to make the cost per piece negligible, and small enough that reading
    /// one object opens little else.
    package var pieceSize = 128 * 1024
    package var now: @Sendable () -> Timestamp = WallClock.now
    /// The only accepted owner of directories, besides root.
    package var user = geteuid()
    /// Called before each step that reaches the disk. Throwing simulates a failure of the step.
    package var before: @Sendable (StorageStep) throws(SystemError) -> Void = { _ in }

    package init() {}
}

/// The steps at which tests can interrupt reading or writing a file.
package enum StorageStep: Hashable, Sendable {
    case openFile(String)
    case readPiece(Int)

    case synchronizeFound
    case openSpare
    case createNew
    case writeHeader
    case writePiece(Int)
    case writeFooter
    case truncate
    case synchronizeFile
    case exchange
    case linkCurrent
    case linkCopy
    case copyChunk(Int)
    case replacePrevious
    case replaceCurrent
    case keepFound
    case synchronizeDirectory
}
