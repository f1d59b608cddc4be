import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import RestorationTesting

/// Loads a plugin's build in a child process before running programs reload it, since a library
/// that ends its process while loading would end them.
enum TrialLoad {
    /// - Throws: ``CommandError/loadEndsProcess(_:ending:)``. Programs report other faults of the
    ///   build when they load it.
    static func check(_ file: String) throws {
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
                "it did not return within \(limit.briefly)"
            } else if run.status > 128 {
                SystemFacts.name(ofSignal: run.status - 128)
            } else {
                "exit status \(run.status)"
            }
        throw CommandError.loadEndsProcess(file, ending: ending)
    }
}
