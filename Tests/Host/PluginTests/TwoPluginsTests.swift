import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import TestSupport
import Testing

@Suite struct `Two plugins in one process` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func manifest(_ id: String) -> String {
        """
        {"manifest": 1, "id": "\(id)", "version": "1.0.0", "abi": "0.3",
         "applications": ["org.example.app"], "classes": [{"id": "Twin", "version": 1}]}
        """
    }

    /// Compiles the fixture with its symbols visible.
    private func compile(_ version: Int, options: [String] = []) throws -> DiscoveredPlugin {
        let id = "org.example.twin\(version)"
        try directory.write("libtwin\(version).restoration.json", manifest(id))
        let defines = ["-DVERSION=\(version)", #"-DPLUGIN_ID="\#(id)""#]
        return try CompiledPlugin(
            "twin",
            named: "twin\(version)",
            in: directory,
            options: ["-fvisibility=default"] + defines + options
        ).discovered()
    }

    private func answers(_ plugin: DiscoveredPlugin) throws -> [Int?] {
        let object = try PluginHost().create("Twin", of: plugin)
        let state = try Record.coder { try object.encodeRestorableState(with: $0) }
        return try ["counter", "shared", "version"].map {
            try state.decode(Int.self, forKey: $0)
        }
    }

    @Test func `that define the same C symbols each use their own, and the host uses neither`()
        throws
    {
        let plugins = try [compile(1), compile(2)]

        let answers = try (plugins + plugins).map(answers)

        #expect(answers == [[101, 1, 1], [201, 2, 2], [102, 1, 1], [202, 2, 2]])
        #expect(unsafe dlsym(nil, "twin_version") == nil)
        #expect(unsafe dlsym(nil, "restoration_plugin_entry") == nil)
    }

    @Test func `that bring different versions of one Swift module keep them apart`() throws {
        let plugins = try (1...2).map { version in
            let object = "\(directory.path)/shared\(version).o"
            let fixtures = Repository.root.appending(path: "Tests/Fixtures/Plugins/Shared").path
            try Command.run([
                "swiftc", "-parse-as-library", "-module-name", "Shared", "-emit-object",
                "\(fixtures)/Shared\(version).swift", "-o", object,
            ])
            // The process has loaded the runtime already, so no run path is needed.
            let resources = try Command.run(["swiftc", "-print-target-info"])
            let runtime = try #require(try runtimeDirectory(in: resources))
            return try compile(
                version,
                options: [
                    "-DWITH_SWIFT", object, "\(runtime)/\(Self.architecture)/swiftrt.o",
                    "-L\(runtime)", "-lswiftCore",
                ]
            )
        }

        let answers = try (plugins + plugins).map(answers)

        #expect(answers == [[101, 1, 1], [201, 2, 2], [102, 1, 1], [202, 2, 2]])
        // The host's own casts still work.
        let anything: Any = [1: "one"]
        #expect((anything as? [Int: String])?.count == 1)
        #expect(anything is any Collection)
    }

    private func runtimeDirectory(in targetInfo: String) throws -> String? {
        let info = try JSONSerialization.jsonObject(with: Data(targetInfo.utf8)) as? [String: Any]
        let paths = info?["paths"] as? [String: Any]
        return (paths?["runtimeLibraryPaths"] as? [String])?.first
    }

    #if arch(x86_64)
    private static let architecture = "x86_64"
    #else
    private static let architecture = "aarch64"
    #endif
}
