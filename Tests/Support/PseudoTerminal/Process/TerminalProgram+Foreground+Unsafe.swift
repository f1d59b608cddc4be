internal import CPseudoTerminal

extension TerminalProgram {
    /// Runs the program on the terminal of this process, as a shell does, and waits for its end.
    ///
    /// The program stays in the process group of this process, hence in the foreground: it may read
    /// keys, and Ctrl-C and Ctrl-Z reach it. Main thread only. Ignores ``reports``.
    ///
    /// - Throws: ``PseudoTerminalError/callFailed(_:errno:program:)`` if it cannot be executed.
    public func runInForeground() throws(PseudoTerminalError) -> ExitStatus {
        let strings = CStringArray([path])
        let arguments = CStringArray(argumentsOf: self)
        let environment = CStringArray(environmentOf: self)
        var status = pseudo_terminal_status()
        // Invariant: the call only borrows, and the three arrays live until it has returned.
        let error = withExtendedLifetime((strings, arguments, environment)) {
            var request = unsafe pseudo_terminal_program()
            unsafe request.path = UnsafePointer(strings.pointers[0])
            unsafe request.arguments = UnsafePointer(arguments.pointers.baseAddress)
            unsafe request.environment = UnsafePointer(environment.pointers.baseAddress)
            return unsafe pseudo_terminal_run_here(&request, &status)
        }
        guard error == 0 else { throw .callFailed("posix_spawn", errno: error, program: path) }
        return status.signal != 0 ? .signaled(status.signal) : .exited(status.code)
    }
}
