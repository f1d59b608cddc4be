import Foundation
import RestorationLoading
import Testing

@Suite struct `The examples of the documents` {
    @Test func `all say what becomes of them in the tests`() throws {
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

        #expect(throws: Never.self) { try ManifestReader().narrowing(from: sidecar) }
    }

    @Test(arguments: try Document.all().flatMap(\.examples).filter { $0.reading == .binding })
    func `are bindings that a host accepts`(example: Example) throws {
        #expect(throws: Never.self) { try BindingDocument(parsing: Array(example.binding.utf8)) }
    }
}

@Suite struct `Checking an example` {
    @Test(arguments: Marker.Dialect.allCases)
    func `finds what is wrong with it`(dialect: Marker.Dialect) async throws {
        let source = "this is no program\n"

        let output = try await Toolchain().check(source, as: dialect)

        #expect(output.contains("error:"))
    }

    @Test func `names the line of the document`() async throws {
        let text = """
            # A document

            <!-- compiled: C11 -->
            ```c
            static int one = 1;
            static int two = unknown;
            ```
            """
        let document = Document(path: "Docs/Made up.md", text: text)
        let program = try #require(Program.all(in: document).first)

        let output = try await Toolchain().check(program.source, as: program.dialect)

        #expect(output.contains("Docs/Made up.md:6:"))
    }

    @Test func `joins the blocks of a host, and of a plugin, but not those of C`() {
        let text = ["host", "C11", "plugin", "C11", "host"].map {
            "<!-- compiled: \($0) -->\n```x\n\($0)\n```"
        }
        let document = Document(path: "a.md", text: text.joined(separator: "\n"))

        let programs = Program.all(in: document)

        #expect(programs.map(\.examples.count) == [2, 1, 1, 1])
    }
}

extension Example {
    /// The file that the example is; `nil` if it is none.
    fileprivate var file: String? {
        guard case .file(let path) = marker else { return nil }
        return path
    }

    /// The binding that the example is. One that shows only some keys is completed: with those that
    /// every binding has, and where it is a class or a part of one, with what is around it.
    fileprivate var binding: String {
        guard !code.contains("\"binding\":") else { return code }
        let head =
            #""binding": 1, "id": "org.example.example", "library": "libexample.so.1""#
        if code.contains("\"classes\":") { return "{\(head), \(code)}" }
        let kind = "\"kind\": \"example_kind(object) -> string\""
        return "{\(head), \(kind), \"classes\": [{\"id\": \"Example\", \(code)}]}"
    }

    /// As what the example is read; `nil` if it is not.
    fileprivate var reading: Marker.Reading? {
        guard case .read(let reading) = marker else { return nil }
        return reading
    }
}
