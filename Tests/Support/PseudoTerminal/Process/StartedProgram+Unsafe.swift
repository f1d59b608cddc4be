internal import CPseudoTerminal
internal import Glibc

/// A newly started program with its descriptors.
struct StartedProgram {
    let processIdentifier: Int32
    /// Readable once the program has ended (pidfd).
    let process: Descriptor
    let terminal: Descriptor
    let reportPipes: [ReportPipe]

    init(_ program: TerminalProgram, rows: Int, columns: Int) throws(PseudoTerminalError) {
        var descriptors: [pseudo_terminal_descriptor] = []
        var pipes: [ReportPipe] = []
        // Closed when this function returns, so the pipe ends when the program closes its copy.
        var writingEnds: [Descriptor] = []
        for number in program.reports {
            let (reading, writing) = try Self.pipe(for: program)
            pipes.append(ReportPipe(childNumber: number, reading: reading))
            writingEnds.append(writing)
            descriptors.append(
                pseudo_terminal_descriptor(parent: writing.number, child: number)
            )
        }
        let child = try withExtendedLifetime(writingEnds) { () throws(PseudoTerminalError) in
            try Self.start(program, descriptors, rows: UInt16(rows), columns: UInt16(columns))
        }
        processIdentifier = child.process
        process = Descriptor(owning: child.process_descriptor)
        terminal = Descriptor(owning: child.terminal)
        reportPipes = pipes
    }

    private static func pipe(
        for program: TerminalProgram
    ) throws(PseudoTerminalError) -> (reading: Descriptor, writing: Descriptor) {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        // Invariant: both results are lent for the call.
        let error = unsafe pseudo_terminal_pipe(&reading, &writing)
        guard error == 0 else {
            throw .callFailed("pipe2", errno: error, program: program.path)
        }
        return (Descriptor(owning: reading), Descriptor(owning: writing))
    }

    private static func start(
        _ program: TerminalProgram,
        _ descriptors: [pseudo_terminal_descriptor],
        rows: UInt16,
        columns: UInt16
    ) throws(PseudoTerminalError) -> pseudo_terminal_child {
        let arguments = CStringArray(argumentsOf: program)
        let environment = CStringArray(environmentOf: program)
        let strings = CStringArray([program.path])
        var failedCall: UnsafePointer<CChar>?
        // Invariant: the call only borrows its arguments. The three arrays and the descriptors live
        // until it returns.
        let child = withExtendedLifetime((arguments, environment, strings)) {
            unsafe descriptors.withUnsafeBufferPointer { descriptors in
                var request = unsafe pseudo_terminal_program(
                    path: strings.pointers[0],
                    arguments: arguments.pointers.baseAddress,
                    environment: environment.pointers.baseAddress,
                    descriptors: descriptors.baseAddress,
                    descriptor_count: descriptors.count,
                    rows: rows,
                    columns: columns
                )
                return unsafe pseudo_terminal_start(&request, &failedCall)
            }
        }
        guard child.error == 0 else {
            // Invariant (pseudo_terminal.h): a failed start sets the name of the call, a constant
            // string.
            let call = unsafe failedCall.map { unsafe String(cString: $0) } ?? "start"
            throw .callFailed(call, errno: child.error, program: program.path)
        }
        return child
    }
}
