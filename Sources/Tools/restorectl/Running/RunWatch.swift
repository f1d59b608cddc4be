import Glibc
import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationTesting

/// Has processes do the steps of a run, one after the other: the plugin may crash them.
struct RunWatch {
    private let command: PluginRun

    init(_ command: PluginRun) { self.command = command }

    /// - Throws: Why it cannot begin.
    func run(_ streams: StandardStreams) throws -> Findings.Status {
        if let script = command.script, !RunProcess.readInput(from: script) {
            throw CommandError.noScript(script)
        }
        // Those that come go on with the file.
        _ = try command.trace.map { try CallTraceFile($0, isContinued: false) }
        let folder = try RunFolder(nil)
        defer { folder.remove() }
        RunProcess.outliveInterrupts()
        var crash: String?
        var crashesInARow = 0
        while true {
            let status = try ToolRun.status(of: process(in: folder, after: crash))
            guard status > 128 else {
                guard folder.hasEnded else { throw CommandError.pluginExited(command.file) }
                return Findings.Status(rawValue: status) ?? .failed
            }
            if status == 128 + SIGINT {
                folder.remove()
                RunProcess.endByInterrupt()
            }
            let signal = SystemFacts.name(ofSignal: status - 128)
            streams.report(
                CommandError.pluginCrashed(
                    command.file,
                    signal: signal,
                    place: folder.takeCall()
                ).diagnosis
            )
            crashesInARow = folder.takeBeginning() ? 1 : crashesInARow + 1
            // What crashes in each restore ends it, and so does what crashes at the end; and a
            // script is over.
            guard !folder.hasEnded, crashesInARow < 3, crash == nil || RunProcess.isInteractive
            else { return .failed }
            crash = signal
        }
    }

    private func process(in folder: RunFolder, after crash: String?) -> [String] {
        // The runtime's own report of a crash would take seconds.
        ["env", "SWIFT_BACKTRACE=enable=no", ProcessFacts.currentProgram ?? "restorectl"]
            + command.arguments(in: folder, line: 0, current: nil, crash: crash)
    }
}
