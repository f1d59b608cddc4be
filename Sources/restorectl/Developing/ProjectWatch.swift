import FoundationEssentials
import RestorationKit

/// Notices when files of a project change.
///
/// What changes while the project is built counts, too, for a person may go on meanwhile. A file
/// that changes in two builds one after the other is the builds' own, such as a log.
struct ProjectWatch {
    private let project: PluginProject
    private var known: [String: Date]
    private var changedInBuild: Set<String> = []

    init(_ project: PluginProject) {
        self.project = project
        known = project.timesOfChange()
    }

    /// Builds.
    mutating func during<Result>(_ build: () throws -> Result) rethrows -> Result {
        let result = try build()
        let times = project.timesOfChange()
        let changed = Set(times.keys).union(known.keys).filter { times[$0] != known[$0] }
        for file in changed.intersection(changedInBuild) { known[file] = times[file] }
        changedInBuild = changed
        return result
    }

    /// Returns when a file has changed since the last build began. Looks three times a second.
    mutating func waitForChange() {
        while true {
            let times = project.timesOfChange()
            guard times == known else {
                known = times
                return
            }
            SystemClock().wait(until: .now + .milliseconds(300), orReadable: -1)
        }
    }
}
