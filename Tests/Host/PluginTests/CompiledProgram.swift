import TestSupport

/// Runs the toolchain's compilers.
enum CompiledProgram {
    /// Runs a program found through PATH and returns its output.
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
