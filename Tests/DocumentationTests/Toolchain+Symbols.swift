import Foundation
import TestSupport

extension Toolchain {
    /// The public symbols of a module, and those that it adds to other modules.
    func symbols(of module: String) async throws -> [SymbolGraph.Symbol] {
        let arguments = [
            "symbolgraph-extract", "-module-name", module, "-target", Self.target,
            "-module-cache-path", products.appending(path: "ReferenceCache").path,
            "-minimum-access-level", "public", "-skip-synthesized-members",
            "-emit-extension-block-symbols", "-output-dir",
        ]
        return try await symbols { folder in
            (programs.appending(path: "swift"), arguments + [folder.path] + moduleSearch)
        }
    }

    /// The symbols of the headers that plugins in C include.
    func symbolsOfHeaders() async throws -> [SymbolGraph.Symbol] {
        let headers = ["CRestorationPlugin", "CPetFinder"].flatMap { target in
            Repository.files(in: Repository.headers(of: target), endingWith: ".h")
        }
        let paths = headers.map { Repository.root.appending(path: $0).path }
        return try await symbols { folder in
            let graph = folder.appending(path: "headers.symbols.json").path
            let arguments = ["-extract-api", "-x", "c-header", "-std=c11"] + headerSearch
            return (programs.appending(path: "clang"), arguments + ["-o", graph] + paths)
        }
    }

    /// Generates the site, as `make docs` does.
    ///
    /// - Returns: The script's output.
    func makeSite(in folder: URL, output: URL) async throws -> String {
        let script = Repository.root.appending(path: "Tests/Support/make-docs.sh")
        return try await run(script, [products.path, folder.path], output: output)
    }

    #if arch(arm64)
    private static let target = "aarch64-unknown-linux-gnu"
    #else
    private static let target = "x86_64-unknown-linux-gnu"
    #endif

    /// Runs a program that writes symbol graphs into a directory, and reads them.
    private func symbols(
        by command: (_ folder: URL) -> (program: URL, arguments: [String])
    ) async throws -> [SymbolGraph.Symbol] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, arguments) = command(folder)
        let output = try await run(program, arguments, output: folder.appending(path: "output"))
        guard output.isEmpty else { throw SymbolError(output: output) }
        return
            try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
            .flatMap { file in
                try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
            }
    }

    struct SymbolError: Error, CustomStringConvertible {
        let output: String
        var description: String { "The compiler has not extracted the symbols: \(output)" }
    }
}
