import Foundation
import RestorationCore
import Testing

@testable import RestorationDiscovery
@testable import RestorationPlugins

/// A host examines every library that the dynamic loader would load for a plugin before any of its
/// code runs.
@Suite struct `Dependencies of a plugin` {
    private let directory: TemporaryDirectory
    private let site: BrokenPlugin.Site
    private let helper: String

    init() throws {
        directory = try TemporaryDirectory()
        site = BrokenPlugin.Site(directory: directory, name: "needy")
        helper = "lib\(site.helper).so.1"
    }

    /// Compiles a library that hosts refuse, and returns its path.
    private func compileHelper(
        into name: String,
        _ options: [String] = ["-Wl,-z,execstack"]
    ) throws -> String {
        try site.compileDependency(soname: site.helper, into: name, options: options)
    }

    private func compile(_ options: [String], needing library: String) throws {
        try site.compile(["-DUSES_DEPENDENCY", library] + options)
    }

    /// Compiles a library between a plugin and another library.
    private func compileBetween(_ options: [String]) throws -> (name: String, file: String) {
        let name = "lib\(site.helper)-between.so.1"
        let made = try CompiledPlugin(
            "broken",
            named: "between",
            in: directory,
            options: [
                "-DUSES_DEPENDENCY", "-DNO_ENTRY_POINT", #"-DPLUGIN_ID="x""#,
                #"-DMARK="/dev/null""#, "-Wl,-soname,\(name)",
            ] + options
        )
        return (name, made.file)
    }

    private func discovered() throws -> DiscoveredPlugin {
        let discovery = PluginDiscovery(
            application: ApplicationIdentifier("org.example.app")!,
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:])
        )
        return try #require(discovery.run().plugins.first)
    }

    private func refusal() throws -> (any DiagnosedError)? {
        let plugin = try discovered()
        let error = diagnosedError {
            try PluginHost().loader.classes(of: plugin)
        }
        #expect(!site.hasRun)
        let linkageFault = PluginExamination(plugin).linkageFault
        if case .notLoadable(_, .dependency(_, .missing), _) = error as? PluginError {
            // Only the dynamic loader finds a missing library.
            #expect(linkageFault == nil)
        } else {
            #expect(linkageFault == error as? DiscoveryError)
        }
        return error
    }

    private func executableStack(_ file: String) -> DiscoveryError {
        .notALibrary(file: file, .executableStack(isDeclared: true))
    }

    @Test(arguments: [
        ["-Wl,--auxiliary,$ORIGIN/libx.so"], ["-Wl,--filter,lib/libx.so"],
        ["-Wl,--auxiliary,$LIB"],
    ])
    func `cannot be named by a path`(options: [String]) throws {
        try site.compile(options)

        let name = try #require(options[0].split(separator: ",").last.map(String.init))
        #expect(try refusal() == DiscoveryError.neededByPath(file: site.file, library: name))
    }

    @Test(arguments: ["", "/glibc-hwcaps/x86-64-v2", "/glibc-hwcaps/later", "/tls/x86_64/x86_64"])
    func `are examined in a directory with an absolute path, and below it`(place: String) throws {
        let library = try compileHelper(into: "deps", [])
        try compile(["-Wl,-rpath,\(directory.path)/deps"], needing: library)
        if place.isEmpty { try FileManager.default.removeItem(atPath: library) }
        let bad = try compileHelper(into: "deps\(place)")

        #expect(try refusal() == executableStack(bad))
    }

    @Test func `must be trusted themselves`() throws {
        let library = try compileHelper(into: "deps", [])
        try compile(["-Wl,-rpath,\(directory.path)/deps"], needing: library)
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: library)

        let error = try #require(try refusal())

        #expect(error.diagnosis.place == library)
        #expect(error.diagnosis.problem.hasPrefix("Everyone may write to the file"))
    }

    @Test(arguments: ["--disable-new-dtags", "--enable-new-dtags"])
    func `are searched in the RPATH, but not the RUNPATH, of the libraries that need them`(
        tags: String
    ) throws {
        let bad = try compileHelper(into: "deps")
        let (between, file) = try compileBetween([bad])
        let library = "\(directory.path)/deps/\(between)"
        try FileManager.default.moveItem(atPath: file, toPath: library)
        try site.compile([
            "-Wl,--no-as-needed", library, "-Wl,\(tags)", "-Wl,-rpath,$ORIGIN/deps",
            "-Wl,--allow-shlib-undefined", "-Wl,-rpath-link,\(directory.path)/deps",
        ])

        let error = try refusal()

        if tags == "--disable-new-dtags" {
            #expect(error == executableStack(bad))
        } else {
            let missing = LibraryFault.dependency(helper, .missing)
            let message =
                "\(helper): cannot open shared object file: No such file or directory"
            #expect(
                error
                    == PluginError.notLoadable(file: site.file, missing, message: message)
            )
        }
    }

    @Test(arguments: ["libasan.so.8", "libtsan.so.2", "libclang_rt.asan-x86_64.so"])
    func `cannot include a sanitizer's runtime, which must be loaded first`(runtime: String) throws
    {
        let library = "\(directory.path)/\(runtime)"
        try Command.run([
            "clang", "-shared", "-x", "c", "/dev/null", "-o", library, "-Wl,-soname,\(runtime)",
        ])
        try site.compile(["-Wl,--no-as-needed", library])

        let error = try refusal()

        #expect(error == DiscoveryError.sanitizerMissing(file: site.file, runtime: runtime))
    }

    /// The dynamic loader expands `$ORIGIN` to the directory of the link.
    @Test func `are searched from the link's directory, not from its target's`() throws {
        let good = try compileHelper(into: "elsewhere", [])
        let (between, file) = try compileBetween([good, "-Wl,-rpath,$ORIGIN"])
        let bad = try compileHelper(into: "deps")
        try FileManager.default.moveItem(
            atPath: file,
            toPath: "\(directory.path)/elsewhere/\(between)"
        )
        let link = "\(directory.path)/deps/\(between)"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "../elsewhere/\(between)"
        )
        try site.compile(["-Wl,--no-as-needed", link, "-Wl,-rpath,$ORIGIN/deps"])

        #expect(try refusal() == executableStack(bad))
    }
}
