/// The files of a state directory.
package enum FileName {
    /// The current generation.
    package static let current = "archive"
    /// The generation before it, and the spare that the next one is written over.
    package static let previous = "archive.previous"
    /// The generation that the newest launch to save found when it opened the store.
    package static let found = "archive.found"
    /// The files of generations, newest first.
    package static let generations = [current, previous, found]
    static let report = "report"
    static let saveReport = "report.save"
    static let lock = "lock"
    static let setAside = "set-aside"
    static let ledger = "ledger"

    // Names that live only while a file is being replaced; what an interrupted save left under them
    // is worth nothing.
    static let newArchive = "archive.new"
    static let linkedArchive = "archive.link"
    static let newReport = "report.new"
    static let newSaveReport = "report.save.new"
    static let temporary = [newArchive, linkedArchive, newReport, newSaveReport]
}
