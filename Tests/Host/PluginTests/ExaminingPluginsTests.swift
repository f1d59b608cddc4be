import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

/// Facts about a plugin's files that need no loading.
@Suite struct `Examining a plugin` {
    private let directory: TemporaryDirectory
    private let site: BrokenPlugin.Site

    init() throws {
        directory = try TemporaryDirectory()
        site = BrokenPlugin.Site(directory: directory, name: "examined")
    }

    private func examine() throws -> PluginExamination {
        let examination = PluginExamination(try DiscoveredPlugin(inspecting: site.file))
        #expect(!site.hasRun)
        return examination
    }

    @Test(arguments: ["gnu", "sysv", "both"])
    func `finds the entry point by either hash table`(style: String) throws {
        try site.compile(["-Wl,--hash-style=\(style)"])

        let examination = try examine()

        #expect(examination.entryPointFault == nil)
        #expect(examination.trustFault == nil)
        #expect(examination.linkageFault == nil)
        #expect(examination.neededLibraries.contains("libc.so.6"))
    }

    @Test(arguments: ["gnu", "sysv"])
    func `does not mistake a similar name or another library's symbol for the entry point`(
        style: String
    ) throws {
        let dependency = try site.compileDependency(soname: site.helper)
        try site.compile([
            "-DUSES_DEPENDENCY", "-DNO_ENTRY_POINT", "-Wl,--hash-style=\(style)",
            dependency, "-Wl,-rpath,$ORIGIN",
        ])

        let examination = try examine()

        let refusal = diagnosedError {
            try PluginHost().loader.classes(of: DiscoveredPlugin(inspecting: site.file))
        }
        #expect(examination.entryPointFault == .noEntryPoint(file: site.file))
        #expect(examination.linkageFault == nil)
        #expect(refusal == DiscoveryError.noEntryPoint(file: site.file))
        #expect(!site.hasRun)
    }

    @Test func `treats an empty run path as none`() throws {
        try site.compile(["-Wl,-rpath,/nowhere"])
        try site.patch { library in
            let text = library.bytes.firstRange(of: Array("/nowhere\0".utf8))!
            library.bytes[text.lowerBound] = 0
        }

        #expect(try examine().linkageFault == nil)
    }

    @Test(arguments: ["gnu", "sysv"])
    func `survives a hash table with any byte changed`(style: String) throws {
        try site.compile(["-Wl,--hash-style=\(style)"])
        let whole = try Data(contentsOf: URL(filePath: site.file))
        let section = try #require(
            whole.range(of: Data("restoration_plugin_entry\0".utf8)).map { $0.lowerBound }
        )
        // Symbols, their names and their hashes are adjacent, before the code.
        for offset in stride(from: max(section - 1500, 64), to: section + 200, by: 7) {
            var bytes = whole
            bytes[offset] ^= 0xFF
            try bytes.write(to: URL(filePath: site.file))
            // The result does not matter, as long as the examination ends.
            guard let plugin = try? DiscoveredPlugin(inspecting: site.file) else { continue }
            _ = PluginExamination(plugin)
        }
        #expect(!site.hasRun)
    }
}
