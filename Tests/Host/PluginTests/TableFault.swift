import RestorationCore
import RestorationPlugins
import Testing

/// The error of loading a fixture with a fault in its descriptor or in a class table.
struct TableFault {
    let error: (any DiagnosedError)?
    private let file: String

    /// - Parameter options: the macros to define with `-D`.
    init(_ fixture: String, _ options: [String]) throws {
        let directory = try TemporaryDirectory()
        let library = try CompiledPlugin(
            fixture,
            in: directory,
            options: options.map { "-D\($0)" }
        )
        let plugin = try library.discovered()
        file = library.file
        do {
            _ = try PluginHost().loader.classes(of: plugin)
            error = nil
        } catch let error as any DiagnosedError {
            self.error = error
        }
    }

    /// Expects an error with this problem and the library's path. Another test compares the remedy
    /// with the list of refusals.
    func expect(_ problem: String) {
        let message = error?.description ?? ""
        #expect(message.hasPrefix("error: \(problem)\n   at: \(file)\n  fix: "), "\(message)")
        // The problem must fit on one line.
        #expect(error?.diagnosis.problem.contains("\n") == false)
    }
}
