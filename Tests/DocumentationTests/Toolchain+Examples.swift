import Foundation
import TestSupport

/// Builds the documents' examples against the modules of this build. A separate package would
/// compile all modules again.
extension Toolchain {
    private static let desk = "Docs/Examples/Desk"
    private static let tools = "Docs/Examples/Tools"
    private static let pluginModules = [
        "RestorationPluginKit", "RestorationCore", "CRestorationPlugin",
    ]
    private static let hostModules = [
        "RestorationKit", "RestorationBindings", "RestorationPlugins", "RestorationDiscovery",
        "RestorationInvocation", "RestorationEngine",
        "RestorationPostgreSQL", "CPostgreSQL",
        "RestorationStorage", "RestorationCore", "CRestorationPlugin", "CRestorationSystem",
        "CTrampolines",
        "Logging", "Crypto", "CryptoBoringWrapper", "CCryptoBoringSSL", "CCryptoBoringSSLShims",
        "CXKCP", "CXKCPShims",
    ]
    private static let uiKitModules =
        hostModules + ["RestorationFoundation", "RestorationStoryboards", "RestorationUIKit"]
    private static let terminalModules =
        uiKitModules + ["TerminalScreen", "CTerminal", "RestorationTerminal"]

    /// Builds the desk of the guides with both plugins.
    ///
    /// - Returns: The compilers' messages; empty on success.
    func buildDesk(in folder: URL) async throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let headers = path("\(Self.desk)/Desk/Sources/CDesk/include")
        let map = "module CDesk { header \"\(headers)/desk.h\" export * }"
        try Data(map.utf8).write(to: folder.appending(path: "module.modulemap"))
        let desk = Desk(
            host: path("\(Self.desk)/Desk/Sources/desk/main.swift"),
            swiftPlugin: path("\(Self.desk)/Notes/Sources/Notes/Note.swift"),
            cPlugin: path("\(Self.desk)/Counter/counter.c"),
            swiftFlags: ["-Xcc", "-fmodule-map-file=\(folder.path)/module.modulemap"],
            cFlags: ["-I", headers]
        )
        return try await build(desk, in: folder)
    }

    /// Checks a desk's plugins with the command that the guides give.
    ///
    /// - Returns: The output of `restorectl plugin check`, or `nil` if the plugins keep all rules.
    func brokenRules(in folder: URL) async throws -> String? {
        let plugins = ["libNotes.so", "libcounter.so"].map { "\(folder.path)/plugins/\($0)" }
        let page = try await run(
            products.appending(path: "restorectl"),
            ["plugin", "check"] + plugins + ["--iterations", "100"],
            output: folder.appending(path: "output")
        )
        let isKept = page.contains(" kept") && !page.contains("broken") && !page.contains("error:")
        return isKept ? nil : page
    }

    /// Builds the host of `Docs/EmbeddingAHost.md`, as `desk`.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildFirstHost(in folder: URL) async throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let page = try Document(path: "Docs/EmbeddingAHost.md")
        let code = page.examples.first { $0.marker == .compiled([.host]) }?.code
        let source = folder.appending(path: "main.swift")
        try Data((code ?? "").utf8).write(to: source)
        return try await buildHost(source.path, in: folder)
    }

    /// Builds a program that `restorectl host new` began, as `desk` beside its directory, and checks
    /// its manifest and test.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildNewHost(_ name: String, in project: URL) async throws -> String {
        func text(_ path: String) throws -> String {
            try String(contentsOf: project.appending(path: path), encoding: .utf8)
        }
        let sources = "Sources/\(name)"
        let test = try text("Tests/\(name)_tests/RestorationTests.swift")
            .replacing("@testable import \(name)\n", with: "")
        let document = project.appending(path: "\(sources)/Document.swift").path
        return try await check(text("Package.swift"), as: .package)
            + check(text("\(sources)/Document.swift") + test, as: .test)
            + buildHost(
                project.appending(path: "\(sources)/main.swift").path,
                flags: ["-module-name", name, document],
                in: project.deletingLastPathComponent()
            )
    }

    /// Builds a terminal program of a page.
    ///
    /// - Parameter beginning: Code that runs before the page's.
    /// - Returns: The compiler's messages; empty on success.
    func buildTerminalProgram(
        ofPage path: String,
        after beginning: String = "",
        in folder: URL
    ) async throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let code = try Document(path: path).examples.first { $0.marker == .compiled([.host]) }?.code
        let source = folder.appending(path: "main.swift")
        try Data((beginning + (code ?? "")).utf8).write(to: source)
        return try await run(
            programs.appending(path: "swiftc"),
            swiftc + [source.path, "-lstdc++", "-lffi", "-ltinfo"]
                + ["-o", folder.path + "/program"] + objects(of: Self.terminalModules),
            output: folder.appending(path: "output")
        )
    }

    /// Builds the program of `README.md` with the two plugins of `Docs/WritingAPlugin.md`.
    ///
    /// - Parameter note: The document with the Swift plugin and its manifest. `README.md` shows it,
    ///   too.
    /// - Returns: The compilers' messages; empty on success.
    func buildReadme(in folder: URL, note: String) async throws -> String {
        let notes = folder.appending(path: "notes")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        let files: [(document: String, marker: Marker, file: URL)] = [
            ("README.md", .compiled([.host]), folder.appending(path: "main.swift")),
            (note, .compiled([.plugin]), notes.appending(path: "Note.swift")),
            (note, .read(.manifest), notes.appending(path: "restoration-plugin.json")),
            ("Docs/WritingAPlugin.md", .compiled([.c11]), folder.appending(path: "counter.c")),
        ]
        for (document, marker, file) in files {
            let examples = try Document(path: document).examples.filter { $0.marker == marker }
            try Data(examples.map(\.code).joined().utf8).write(to: file)
        }
        let desk = Desk(
            host: files[0].file.path,
            swiftPlugin: files[1].file.path,
            cPlugin: files[3].file.path
        )
        return try await build(desk, in: folder)
    }

    /// Builds `tools` and the binding of the guide to bindings.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildTools(in folder: URL) async throws -> String {
        let plugins = folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        // The last binding is the finished one. The draft precedes it.
        let binding = try Document(path: "Docs/MakingALibraryRestorable.md").examples
            .last { $0.marker == .read(.binding) }?.code
        try Data((binding ?? "").utf8)
            .write(to: plugins.appending(path: "magic.restoration-binding.json"))
        let sources = path("\(Self.tools)/Sources")
        return try await run(
            programs.appending(path: "swiftc"),
            swiftc + [
                "-Xcc", "-fmodule-map-file=\(sources)/CMagic/module.modulemap",
                "\(sources)/tools/main.swift", "-lmagic", "-lstdc++", "-lffi", "-o",
                folder.path + "/tools",
            ] + objects(of: Self.hostModules),
            output: folder.appending(path: "output")
        )
    }

    /// Builds a program that uses GTK.
    ///
    /// - Parameters:
    ///   - sources: Swift files, and object files to link.
    ///   - packages: The names for pkg-config.
    ///   - map: The module map of the headers that the sources import.
    /// - Returns: The compiler's messages; empty on success.
    func buildGTKProgram(
        _ sources: [String],
        as file: URL,
        packages: [String] = ["gtk4"],
        map: String = "\(notes)/Sources/CGtk/module.modulemap"
    ) async throws -> String {
        let folder = file.deletingLastPathComponent()
        let flags = folder.appending(path: "flags")
        let config = URL(filePath: "/usr/bin/pkg-config")
        func ask(_ question: String) async throws -> [String] {
            let answer = try await run(config, [question] + packages, output: flags)
            return answer.split { $0.isWhitespace }.map(String.init)
        }
        let map = Repository.root.appending(path: map).path
        let headers = try await ask("--cflags-only-I") + ["-fmodule-map-file=\(map)"]
        return try await run(
            programs.appending(path: "swiftc"),
            swiftc + headers.flatMap { ["-Xcc", $0] } + sources + objects(of: Self.hostModules)
                + (try await ask("--libs")) + ["-lstdc++", "-lffi", "-o", file.path],
            output: folder.appending(path: "output")
        )
    }

    /// Builds a program of a Swift file and a file in C or C++, which a fixture contains.
    ///
    /// - Returns: The compilers' messages; empty on success.
    func buildGTKFixture(
        _ name: String,
        _ file: String,
        as program: URL,
        packages: [String] = ["gtk4"]
    ) async throws -> String {
        let fixture = "Tests/Fixtures/\(name)"
        let source = Repository.root.appending(path: fixture).path
        let object = "\(program.path).o"
        let (compiler, dialect) = file.hasSuffix(".c") ? ("clang", "c11") : ("clang++", "c++17")
        let command = """
            '\(programs.appending(path: compiler).path)' -std=\(dialect) -Wall -Wextra -Werror \
                -c '\(source)/\(file)' -o '\(object)' \
                $(pkg-config --cflags \(packages.joined(separator: " ")))
            """
        let output = try await run(
            URL(filePath: "/bin/sh"),
            ["-c", command],
            output: program.deletingLastPathComponent().appending(path: "output")
        )
        guard output.isEmpty else { return output }
        return try await buildGTKProgram(
            ["\(source)/main.swift", object],
            as: program,
            packages: packages,
            map: "\(fixture)/module.modulemap"
        )
    }

    static let notes = "Docs/Examples/Notes"

    /// Builds the binding of GTK into a directory, as its makefile does.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildGTKBinding(in folder: URL) async throws -> String {
        try await run(
            URL(filePath: "/usr/bin/make"),
            [
                "--silent", "-C", Repository.root.appending(path: "Plugins/GTK4").path,
                "DESTINATION=\(folder.path)", "CFLAGS=-Werror",
            ],
            output: folder.deletingLastPathComponent().appending(path: "output")
        )
    }

    /// Builds Cats from these files, as its package does. `import UIKit` is a module of one line.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildCats(_ files: [String: String], in folder: URL) async throws -> String {
        var sources: [String] = []
        for (name, text) in files {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            if name.hasSuffix(".swift") { sources.append(file.path) }
        }
        let alias = Repository.root.appending(path: "Docs/Examples/Cats/Sources/UIKit/UIKit.swift")
        let output = folder.appending(path: "output")
        let module = try await run(
            programs.appending(path: "swiftc"),
            swiftc + [
                "-parse-as-library", "-module-name", "UIKit", "-emit-module", alias.path,
                "-emit-module-path", folder.path + "/UIKit.swiftmodule",
            ],
            output: output
        )
        return try await module
            + buildProgram("Cats", sources.sorted(), flags: ["-I", folder.path], in: folder)
    }

    /// Builds Board and its plugin.
    ///
    /// - Returns: The compilers' messages; empty on success.
    func buildBoard(in folder: URL, plugins: URL) async throws -> String {
        let board = Repository.root.appending(path: "Docs/Examples/Board").path
        let header = "\(board)/Sources/CBoard/include"
        let map = "module CBoard { header \"\(header)/board.h\" export * }"
        try Data(map.utf8).write(to: folder.appending(path: "module.modulemap"))
        let sources = Repository.files(
            in: "Docs/Examples/Board/Sources/Board",
            endingWith: ".swift"
        )
        .map { Repository.root.appending(path: $0).path }
        let storyboard = "Main.storyboard.json"
        try FileManager.default.copyItem(
            atPath: "\(board)/Sources/Board/\(storyboard)",
            toPath: folder.appending(path: storyboard).path
        )
        let program = try await buildProgram(
            "Board",
            sources,
            flags: ["-Xcc", "-fmodule-map-file=\(folder.path)/module.modulemap"],
            in: folder
        )
        return try await program
            + run(
                programs.appending(path: "clang"),
                [
                    "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC",
                    "-I", header, "\(board)/Plugin/presses.c", "-o",
                    plugins.path + "/libpresses.so",
                ] + headerSearch,
                output: folder.appending(path: "output")
            )
    }

    /// Builds Mail.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func buildMail(in folder: URL) async throws -> String {
        let mail = "Docs/Examples/Mail/Sources/Mail"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let storyboard = "Main.storyboard.json"
        try FileManager.default.copyItem(
            at: Repository.root.appending(path: "\(mail)/\(storyboard)"),
            to: folder.appending(path: storyboard)
        )
        return try await buildProgram(
            "Mail",
            Repository.files(in: mail, endingWith: ".swift")
                .map { Repository.root.appending(path: $0).path },
            flags: ["-ltinfo"],
            modules: Self.terminalModules,
            in: folder
        )
    }

    /// Builds a program that uses UIKit's classes.
    private func buildProgram(
        _ name: String,
        _ sources: [String],
        flags: [String],
        modules: [String] = uiKitModules,
        in folder: URL
    ) async throws -> String {
        try await run(
            programs.appending(path: "swiftc"),
            swiftc + ["-parse-as-library", "-module-name", name] + flags + sources
                + ["-lstdc++", "-lffi", "-o", "\(folder.path)/\(name)"] + objects(of: modules),
            output: folder.appending(path: "output")
        )
    }

    /// The sources of a program and its plugins.
    private struct Desk {
        let host: String
        /// With its manifest beside it.
        let swiftPlugin: String
        let cPlugin: String
        var swiftFlags: [String] = []
        var cFlags: [String] = []
    }

    /// Builds `desk`, `plugins/libNotes.so` and `plugins/libcounter.so`.
    private func build(_ desk: Desk, in folder: URL) async throws -> String {
        let plugins = folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        var output = try await buildHost(desk.host, flags: desk.swiftFlags, in: folder)
        output += try await buildSwiftPlugin(of: desk, in: folder)
        output += try await run(
            programs.appending(path: "clang"),
            [
                "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", desk.cPlugin, "-o", plugins.path + "/libcounter.so",
            ] + desk.cFlags + headerSearch,
            output: folder.appending(path: "output")
        )
        return output
    }

    /// Builds `desk` from a single source.
    private func buildHost(
        _ source: String,
        flags: [String] = [],
        in folder: URL
    ) async throws -> String {
        try await run(
            programs.appending(path: "swiftc"),
            swiftc + flags + [source, "-lstdc++", "-o", folder.path + "/desk"]
                + objects(of: Self.hostModules),
            output: folder.appending(path: "output")
        )
    }

    /// Builds it with the flags of the build tool plugin and of the SDK's linker settings.
    private func buildSwiftPlugin(of desk: Desk, in folder: URL) async throws -> String {
        let entry = folder.path + "/RestorationPluginEntry.swift"
        let sources = URL(filePath: desk.swiftPlugin).deletingLastPathComponent().path
        let generated = try await run(
            products.appending(path: "restoration-plugin-generator"),
            [sources, entry, desk.swiftPlugin],
            output: folder.appending(path: "output")
        )
        let exports = Repository.root.appending(path: "Plugins/exports.map").path
        return try await generated
            + run(
                programs.appending(path: "swiftc"),
                swiftc + desk.swiftFlags
                    + ["-emit-library", "-module-name", "Notes", desk.swiftPlugin, entry]
                    + ["-o", folder.path + "/plugins/libNotes.so"]
                    + ["-Xlinker", "--version-script=\(exports)"]
                    + objects(of: Self.pluginModules),
                output: folder.appending(path: "output")
            )
    }

    private var swiftc: [String] { swift.filter { $0 != "-typecheck" } + moduleSearch }

    private func path(_ file: String) -> String {
        Repository.root.appending(path: file).path
    }

    /// The object files of modules, without stale ones of deleted sources.
    private func objects(of modules: [String]) -> [String] {
        modules.flatMap { module in
            let folder = products.appending(path: "\(module).build").path
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
            let sources = Repository.files(
                in: Repository.modules[module] ?? module,
                endingWith: ".swift"
            )
            .map { "\(URL(filePath: $0).lastPathComponent).o" }
            return (names ?? [])
                .filter { $0.hasSuffix(".o") && (sources.isEmpty || sources.contains($0)) }
                .map { "\(folder)/\($0)" }
        }
    }
}
