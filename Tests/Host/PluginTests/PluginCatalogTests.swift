import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins
import Testing

@Suite struct `Looking up a restoration class` {
    let directory: TemporaryDirectory
    let application: ApplicationIdentifier

    init() throws {
        directory = try TemporaryDirectory()
        application = try #require(ApplicationIdentifier("org.example.app"))
    }

    private func catalog() -> PluginCatalog {
        let discovery = PluginDiscovery(
            application: application,
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:], isPrivileged: true)
        )
        let loader = PluginLoader(application: application, services: PluginServices())
        return PluginCatalog(discovery.run(), loader: loader)
    }

    @Test(arguments: ["Counter", "Tally"])
    func `finds a class by its name or a former one`(name: String) throws {
        _ = try CompiledPlugin("counter", in: directory)

        let found = try catalog().restorationClass(named: name, plugin: "org.example.counter")

        #expect(found.name == "Counter")
        #expect(found.plugin == "org.example.counter")
        #expect(found.schemaVersion == 2)
    }

    @Test func `has no file for a binding's library that is not installed`() throws {
        try directory.write(
            "a.restoration-binding.json",
            """
            {"binding": 1, "id": "org.example.a", "applications": ["org.example.app"],
             "library": "libdials-of-nobody.so.7",
             "classes": [{"id": "A", "is": {"calls": "f(object) -> int32"}}]}
            """
        )

        let build = try #require(catalog().outcome.build(ofPlugin: "org.example.a"))

        // A name without a slash is not a file in the working directory.
        #expect(build.libraries.map(\.file) == [nil])
    }

    @Test func `finds the class whose route claims a path, with its captures`() throws {
        _ = try CompiledPlugin("counter", in: directory)
        let catalog = catalog()
        let path = try RestorationPath(parsing: "Tabs/Find/Counter")

        let found = try catalog.restorationClass(for: path)
        let again = try catalog.restorationClass(named: "Counter", plugin: "org.example.counter")
        let elsewhere = try catalog.restorationClass(for: RestorationPath(parsing: "Counter"))

        #expect(found === again)
        #expect(found?.hasCaptures == true)
        #expect(found?.captures(in: path) == ["tab": "Find"])
        #expect(elsewhere == nil)
    }

    @Test func `says that a plugin is not installed`() throws {
        let error = diagnosedError {
            try catalog().restorationClass(named: "Counter", plugin: "org.example.counter")
        }

        #expect(
            error?.description == """
                error: The plugin org.example.counter is not installed
                  fix: Install the plugin again; its state is retained until then.
                """
        )
    }

    @Test func `names a file that cannot be used, which may be the plugin that is missing`() throws
    {
        try directory.write("libcounter.so", "no library")

        let error = diagnosedError {
            try catalog().restorationClass(named: "Counter", plugin: "org.example.counter")
        }

        #expect(
            error?.description == """
                error: The plugin org.example.counter is not installed; a file that was found \
                cannot be used: \(directory.path)/libcounter.so: The file is not a library
                  fix: Remove it from the plugin directory. If the plugin is another file, install it; its \
                state is retained until then.
                """
        )
    }

    /// An archive identifies a plugin by two texts. The host looks them up only among discovered
    /// plugins.
    @Test func `never uses text from an archive as a file name`() throws {
        let outside = try TemporaryDirectory()
        let site = BrokenPlugin.Site(directory: outside, name: "outside")
        try site.compile()
        let relative = String(repeating: "../", count: 8) + site.file.dropFirst()
        let catalog = catalog()

        for name in [site.file, relative, "file://\(site.file)", site.identifier, ""] {
            for className in ["Only", site.file] {
                diagnosedError {
                    try catalog.restorationClass(named: className, plugin: name)
                }
            }
        }
        #expect(!site.hasRun)
    }

    @Test func `says why an installed plugin is not used`() throws {
        _ = try CompiledPlugin("counter", in: directory)
        try directory.write("libcounter.restoration.json", #"{"manifest": 1, "disabled": true}"#)

        let error = diagnosedError {
            try catalog().restorationClass(named: "Counter", plugin: "org.example.counter")
        }

        let sidecar = "\(directory.path)/libcounter.restoration.json"
        #expect(
            error?.description == """
                error: The plugin org.example.counter is not used: disabled by \(sidecar)
                  fix: Remove "disabled" from \(sidecar), or the sidecar. Its state is retained until \
                then.
                """
        )
    }

    @Test func `says that a plugin does not have the class`() throws {
        _ = try CompiledPlugin("counter", in: directory)

        let error = diagnosedError {
            try catalog().restorationClass(named: "Chart", plugin: "org.example.counter")
        }

        #expect(
            error?.description == """
                error: The plugin org.example.counter has no class Chart
                  fix: Install the version that has it, or have its successor list it under aliases; its state is retained until then.
                """
        )
    }

    @Test func `says that a sidecar may have removed the class`() throws {
        _ = try CompiledPlugin("failing", in: directory)
        let sidecar = #"{"manifest": 1, "classes": [{"id": "Encode"}]}"#
        try directory.write("libfailing.restoration.json", sidecar)

        let error = diagnosedError {
            try catalog().restorationClass(named: "Decode", plugin: "org.example.failing")
        }

        #expect(
            error?.description == """
                error: The plugin org.example.failing has no class Decode
                   at: \(directory.path)/libfailing.restoration.json
                  fix: List the class in the sidecar, or install the version that has it; its state \
                is retained until then.
                """
        )
    }
}
