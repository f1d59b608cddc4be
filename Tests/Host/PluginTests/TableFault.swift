import RestorationCore
import RestorationPlugins
import Testing

/// What a host says of a fixture that was compiled with a fault in its descriptor or in a table of
/// its class.
struct TableFault {
    let error: (any DiagnosedError)?
    private let file: String

    /// - Parameter options: what `-D` defines.
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

    /// Expects an error with that sentence, which names the library. What it advises is in the list
    /// of refusals, which a test of its own compares.
    func expect(_ problem: String) {
        let message = error?.description ?? ""
        #expect(message.hasPrefix("error: \(problem)\n   at: \(file)\n  fix: "), "\(message)")
        // What is shown on one line must be one.
        #expect(error?.diagnosis.problem.contains("\n") == false)
    }
}
