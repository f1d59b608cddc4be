import Glibc
import RestorationBindings
import Testing

@Suite struct `Another program` {
    @Test func `reports its exit status`() throws {
        #expect(try ToolRun(["sh", "-c", "exit 3"]).status == 3)
        #expect(try ToolRun.status(of: ["sh", "-c", "kill -KILL $$"]) == 128 + SIGKILL)
    }

    @Test func `never counts as successful if the system discards its status`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGCHLD, SIG_IGN)
            do {
                _ = try ToolRun(["true"])
            } catch ToolError.statusUnknown("true") {
                let status = Result { try ToolRun.status(of: ["true"]) }
                if case .failure(ToolError.statusUnknown) = status { exit(7) }
            }
        }
    }

    @Test func `says that it could not be started`() {
        #expect {
            try ToolRun(["no-such-program-here"])
        } throws: { error in
            "\(error)".hasPrefix("error: no-such-program-here could not be run: No such file")
        }
    }
}
