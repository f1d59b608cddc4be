import RestorationDiscovery
import TestSupport

/// Compiles the plugins of `Tests/Fixtures`. Each test has its own copy.
struct CompiledPlugin {
    /// The path of the library.
    let file: String

    /// Compiles a fixture into a directory.
    ///
    /// - Parameters:
    ///   - name: the library's name without `lib` and `.so`; the fixture's if `nil`.
    ///   - options: additional arguments for the compiler, such as `-D` for a fault.
    init(
        _ fixture: String,
        named name: String? = nil,
        in directory: TemporaryDirectory,
        options: [String] = []
    ) throws {
        file = "\(directory.path)/lib\(name ?? fixture).so"
        try ContractPlugin.compile(fixture, named: name, into: directory.path, options: options)
    }

    /// Compiles a C++ fixture of `Tests/Fixtures/Wrappers`.
    init(inCxx fixture: String, in directory: TemporaryDirectory, options: [String] = []) throws {
        file = "\(directory.path)/lib\(fixture).so"
        try ContractPlugin.compile(
            "../Wrappers/\(fixture).cpp",
            named: fixture,
            into: directory.path,
            options: options
        )
    }

    /// The result of discovery for the library.
    func discovered() throws -> DiscoveredPlugin {
        try DiscoveredPlugin(inspecting: file)
    }

    static let headers = ContractPlugin.headers
}
