import Foundation
import RestorationDiscovery
import RestorationPlugins
import TestSupport
import Testing

/// Linked from this test's own object files, so that nothing is compiled twice.
@Suite struct `A program with Swift's runtime linked in` {
    private static let source = """
        import RestorationCore
        import RestorationDiscovery
        import RestorationPlugins

        let loader = PluginLoader(
            application: ApplicationIdentifier("org.example.app")!,
            services: PluginServices()
        )
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

    /// Instrumented object files need the sanitizer's runtime, which is not linked statically.
    private static let isInstrumented = unsafe dlsym(nil, "__asan_init") != nil

    @Test(.disabled(if: isInstrumented, "The object files are AddressSanitizer's."))
    func `reports a Swift plugin's second runtime, and works`() throws {
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
                error: org.example.sample loaded a second Swift runtime: the program has \
                its own, linked statically
                   at: \(plugin)
                  fix: Link the program without -static-stdlib, or the plugin with it.

                """
        )
    }

    private func build(in directory: TemporaryDirectory, from products: String) throws -> String {
        let program = "\(directory.path)/program"
        let main = try directory.write("main.swift", Self.source)
        let cModules = ["CRestorationPlugin", "CRestorationSystem", "CTrampolines"]
        let swiftModules = [
            "RestorationCore", "RestorationEngine", "RestorationInvocation", "RestorationDiscovery",
            "RestorationPlugins",
        ]
        let headers = (cModules + ["CFFI"]).flatMap { module in
            ["-I", Repository.path(Repository.headers(of: module))]
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

    /// The object files of the last build. Older ones may lie beside them.
    private func objectFiles(ofSwift directory: String) throws -> [String] {
        let map = try Data(contentsOf: URL(filePath: "\(directory)/output-file-map.json"))
        let entries = try JSONSerialization.jsonObject(with: map) as? [String: [String: String]]
        return (entries ?? [:]).filter { $0.key != "" }.compactMap { $0.value["object"] }.sorted()
    }
}
