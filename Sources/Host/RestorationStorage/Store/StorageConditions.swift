package import Glibc
package import RestorationCore

/// What a store takes from its surroundings: tests replace it, programs never do.
package struct StorageConditions: Sendable {
    /// The size of a piece in bytes.
    ///
    /// 128 KiB: large enough that the cost per piece vanishes, small enough that reading one object
    /// opens little else.
    package var pieceSize = 128 * 1024
    /// The time of day.
    package var now: @Sendable () -> Timestamp = WallClock.now
    /// Whose directory it must be, or the administrator's.
    package var user = geteuid()
    /// Called before each step that reaches the disk; an error stands for the step failing.
    package var before: @Sendable (StorageStep) throws(SystemError) -> Void = { _ in }

    package init() {}
}

/// The steps at which reading or writing a file can be cut off.
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
