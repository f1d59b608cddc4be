/// The file names in a state directory.
package enum FileName {
    /// The current generation.
    package static let current = "archive"
    /// The previous generation, which is also the spare that the next save overwrites.
    package static let previous = "archive.previous"
    /// The archive found by the newest launch that saved.
    package static let found = "archive.found"
    /// The archive that another device's state replaced at the user's request.
    package static let mine = "archive.mine"
    /// The device's record of a remote store.
    static let remote = "remote"
    /// The files of generations, newest first.
    package static let generations = [current, previous, found]
    /// The files beside the current generation that can be reinstated.
    package static let reinstatable = [previous, found, mine]
    static let report = "report"
    static let saveReport = "report.save"
    package static let lock = "lock"
    static let setAside = "set-aside"
    static let ledger = "ledger"

    // Temporary names during a replacement. Leftovers of an interrupted save are worthless.
    static let newArchive = "archive.new"
    static let linkedArchive = "archive.link"
    static let newReport = "report.new"
    static let newSaveReport = "report.save.new"
    static let newRemote = "remote.new"
    static let temporary = [newArchive, linkedArchive, newReport, newSaveReport, newRemote]
}
