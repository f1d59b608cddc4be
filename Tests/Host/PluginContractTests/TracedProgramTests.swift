import TestSupport
import Testing

/// `strace` stops a traced thread at each system call.
@Suite struct `A program that is traced` {
    @Test(arguments: [["strace"], ["strace", "-f"], ["strace", "-c"]])
    func `loads its plugins, restores and saves`(tracer: [String]) throws {
        let program = try ContractProgram()
        try ContractPlugin.compile("crashing", into: program.plugins)
        try #require(program.launch("make") == "restored saved 0")

        let output = try program.launch(under: tracer + ["-o", "/dev/null"])

        #expect(output == "restored saved 0")
    }
}
