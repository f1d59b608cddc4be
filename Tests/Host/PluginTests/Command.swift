import TestSupport

/// Runs programs, such as compilers.
enum Command {
    /// Runs a program, found through PATH unless the name is a path, and returns its output and
    /// errors.
    @discardableResult
    static func run(_ arguments: [String]) throws -> String {
        let finished = try FinishedProgram("/usr/bin/env", arguments)
        let printed = finished.output + finished.errors
        guard finished.status == 0 else { throw Failure(printed: printed) }
        return printed
    }

    struct Failure: Error {
        let printed: String
    }
}
