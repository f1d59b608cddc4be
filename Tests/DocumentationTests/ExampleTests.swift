import Foundation
import RestorationDiscovery
import RestorationStoryboards
import TestSupport
import Testing

@Suite struct `The examples of the documents` {
    @Test func `all declare their use in the tests`() throws {
        let checked = ["swift", "c", "cpp", "json", "jsonc"]

        for document in try Document.all() {
            for example in document.examples where checked.contains(example.language) {
                #expect(example.marker != nil, "\(example) has no marker in the line before it")
            }
            for example in document.examples {
                if case .unknown(let text) = example.marker {
                    Issue.record("\(example) has a marker that says something unknown: \(text)")
                }
            }
        }
    }

    @Test(arguments: try Document.all().flatMap(Program.all(in:)))
    func `compile`(program: Program) async throws {
        let output = try await Toolchain().check(program.source, as: program.dialect)

        #expect(output.isEmpty, "\(output)")
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.file != nil })
    func `are the files that this package builds`(example: Example) throws {
        let file = try #require(example.file)

        #expect(try Repository.text(of: "Tests/Fixtures/Examples/\(file)") == example.code)
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.quotedFolder != nil })
    func `quote the files that they are parts of`(example: Example) throws {
        let folder = try #require(example.quotedFolder)

        let files = [".swift", ".c", ".h", ".json"].flatMap {
            Repository.files(in: folder, endingWith: $0)
        }

        #expect(try files.contains { try Repository.text(of: $0).contains(example.code) })
    }

    @Test func `show every file of the packages that they tell to make`() throws {
        let shown = try Document.all().flatMap(\.examples).compactMap(\.file)
        let files = Repository.files(in: "Tests/Fixtures/Examples", endingWith: "")
            .map { $0.dropFirst("Tests/Fixtures/Examples/".count) }
            .filter { $0.split(separator: "/").last?.contains(".") == true }

        #expect(Set(shown) == Set(files.map(String.init)))
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.reading == .manifest })
    func `are manifests that a host accepts`(example: Example) throws {
        let manifest = Array(example.code.utf8)

        #expect(throws: Never.self) { try ManifestReader().manifest(from: manifest) }
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.reading == .sidecar })
    func `are sidecars that a host accepts`(example: Example) throws {
        let sidecar = Array(example.code.utf8)

        #expect(throws: Never.self) { try ManifestReader().restriction(from: sidecar) }
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.reading == .binding })
    func `are bindings that a host accepts`(example: Example) throws {
        #expect(throws: Never.self) { try BindingDocument(parsing: Array(example.binding.utf8)) }
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.reading == .storyboard })
    func `are storyboards that a program shows`(example: Example) {
        let place = "\(example)"
        #expect(StoryboardDocument.faults(in: Data(example.code.utf8), place: place).isEmpty)
    }
}

@Suite struct `The packages that the documents tell to make` {
    static let names = ["Desk", "Notes", "Tools"]

    /// The packages that readers copy beside their clone.
    private static let folders = [
        "Docs/Examples/Desk/Desk", "Docs/Examples/Desk/Notes", "Docs/Examples/Tools",
    ]

    /// The part of the framework's manifest that the packages need. It takes no time to resolve.
    private static let framework = """
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
            name: "RestorationKit",
            products: [
                .library(name: "RestorationKit", targets: ["Everything"]),
                .library(name: "RestorationPluginKit", targets: ["Everything"]),
                .plugin(name: "RestorationPluginBuilder", targets: ["RestorationPluginBuilder"]),
            ],
            targets: [
                .target(name: "Everything", path: "Everything"),
                .plugin(
                    name: "RestorationPluginBuilder", capability: .buildTool(), path: "Builder"
                ),
            ]
        )
        """

    @Test(arguments: names)
    func `find the framework in a directory of another name`(name: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "packages-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for source in Self.folders.map({ Repository.root.appending(path: $0) }) {
            let copy = folder.appending(path: source.lastPathComponent)
            try FileManager.default.copyItem(at: source, to: copy)
        }
        for file in Self.names.map({ folder.appending(path: "\($0)/Package.swift") }) {
            let manifest = try String(contentsOf: file, encoding: .utf8)
            try Data(manifest.replacing("../RestorationKit", with: "../clone").utf8).write(to: file)
        }
        for (file, text) in [
            ("Package.swift", Self.framework), ("Everything/Everything.swift", ""),
            ("Builder/Builder.swift", ""),
        ] {
            let place = folder.appending(path: "clone/\(file)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: place)
        }

        let toolchain = try Toolchain()
        let output = try await toolchain.run(
            toolchain.programs.appending(path: "swift"),
            [
                "package", "--package-path", folder.appending(path: name).path, "--cache-path",
                folder.appending(path: "cache").path, "show-dependencies", "--format", "flatlist",
            ],
            output: folder.appending(path: "output")
        )

        #expect(output == (name == "Notes" ? "clone\ndesk\n" : "clone\n"))
    }
}

@Suite struct `Replacing a library` {
    @Test(arguments: try Document.all().flatMap(\.examples))
    func `is never done with cp, which changes the file that programs have loaded`(
        example: Example
    ) {
        let copies = example.code.split(separator: "\n").filter { $0.contains(/\bcp .*\.so\b/) }

        #expect(copies.isEmpty, "\(example)")
    }
}

@Suite struct `Checking an example` {
    @Test(arguments: Marker.Dialect.allCases)
    func `finds its errors`(dialect: Marker.Dialect) async throws {
        let source = "this is no program\n"

        let output = try await Toolchain().check(source, as: dialect)

        #expect(output.contains("error:"))
    }
}

extension Example {
    /// The path of the file that the example shows, or `nil` if it shows none.
    fileprivate var file: String? {
        guard case .file(let path) = marker else { return nil }
        return path
    }

    /// The folder of the file that the example is a part of, or `nil` for a whole file or none.
    fileprivate var quotedFolder: String? {
        guard case .notCompiled(let reason) = marker else { return nil }
        return reason.prefixMatch(of: #/a part of ([^,]+),/#).map { String($0.1) }
    }

    /// The binding in the example. If the example shows only some keys, this adds the keys that
    /// every binding has and, for a class or a part of one, the code around it.
    fileprivate var binding: String {
        guard !code.contains("\"binding\":") else { return code }
        let head =
            #""binding": 1, "id": "org.example.example", "library": "libexample.so.1""#
        if code.contains("\"classes\":") { return "{\(head), \(code)}" }
        let kind = "\"kind\": \"example_kind(object) -> string\""
        return "{\(head), \(kind), \"classes\": [{\"id\": \"Example\", \(code)}]}"
    }

    /// The format in which the tests read the example, or `nil` if they do not read it.
    fileprivate var reading: Marker.Reading? {
        guard case .read(let reading) = marker else { return nil }
        return reading
    }
}
