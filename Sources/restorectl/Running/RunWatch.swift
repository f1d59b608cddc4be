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
        var hurriedCrashes = 0
        while true {
            let begin = ContinuousClock.now
            let status = try ToolRun.status(of: process(in: folder, after: crash))
            guard let signal = Self.crash(status) else {
                return Findings.Status(rawValue: status) ?? .failed
            }
            streams.report(
                CommandError.pluginCrashed(command.file, signal: SignalName.of(signal)).diagnosis
            )
            hurriedCrashes = ContinuousClock.now - begin < .seconds(2) ? hurriedCrashes + 1 : 0
            // What crashes in each restore ends it.
            guard hurriedCrashes < 3 else { return .failed }
            crash = SignalName.of(signal)
        }
    }

    private func process(in folder: RunFolder, after crash: String?) -> [String] {
        // The runtime's own report of a crash would take seconds.
        ["env", "SWIFT_BACKTRACE=enable=no", ProcessFacts.currentProgram ?? "restorectl"]
            + command.arguments(in: folder, line: 0, current: nil, crash: crash)
    }

    /// The signal of a crash; `nil` for any other end.
    private static func crash(_ status: Int32) -> Int32? {
        let signal = status - 128
        return [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP].contains(signal) ? signal : nil
    }
}
