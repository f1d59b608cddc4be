import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import RestorationTesting

/// A load of a plugin's build in a process of its own, before programs that run are to load it: a
/// library that ends its process while it is loaded would end them.
enum TrialLoad {
    /// - Throws: ``CommandError/loadEndsProcess(_:ending:)``. What else is wrong with the build,
    ///   the program that loads it says.
    static func check(_ file: String) throws {
        // The plugin's code may change the working directory.
        let place = RuleResultFile(
            path: absolutePath(
                FileManager.default.temporaryDirectory
                    .appending(component: "restorectl-\(UUID().uuidString)").path
            )
        )
        defer { place.remove() }
        let limit = Duration.seconds(10)
        let run = try ToolRun(
            [
                "env", "SWIFT_BACKTRACE=enable=no",
                ProcessFacts.currentProgram ?? "/proc/self/exe", "plugin", "check-rule",
                "--rule", "load.descriptor", "--result", place.path, "--",
                absolutePath(file),
            ],
            limit: limit
        )
        guard place.verdict == nil else { return }
        let ending =
            if run.tookTooLong {
                "it has not come back after \(limit.briefly)"
            } else if run.status > 128 {
                SystemFacts.name(ofSignal: run.status - 128)
            } else {
                "exit status \(run.status)"
            }
        throw CommandError.loadEndsProcess(file, ending: ending)
    }
}
