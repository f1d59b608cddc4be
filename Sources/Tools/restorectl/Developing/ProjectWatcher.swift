import CRestorationSystem
import FoundationEssentials
import RestorationKit

/// Detects changes in a project's files.
///
/// Changes during a build count, too, since the developer may continue editing. A file that changes
/// in three consecutive builds is build output, such as a log.
struct ProjectWatcher {
    private let project: PluginProject
    private var known: [String: Date]
    /// For each file, the number of consecutive builds up to the last in which it changed.
    private var changesInBuilds: [String: Int] = [:]

    init(_ project: PluginProject) {
        self.project = project
        known = project.timesOfChange()
    }

    /// Runs a build and records the files that change during it.
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

    /// Waits until a file has changed since the last build began. Polls three times a second.
    mutating func waitForChange() {
        while !hasChanged {
            restoration_event_wait(-1, 300)
        }
        known = project.timesOfChange()
    }
}
