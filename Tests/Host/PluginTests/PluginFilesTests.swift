import Foundation
import RestorationCore
import Testing

@testable import RestorationDiscovery
@testable import RestorationPlugins

/// The directories on a plugin's path and the libraries beside it, at the time of loading.
@Suite struct `The files of a plugin` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func load(_ plugin: DiscoveredPlugin) throws {
        _ = try PluginHost().loader.classes(of: plugin)
    }

    private func site(_ name: String) -> BrokenPlugin.Site {
        BrokenPlugin.Site(directory: directory, name: name)
    }

    /// Compiles a valid plugin into a directory.
    private func compile(into name: String) throws -> DiscoveredPlugin {
        let compiled = try CompiledPlugin("descriptor", in: directory)
        let file = "\(directory.path)/\(name)/libdescriptor.so"
        try FileManager.default.moveItem(atPath: compiled.file, toPath: file)
        return try DiscoveredPlugin(inspecting: file)
    }

    private func refusal(_ plugin: DiscoveredPlugin) -> DiscoveryError? {
        diagnosedError { try load(plugin) } as? DiscoveryError
    }

    private func step(
        _ name: String,
        _ fault: TrustFault,
        kind: FileFacts.Kind = .directory
    ) -> UntrustedPathComponent {
        UntrustedPathComponent(path: "\(directory.path)/\(name)", fault: fault, kind: kind)
    }

    private func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: "\(directory.path)/\(name)"
        )
    }

    private func makeDirectory(_ name: String) throws {
        let path = "\(directory.path)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory.path)/\(name)",
            withDestinationPath: target
        )
    }

    @Test func `are examined again when they have changed since they were found`() throws {
        let compiled = try CompiledPlugin("descriptor", in: directory)
        let discovery = PluginDiscovery(
            application: ApplicationIdentifier("org.example.app")!,
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:])
        )
        let plugin = try #require(discovery.run().plugins.first)
        let other = try CompiledPlugin(
            "descriptor",
            named: "other",
            in: directory,
            options: ["-Wl,-z,execstack"]
        )
        let bytes = try Data(contentsOf: URL(filePath: other.file))
        let file = try FileHandle(forWritingTo: URL(filePath: compiled.file))
        try file.write(contentsOf: bytes)
        try file.truncate(atOffset: UInt64(bytes.count))

        let fault = ELFFault.executableStack(isDeclared: true)
        #expect(refusal(plugin) == .notALibrary(file: compiled.file, fault))
    }

    // MARK: Trust

    @Test func `are refused if others got write access to a parent directory after the search`()
        throws
    {
        try makeDirectory("a/b")
        try link("way", to: "a/b")
        _ = try compile(into: "a/b")
        let plugin = try DiscoveredPlugin(inspecting: "\(directory.path)/way/libdescriptor.so")
        try setPermissions(0o777, of: "a")

        #expect(refusal(plugin) == .untrusted(step("a", .writableByEveryone)))
        try setPermissions(0o755, of: "a")
        try load(plugin)
    }

    @Test func `may be reached through a directory with the sticky bit, but not lie in it`() throws
    {
        try makeDirectory("shared/own")
        try setPermissions(0o1777, of: "shared")
        let inside = try compile(into: "shared/own")
        let beside = try compile(into: "shared")

        try load(inside)

        #expect(refusal(beside) == .untrusted(step("shared", .sharedDirectory)))
    }

    @Test func `may be links, in a chain and up and down`() throws {
        try makeDirectory("deep/er")
        _ = try CompiledPlugin("descriptor", named: "real", in: directory)
        try link("deep/er/libsecond.so", to: "../../libreal.so")
        try link("libfirst.so", to: "\(directory.path)/deep/./er/libsecond.so")

        try load(DiscoveredPlugin(inspecting: "\(directory.path)/libfirst.so"))
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give files away."))
    func `are refused behind a link of another user`() throws {
        _ = try CompiledPlugin("descriptor", named: "own", in: directory)
        try link("libtheirs.so", to: "libown.so")
        let link = "\(directory.path)/libtheirs.so"
        try #require(unsafe lchown(link, 65_534, 65_534) == 0)
        let plugin = try DiscoveredPlugin(inspecting: link)

        let fault = TrustFault.foreignOwner(65_534)
        #expect(refusal(plugin) == .untrusted(step("libtheirs.so", fault, kind: .link)))
    }

    // MARK: Replacement

    @Test func `are refused when they were replaced after the search`() throws {
        let compiled = try CompiledPlugin("descriptor", in: directory)
        let plugin = try compiled.discovered()
        _ = try CompiledPlugin("descriptor", named: "new", in: directory)
        try replace(compiled.file, with: "libnew.so")

        #expect(refusal(plugin) == .replaced(file: compiled.file))
    }

    /// The dynamic loader compares names, and would return the image loaded earlier.
    @Test func `are refused when the process still has the replaced files loaded`() throws {
        let compiled = try CompiledPlugin("descriptor", in: directory)
        try load(compiled.discovered())
        _ = try CompiledPlugin("descriptor", named: "new", in: directory)
        try replace(compiled.file, with: "libnew.so")
        let plugin = try compiled.discovered()

        #expect(refusal(plugin) == .replaced(file: compiled.file))
    }

    private func replace(_ file: String, with name: String) throws {
        // The old file stays under another name, so that its inode number is not reused.
        try FileManager.default.moveItem(atPath: file, toPath: "\(file).old")
        try FileManager.default.moveItem(atPath: "\(directory.path)/\(name)", toPath: file)
    }

    // MARK: Bundled libraries

    /// Two plugins, each with a directory that contains a library of the same name.
    private func bundles() throws -> [DiscoveredPlugin] {
        try ["one", "two"].map { name in
            let helper = site(name).helper
            let bundled = try site(name).compileDependency(soname: helper, into: name)
            try site(name).compile(["-DUSES_DEPENDENCY", bundled, "-Wl,-rpath,$ORIGIN/\(name)"])
            return try DiscoveredPlugin(inspecting: site(name).file)
        }
    }

    /// By the dynamic loader's rules, the second plugin gets the first one's library.
    @Test func `are loaded even if two plugins bring libraries of the same name`() throws {
        for plugin in try bundles() { try load(plugin) }
    }

    @Test func `are loaded even if a directory that they search cannot be entered`()
        throws
    {
        let circle = "\(directory.path)/circle"
        try FileManager.default.createSymbolicLink(
            atPath: circle,
            withDestinationPath: circle
        )
        try site("one").compile(["-Wl,-rpath,\(circle):$ORIGIN"])

        try load(try DiscoveredPlugin(inspecting: site("one").file))
    }

    @Test func `are examined together with their dependencies`() throws {
        let plugin = try bundles()[0]
        try setPermissions(0o757, of: "one")

        let fault = DiscoveryError.untrustedRunPath(
            file: site("one").file,
            library: "lib\(site("one").helper).so.1",
            directory: "\(directory.path)/one",
            step("one", .writableByEveryone)
        )
        #expect(refusal(plugin) == fault)
        #expect(!site("one").hasRun)
    }

    @Test func `are refused if other users could create a directory that they search`() throws {
        try makeDirectory("shared")
        try setPermissions(0o1777, of: "shared")
        let helper = site("late").helper
        let library = try site("late").compileDependency(soname: helper)
        try site("late").compile([
            "-DUSES_DEPENDENCY", library, "-Wl,-rpath,\(directory.path)/shared/later",
        ])
        let plugin = try DiscoveredPlugin(inspecting: site("late").file)

        let fault = DiscoveryError.untrustedRunPath(
            file: site("late").file,
            library: "lib\(helper).so.1",
            directory: "\(directory.path)/shared/later",
            step("shared", .sharedDirectory)
        )
        #expect(refusal(plugin) == fault)
    }
}
