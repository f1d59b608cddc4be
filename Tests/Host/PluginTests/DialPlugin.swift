import RestorationCore
import RestorationPlugins
import TestSupport
import Testing

/// A plugin with methods in its class `Dial`, and a host that calls them.
struct DialPlugin {
    let fixture: String
    let directory: TemporaryDirectory
    let host = PluginHost()

    init(_ fixture: String) throws {
        self.fixture = fixture
        directory = try TemporaryDirectory()
    }

    func dial(_ options: String...) throws -> PluginObject {
        let library = try CompiledPlugin(fixture, in: directory, options: options)
        return try host.create("Dial", of: library.discovered())
    }

    /// The error of a method call on a thread other than the session's.
    func refusalOnAnotherThread(_ name: String, _ arguments: RestorationValue...) throws
        -> (any DiagnosedError)?
    {
        let dial = try dial()
        return onAnotherThread {
            diagnosedError { try dial.call(name, arguments: arguments) }
        }
    }
}
