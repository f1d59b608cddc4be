import Foundation

extension ContractProgram {
    /// Runs `PluginTestHelper` to its end, and returns what it told and its exit status, or the
    /// signal that ended it.
    ///
    /// - Parameter tool: the command that starts it, such as `strace`; none if empty.
    func launch(_ arguments: String..., under tool: [String] = []) throws -> String {
        let process = Process()
        let helper = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "PluginTestHelper")
        process.executableURL = tool.isEmpty ? helper : URL(filePath: "/usr/bin/env")
        process.arguments = tool + (tool.isEmpty ? [] : [helper.path]) + [directory] + arguments
        // Swift's own handler of crashes would look for symbols each time.
        process.environment = [
            "HOME": directory, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let told = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: told, as: UTF8.self).split(separator: "\n").joined(separator: " ")
            + " \(process.terminationStatus)"
    }
}
