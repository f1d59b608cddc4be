import FoundationEssentials
import RestorationKit

/// Notices when files of a project change.
///
/// What changes while the project is built counts, too, for a person may go on meanwhile. A file
/// that changes in three builds one after the other is the builds' own, such as a log.
struct ProjectWatch {
    private let project: PluginProject
    private var known: [String: Date]
    /// In how many builds up to the last one each file has changed.
    private var changesInBuilds: [String: Int] = [:]

    init(_ project: PluginProject) {
        self.project = project
        known = project.timesOfChange()
    }

    /// Builds.
    mutating func during<Result>(_ build: () throws -> Result) rethrows -> Result {
        let result = try build()
        let times = project.timesOfChange()
        let changed = Set(times.keys).union(known.keys).filter { times[$0] != known[$0] }
        changesInBuilds = Dictionary(
            uniqueKeysWithValues: changed.map { ($0, changesInBuilds[$0, default: 0] + 1) }
        )
        for (file, count) in changesInBuilds where count > 2 { known[file] = times[file] }
        return result
    }

    /// Whether a file has changed since the last build began.
    var hasChanged: Bool { project.timesOfChange() != known }

    /// Returns when a file has changed since the last build began. Looks three times a second.
    mutating func waitForChange() {
        while !hasChanged {
            SystemClock().wait(until: .now + .milliseconds(300), orReadable: -1)
        }
        known = project.timesOfChange()
    }
}
