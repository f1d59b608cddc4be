import RestorationCore
import RestorationPlugins
import Testing

/// What a host says of a fixture that was compiled with a fault in a table of its class.
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

    /// Expects an error with these sentences, which names the library.
    func expect(_ problem: String, _ remedy: String) {
        #expect(
            error?.description == """
                error: \(problem)
                   at: \(file)
                  fix: \(remedy)
                """
        )
        // What is shown on one line must be one.
        #expect(error?.diagnosis.problem.contains("\n") == false)
    }
}
