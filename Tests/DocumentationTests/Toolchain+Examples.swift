import Foundation

/// Builds what the documents tell to make, from what this build has made of the framework: a package
/// of its own would compile all of that again.
extension Toolchain {
    private static let examples = "Tests/Fixtures/Examples"
    private static let pluginModules = [
        "RestorationPluginKit", "RestorationCore", "CRestorationPlugin",
    ]
    private static let hostModules = [
        "RestorationKit", "RestorationLoading", "RestorationInvocation", "RestorationEngine",
        "RestorationStorage", "RestorationCore", "CRestorationPlugin", "CRestorationSystem",
        "Logging", "Crypto", "CryptoBoringWrapper", "CCryptoBoringSSL", "CCryptoBoringSSLShims",
        "CXKCP", "CXKCPShims",
    ]

    /// Builds `desk`, `plugins/libNotes.so` and `plugins/libcounter.so` in a directory.
    ///
    /// - Returns: What the compilers said; empty if all is well.
    func buildDesk(in folder: URL) async throws -> String {
        let plugins = folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        let map =
            "module CDesk { header \"\(path("Desk/Sources/CDesk/include/desk.h"))\" export * }"
        try Data(map.utf8).write(to: folder.appending(path: "module.modulemap"))
        var output = try await run(
            programs.appending(path: "swiftc"),
            swiftc(in: folder) + [
                path("Desk/Sources/desk/main.swift"), "-lstdc++", "-o", folder.path + "/desk",
            ]
                + objects(of: Self.hostModules),
            output: folder.appending(path: "output")
        )
        output += try await buildNotes(in: folder, as: plugins.path + "/libNotes.so")
        output += try await run(
            programs.appending(path: "clang"),
            [
                "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", path("Counter/counter.c"), "-o",
                plugins.path + "/libcounter.so", "-I", path("Desk/Sources/CDesk/include"),
            ] + headerSearch,
            output: folder.appending(path: "output")
        )
        return output
    }

    /// As the build tool plugin and the SDK's linker settings have it built.
    private func buildNotes(in folder: URL, as library: String) async throws -> String {
        let source = path("Notes/Sources/Notes/Note.swift")
        let entry = folder.path + "/RestorationPluginEntry.swift"
        let generated = try await run(
            products.appending(path: "restoration-plugin-generator"),
            [path("Notes/Sources/Notes"), entry, source],
            output: folder.appending(path: "output")
        )
        let exports = Repository.root.appending(path: "Plugins/exports.map").path
        return try await generated
            + run(
                programs.appending(path: "swiftc"),
                swiftc(in: folder) + ["-emit-library", "-module-name", "Notes", source, entry]
                    + ["-o", library, "-Xlinker", "--version-script=\(exports)"]
                    + objects(of: Self.pluginModules),
                output: folder.appending(path: "output")
            )
    }

    private func swiftc(in folder: URL) -> [String] {
        swift.filter { $0 != "-typecheck" } + moduleSearch
            + ["-Xcc", "-fmodule-map-file=\(folder.path)/module.modulemap"]
    }

    private func path(_ file: String) -> String {
        Repository.root.appending(path: "\(Self.examples)/\(file)").path
    }

    /// The object files of modules, without those that a build left of sources that are gone.
    private func objects(of modules: [String]) -> [String] {
        modules.flatMap { module in
            let folder = products.appending(path: "\(module).build").path
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
            let sources = Repository.files(in: "Sources/\(module)", endingWith: ".swift")
                .map { "\(URL(filePath: $0).lastPathComponent).o" }
            return (names ?? [])
                .filter { $0.hasSuffix(".o") && (sources.isEmpty || sources.contains($0)) }
                .map { "\(folder)/\($0)" }
        }
    }
}
