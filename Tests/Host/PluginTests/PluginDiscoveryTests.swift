import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Discovering plugins` {
    let directory: TemporaryDirectory
    let application: ApplicationIdentifier

    init() throws {
        directory = try TemporaryDirectory()
        application = try #require(ApplicationIdentifier("org.example.app"))
    }

    private func library(
        _ id: String,
        _ version: String = "1.0.0",
        abi: String = "0.3",
        applications: String = #""org.example.app""#
    ) -> [UInt8] {
        let manifest = """
            {"manifest": 1, "id": "\(id)", "version": "\(version)", "abi": "\(abi)",
             "applications": [\(applications)], "classes": [{"id": "A", "version": 1}]}
            """
        return ELFImage.plugin(manifest: manifest).bytes
    }

    private func discover(
        in names: [String] = ["first", "second"],
        acceptsUnnamed: Bool = false
    ) -> DiscoveryOutcome {
        PluginDiscovery(
            application: application,
            hostDirectories: names.map { "\(directory.path)/\($0)" },
            process: ProcessFacts(environment: [:], isPrivileged: true),
            acceptsUnnamed: acceptsUnnamed
        ).run()
    }

    private func file(_ name: String) -> String { "\(directory.path)/\(name)" }

    @Test func `searches its directories in the documented order`() {
        let process = ProcessFacts(
            environment: [
                "RESTORATION_PLUGIN_PATH": "/env/a::/env/b/", "XDG_DATA_HOME": "/data",
                "XDG_DATA_DIRS": "/share/a:relative:/share/b", "HOME": "/home/cat",
            ],
            programDirectory: "/opt/app"
        )

        let discovery = PluginDiscovery(
            application: application,
            hostDirectories: ["/host", "/env/b"],
            process: process
        )

        #expect(
            discovery.directories == [
                "/host", "/env/b", "/env/a", "/data/restoration/plugins",
                "/share/a/restoration/plugins", "/share/b/restoration/plugins",
                "/opt/app/lib/restoration/plugins",
            ]
        )
    }

    @Test func `falls back to the defaults of the XDG specification`() {
        let process = ProcessFacts(environment: ["HOME": "/home/cat", "XDG_DATA_HOME": ""])

        let discovery = PluginDiscovery(application: application, process: process)

        #expect(
            discovery.directories == [
                "/home/cat/.local/share/restoration/plugins",
                "/usr/local/share/restoration/plugins", "/usr/share/restoration/plugins",
            ]
        )
    }

    @Test func `ignores the environment's directories in a privileged process`() {
        let process = ProcessFacts(
            environment: [
                "RESTORATION_PLUGIN_PATH": "/env", "XDG_DATA_HOME": "/data",
                "XDG_DATA_DIRS": "/share", "HOME": "/home/cat",
            ],
            isPrivileged: true,
            programDirectory: "/opt/app"
        )

        let discovery = PluginDiscovery(application: application, process: process)

        #expect(
            discovery.directories == [
                "/usr/local/share/restoration/plugins", "/usr/share/restoration/plugins",
                "/opt/app/lib/restoration/plugins",
            ]
        )
    }

    @Test func `reports a directory that is not absolute`() {
        let process = ProcessFacts(environment: ["RESTORATION_PLUGIN_PATH": "plugins"])

        let outcome = PluginDiscovery(application: application, process: process).run()

        #expect(
            outcome.faults.first
                == .relativeDirectory("plugins", source: "RESTORATION_PLUGIN_PATH")
        )
    }

    @Test func `reports a library that is named in the place of its directory`() throws {
        let compiled = try CompiledPlugin("counter", in: directory)
        let process = ProcessFacts(environment: ["RESTORATION_PLUGIN_PATH": compiled.file])

        let discovery = PluginDiscovery(application: application, process: process)
        let outcome = discovery.run()
        let byHost = PluginDiscovery(
            application: application,
            hostDirectories: [compiled.file],
            process: ProcessFacts(environment: [:])
        ).run()

        let source = "RESTORATION_PLUGIN_PATH"
        #expect(outcome.faults.first == .fileAsDirectory(compiled.file, source: source))
        #expect(byHost.faults.first == .fileAsDirectory(compiled.file, source: "The host"))
        #expect(!discovery.directories.contains(compiled.file))
    }

    @Test func `reports a directory whose path is longer than the system takes`() {
        let path = String(repeating: "/directory", count: 500)

        let outcome = PluginDiscovery(
            application: application,
            hostDirectories: [path],
            process: ProcessFacts(environment: [:])
        ).run()

        #expect(outcome.faults.first?.diagnosis.problem == "Cannot be read: File name too long")
    }

    @Test func `reports directories of the environment whose names are not UTF-8`() {
        let process = ProcessFacts(
            environment: [
                "RESTORATION_PLUGIN_PATH": "/caf\u{FFFD}:/caf\u{E9}", "XDG_DATA_HOME": "/\u{FFFD}",
                "XDG_DATA_DIRS": "/\u{FFFD}",
            ],
            escaped: [
                "RESTORATION_PLUGIN_PATH": #"/caf\xE9:/caf\#u{E9}"#, "XDG_DATA_HOME": #"/\xFF"#,
            ]
        )

        let discovery = PluginDiscovery(application: application, process: process)
        let faults = discovery.run().faults

        #expect(
            discovery.directories == [
                "/caf\u{E9}", "/\u{FFFD}/restoration/plugins",
            ]
        )
        #expect(
            faults == [
                .invalidDirectoryName(#"/caf\xE9"#, source: "RESTORATION_PLUGIN_PATH"),
                .invalidDirectoryName(
                    #"/\xFF/restoration/plugins"#,
                    source: "XDG_DATA_HOME"
                ),
            ]
        )
    }

    @Test func `does not fall back if the directories that are given are not UTF-8`() {
        let process = ProcessFacts(
            environment: ["XDG_DATA_DIRS": "/caf\u{FFFD}"],
            escaped: ["XDG_DATA_DIRS": #"/caf\xE9"#]
        )

        let discovery = PluginDiscovery(application: application, process: process)

        #expect(discovery.directories.isEmpty)
        #expect(
            discovery.run().faults
                == [.invalidDirectoryName(#"/caf\xE9"#, source: "XDG_DATA_DIRS")]
        )
    }

    @Test func `skips a home directory whose name is not UTF-8`() {
        let process = ProcessFacts(
            environment: ["HOME": "/home/\u{FFFD}", "XDG_DATA_DIRS": "/share"],
            escaped: ["HOME": #"/home/\xE9"#]
        )

        let discovery = PluginDiscovery(application: application, process: process)

        #expect(discovery.directories == ["/share/restoration/plugins"])
        #expect(discovery.run().faults.isEmpty)
    }

    @Test func `uses the highest version, and the first of equal versions`() throws {
        try directory.write("first/libold.so", library("org.example.a", "1.2.0"))
        try directory.write("first/libtwin.so", library("org.example.b"))
        try directory.write("second/libnew.so", library("org.example.a", "1.10.0"))
        try directory.write("second/libtwin.so", library("org.example.b"))

        let outcome = discover()

        #expect(
            outcome.plugins.map(\.file) == [file("second/libnew.so"), file("first/libtwin.so")]
        )
        #expect(
            outcome.rejectedPlugins.map { "\($0.plugin.file): \($0.reason)" } == [
                "\(file("first/libold.so")): version 1.10.0 is used, \(file("second/libnew.so"))",
                "\(file("second/libtwin.so")): the same version comes first in the search order,"
                    + " \(file("first/libtwin.so"))",
            ]
        )
        #expect(outcome.faults.isEmpty)
    }

    @Test func `looks into the application's own subdirectory first`() throws {
        try directory.write("first/lib.so", library("org.example.a"))
        try directory.write("first/org.example.app/lib.so", library("org.example.a"))
        try directory.write("first/org.example.other/lib.so", library("org.example.c"))

        let outcome = discover()

        #expect(outcome.plugins.map(\.file) == [file("first/org.example.app/lib.so")])
        #expect(outcome.rejectedPlugins.map(\.plugin.file) == [file("first/lib.so")])
    }

    @Test func `skips plugins that are for other applications or disabled`() throws {
        try directory.write(
            "first/liba.so",
            library("org.example.a", applications: #""org.other.app""#)
        )
        try directory.write("first/libb.so", library("org.example.b", applications: #""*""#))
        try directory.write("first/libc.so", library("org.example.c"))
        try directory.write("first/libc.restoration.json", #"{"manifest": 1, "disabled": true}"#)

        let outcome = discover()

        #expect(outcome.plugins.isEmpty)
        #expect(
            outcome.rejectedPlugins.map(\.reason.description) == [
                "meant for other applications",
                "names no application, and this application did not opt in to such plugins",
                "disabled by \(file("first/libc.restoration.json"))",
            ]
        )
        #expect(outcome.faults.isEmpty)
    }

    @Test func `uses plugins for every application if the host opts in`() throws {
        try directory.write("first/libb.so", library("org.example.b", applications: #""*""#))

        let outcome = discover(acceptsUnnamed: true)

        #expect(outcome.plugins.map(\.manifest.identifier.rawValue) == ["org.example.b"])
    }

    @Test func `prefers an older version that it can use to a newer one that it cannot`() throws {
        try directory.write("first/libnew.so", library("org.example.a", "2.0.0", abi: "0.4"))
        try directory.write("second/libold.so", library("org.example.a", "1.0.0"))

        let outcome = discover()

        #expect(outcome.plugins.map(\.file) == [file("second/libold.so")])
        #expect(
            outcome.faults.map(\.description) == [
                """
                error: org.example.a speaks ABI 0.4, this host speaks 0.3
                   at: \(file("first/libnew.so"))
                  fix: Rebuild the plugin against the 0.3 headers, with "abi": "0.3" in its manifest.
                """
            ]
        )
    }

    @Test func `prefers an older version that works to a newer one without an entry point`() throws
    {
        let manifest = """
            {"manifest": 1, "id": "org.example.a", "version": "2.0.0", "abi": "0.3",
             "applications": ["org.example.app"], "classes": [{"id": "A", "version": 1}]}
            """
        try directory.write("first/libnew.so", ELFImage(manifest: manifest).bytes)
        try directory.write("second/libold.so", library("org.example.a", "1.0.0"))

        let outcome = discover()

        #expect(outcome.plugins.map(\.file) == [file("second/libold.so")])
        #expect(outcome.faults == [.noEntryPoint(file: file("first/libnew.so"))])
    }

    @Test func `reports a socket in place of a library, and a directory in place of a sidecar`()
        throws
    {
        try directory.write("first/liba.so", library("org.example.a"))
        try FileManager.default.createDirectory(
            atPath: file("first/liba.restoration.json"),
            withIntermediateDirectories: false
        )
        try directory.makeSocket("first/libb.so")

        let outcome = discover()

        #expect(outcome.plugins.isEmpty)
        #expect(
            outcome.faults.map { "\($0.diagnosis.place ?? ""): \($0.diagnosis.problem)" } == [
                "\(file("first/liba.restoration.json")): Cannot be read: Is a directory",
                "\(file("first/libb.so")): It is not a regular file",
            ]
        )
    }

    @Test func `does not use a plugin whose sidecar is a link to nothing`() throws {
        try directory.write("first/libc.so", library("org.example.c"))
        try FileManager.default.createSymbolicLink(
            atPath: file("first/libc.restoration.json"),
            withDestinationPath: "../nowhere"
        )

        let outcome = discover()

        #expect(outcome.plugins.isEmpty)
        let sidecar = file("first/libc.restoration.json")
        #expect(outcome.faults == [.danglingLink(file: sidecar, target: "../nowhere")])
    }

    @Test func `reports names that are not UTF-8, of files that it would look at`() throws {
        try directory.write("first/liba.so", library("org.example.a"))
        for name in [
            #"lib\303\251\303.so"#, #"lib\377.restoration-binding.json"#,
            #"lib\355\240\200.restoration.json"#, #"caf\351.txt"#,
        ] {
            try directory.write("first/new", library("org.example.b"))
            try directory.rename("first/new", toPrinted: name)
        }

        let outcome = discover()

        #expect(outcome.plugins.map(\.file) == [file("first/liba.so")])
        #expect(
            outcome.faults.map(\.diagnosis.place) == [
                file("first/lib\u{E9}\\xC3.so"),
                file(#"first/lib\xED\xA0\x80.restoration.json"#),
                file(#"first/lib\xFF.restoration-binding.json"#),
            ]
        )
    }

    @Test func `does not report names in a directory that others may write to`() throws {
        try directory.write("first/new", library("org.example.a"))
        try directory.rename("first/new", toPrinted: #"lib\377.so"#)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o757],
            ofItemAtPath: file("first")
        )

        #expect(
            discover().faults.map(\.diagnosis.problem) == [
                "Everyone may write to the directory, so no plugin is loaded from there"
            ]
        )
    }

    /// Enough plugins for two reading threads. Their versions alternate between `1.0.0` and `1.0`,
    /// and one library is faulty.
    @Test func `finds any number of plugins`() throws {
        for number in 0..<90 {
            let id = "org.example.p\(100 + number)"
            let version = number % 2 == 0 ? "1.0.0" : "1.0"
            try directory.write("many/lib\(100 + number).so", library(id, version))
        }
        try directory.write("many/lib150.so", [UInt8]("nothing".utf8))

        let outcome = discover(in: ["many"])

        let found = outcome.plugins.map(\.manifest.identifier.rawValue)
        #expect(found == (100..<190).filter { $0 != 150 }.map { "org.example.p\($0)" })
        #expect(outcome.faults == [.notALibrary(file: file("many/lib150.so"), .notELF)])
        let alone = try outcome.plugins.map { try DiscoveredPlugin(inspecting: $0.file).manifest }
        #expect(outcome.plugins.map(\.manifest) == alone)
    }

    @Test func `counts a file once, however many names it has`() throws {
        try directory.write("first/libc.so.1", library("org.example.c"))
        try FileManager.default.createSymbolicLink(
            atPath: file("first/libc.so"),
            withDestinationPath: "libc.so.1"
        )
        try FileManager.default.createSymbolicLink(
            atPath: file("second"),
            withDestinationPath: "first"
        )

        let outcome = discover()

        #expect(outcome.plugins.map(\.file) == [file("first/libc.so")])
        #expect(outcome.rejectedPlugins.map(\.plugin.file) == [file("second/libc.so")])
        #expect(outcome.rejectedPlugins.map(\.reason) == [.sameFile(as: file("first/libc.so"))])
    }

    @Test func `reads the facts of the running process`() throws {
        let facts = ProcessFacts.current

        #expect(facts.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(!facts.isPrivileged)
        let directory = try #require(facts.programDirectory)
        #expect(FileManager.default.fileExists(atPath: directory))
    }
}
