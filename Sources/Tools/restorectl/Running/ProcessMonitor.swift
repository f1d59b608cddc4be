import Glibc
import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationTesting

/// Runs the steps in child processes, and starts another after a crash.
struct ProcessMonitor {
    private let command: PluginRun

    init(_ command: PluginRun) { self.command = command }

    /// - Throws: The reason if the run cannot begin.
    func run(_ streams: StandardStreams) throws -> Findings.Status {
        if let script = command.script, !RunProcess.readInput(from: script) {
            throw CommandError.noScript(script)
        }
        // Empties the file. Child processes append to it.
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
            // Stop after a crash at the end of the run, after three crashes in a row, and after any
            // crash of a script.
            guard !folder.hasEnded, crashesInARow < 3, crash == nil || RunProcess.isInteractive
            else { return .failed }
            crash = signal
        }
    }

    private func process(in folder: RunFolder, after crash: String?) -> [String] {
        // The runtime's own crash report would take seconds.
        ["env", "SWIFT_BACKTRACE=enable=no", ProcessFacts.currentProgram ?? "restorectl"]
            + command.arguments(in: folder, line: 0, current: nil, crash: crash)
    }
}
