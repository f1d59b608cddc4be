import Foundation
import RestorationBindings
import RestorationDiscovery
import RestorationPlugins
import Testing

/// Built from the very object files of this test, so that nothing has to be compiled twice.
@Suite struct `A program with Swift's runtime linked in` {
    private static let source = """
        import RestorationBindings
        import RestorationCore
        import RestorationDiscovery
        import RestorationPlugins

        let loader = PluginLoader(
            application: ApplicationIdentifier("org.example.app")!,
            services: PluginServices()
        )
        BindingLoader(for: loader)
        let plugin = try DiscoveredPlugin(inspecting: CommandLine.arguments[1])
        do {
            print(try loader.classes(of: plugin).names.count)
        } catch {
            print(error)
        }
        for effect in loader.sideEffects where effect.change == .secondSwiftRuntime {
            print(effect.diagnosis)
        }
        """

    /// Object files that were instrumented need a runtime that nobody links statically.
    private static let isInstrumented = unsafe dlsym(nil, "__asan_init") != nil

    @Test(.disabled(if: isInstrumented, "The object files are AddressSanitizer's."))
    func `is told that a Swift plugin brings a second one, and works`() throws {
        let directory = try TemporaryDirectory()
        let products = try #require(ProcessFacts.current.programDirectory)
        let plugin = "\(directory.path)/libsample.so"
        try FileManager.default.copyItem(
            atPath: "\(products)/libRestorationSwiftSample.so",
            toPath: plugin
        )
        let program = try build(in: directory, from: products)

        let printed = try CompiledProgram.run([program, plugin])

        #expect(
            printed == """
                14
                error: org.example.sample brought a second Swift runtime: the program has its own \
                linked in
                   at: \(plugin)
                  fix: Link the program without -static-stdlib, or the plugin with it.

                """
        )
    }

    /// A library of some soname that needs others.
    private func library(
        _ name: String,
        in directory: TemporaryDirectory,
        needs: [String] = []
    ) throws -> String {
        let file = "\(directory.path)/\(name).so.1"
        try FileManager.default.createDirectory(
            atPath: String(file[..<file.lastIndex(of: "/")!]),
            withIntermediateDirectories: true
        )
        let soname = file[file.lastIndex(of: "/")!...].dropFirst()
        try CompiledProgram.run(
            ["clang", "-shared", "-fPIC", "-x", "c", "/dev/null", "-x", "none", "-o", file]
                + ["-Wl,-soname,\(soname)", "-Wl,--no-as-needed"] + needs
                + ["-Wl,-rpath,$ORIGIN:$ORIGIN/deep"]
        )
        return file
    }

    @Test(
        .disabled(if: isInstrumented, "The object files are AddressSanitizer's."),
        arguments: [false, true]
    )
    func `refuses what another library has taken a soname from in the same load`(
        isBinding: Bool
    ) throws {
        let directory = try TemporaryDirectory()
        let products = try #require(ProcessFacts.current.programDirectory)
        // The system's library comes first, and what it needs before what the bundled one needs.
        let taken = try library("system/deep/libhelper", in: directory)
        let first = try library("system/libfirst", in: directory, needs: [taken])
        let helper = try library("own/libhelper", in: directory)
        let second = try library("own/libsecond", in: directory, needs: [helper])
        let plugin = try CompiledPlugin(
            "descriptor",
            in: directory,
            options: ["-Wl,--no-as-needed", first, second, "-Wl,-rpath,$ORIGIN/own"]
        )
        let program = try build(in: directory, from: products)

        let binding = try directory.write(
            "a.restoration-binding.json",
            """
            {"binding": 1, "id": "org.example.a", "library": "./libdescriptor.so",
             "classes": [{"id": "A", "is": {"calls": "f(object) -> int32"}}]}
            """
        )

        let search = "LD_LIBRARY_PATH=\(directory.path)/system"
        let printed = try CompiledProgram.run([
            "env", search, program, isBinding ? binding : plugin.file,
        ])

        #expect(
            printed == """
                error: The library bundles libhelper.so.1, \(helper), but the program has \
                loaded another library of that name, \(taken)
                   at: \(plugin.file)
                  fix: Give the bundled library a soname of its own, or link it statically. If \
                LD_LIBRARY_PATH leads to the other one, take its directory out.

                """
        )
    }

    private func build(in directory: TemporaryDirectory, from products: String) throws -> String {
        let program = "\(directory.path)/program"
        let main = try directory.write("main.swift", Self.source)
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let cModules = ["CRestorationPlugin", "CRestorationSystem", "CTrampolines"]
        let swiftModules = [
            "RestorationCore", "RestorationEngine", "RestorationInvocation", "RestorationDiscovery",
            "RestorationPlugins", "RestorationBindings",
        ]
        let headers = (cModules + ["CFFI"]).flatMap { module in
            ["-I", package.appending(path: "Sources/\(module)/include").path]
        }
        let objects = try swiftModules.flatMap { module in
            try objectFiles(ofSwift: "\(products)/\(module).build")
        }
        let cObjects = try cModules.flatMap { module in
            try FileManager.default.contentsOfDirectory(atPath: "\(products)/\(module).build")
                .filter { $0.hasSuffix(".o") }.map { "\(products)/\(module).build/\($0)" }
        }
        try CompiledProgram.run(
            ["swiftc", "-static-stdlib", main, "-I", "\(products)/Modules", "-o", program]
                + headers + objects + cObjects
                + ["-l_FoundationCollections", "-l_FoundationCShims"]
        )
        return program
    }

    /// What the last build made; older files may lie beside them.
    private func objectFiles(ofSwift directory: String) throws -> [String] {
        let map = try Data(contentsOf: URL(filePath: "\(directory)/output-file-map.json"))
        let entries = try JSONSerialization.jsonObject(with: map) as? [String: [String: String]]
        return (entries ?? [:]).filter { $0.key != "" }.compactMap { $0.value["object"] }.sorted()
    }
}
