import TestSupport
import Testing

@Suite struct `The headers of the plugin interface` {
    /// The headers for users' compilers, with the name to include them by.
    private static let headers = ["CRestorationPlugin", "CPetFinder"].flatMap { target in
        let folder = Repository.headers(of: target)
        return Repository.files(in: folder, endingWith: ".h").map {
            String($0.dropFirst(folder.count + 1))
        }
    }

    @Test(arguments: headers, [Marker.Dialect.c11, .cpp17])
    func `are complete and free of warnings`(header: String, dialect: Marker.Dialect) async throws {
        // Include it twice, because the second time must have no effect.
        let source = "#include \"\(header)\"\n#include \"\(header)\"\n"

        let output = try await Toolchain().check(source, as: dialect)

        #expect(output.isEmpty, "\(output)")
    }

    @Test(arguments: [Marker.Dialect.c11, .cpp17])
    func `take a manifest of any length without a warning`(dialect: Marker.Dialect) async throws {
        let summary = String(repeating: "cats ", count: 2000)
        let source = """
            #include <restoration/plugin.h>
            RESTORATION_MANIFEST({"manifest": 1, "summary": "\(summary)"})

            """

        let output = try await Toolchain().check(source, as: dialect)

        #expect(output.isEmpty, "\(output)")
    }

    @Test(arguments: [
        ("{sizeof(restoration_class), 1}", "missing-field-initializers"),
        ("{.struct_size = sizeof(restoration_class), .schema_version = 1}", nil),
    ])
    func `warn about omitted fields if the given ones are not named`(
        initialiser: String,
        warning: String?
    ) async throws {
        let source = """
            #include <restoration/plugin.h>
            const restoration_class of_mine = \(initialiser);

            """

        let output = try await Toolchain().check(source, as: .c11)

        #expect(warning.map { output.contains($0) } ?? output.isEmpty, "\(output)")
    }

    @Test func `are where the tests look for them`() {
        #expect(Self.headers.contains("restoration/plugin.h"))
    }
}
