import Foundation
import TestSupport
import Testing

@Suite struct `The headers for programs in C++` {
    private static let headers = [
        "Sources/Languages/Cpp/include", "Sources/PluginSDK/CRestorationPlugin/include",
    ].flatMap { folder in
        Repository.files(in: folder, endingWith: ".hpp").map {
            String($0.dropFirst(folder.count + 1))
        }
    }
    private static let compilers = ["g++", "clang++"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: headers, compilers)
    func `are complete and free of warnings`(header: String, compiler: String) throws {
        // Include it twice, because the second time must have no effect. Plugins hide symbols.
        let source = "#include <\(header)>\n#include <\(header)>\n"

        try check(source, by: compiler)
    }

    @Test(arguments: compilers)
    func `serve the same class in a program and in a plugin`(compiler: String) throws {
        let source = """
            #ifdef PROGRAM
            #include <restoration/session.hpp>
            #endif
            #include <restoration/plugin.hpp>
            class Page : public restoration::object, public restoration::stack {
            public:
                using object::object;
                std::vector<restoration::child> children() const override { return {}; }
                void attach(const std::vector<restoration::child> &, restoration::handle) override {}
            };
            #ifdef PROGRAM
            void use(restoration::session &session) { session.add_class<Page>("Page"); }
            #else
            RESTORATION_PLUGIN("org.example.pages", "1.0.0", restoration::class_of<Page>("Page"))
            #endif

            """

        try check("#define PROGRAM\n\(source)", by: compiler)
        try check(source, by: compiler, flags: ["-fvisibility=hidden"])
    }

    @Test(arguments: [
        ("session.add_root(\"N\", number);", "a lent object derives from restoration::object"),
        (
            "session.add_class<Lent>(\"L\");",
            "a restorable class has a constructor that takes a creation request"
        ),
        (
            "Apart apart; session.add_root(\"A\", apart);",
            "belongs beside restoration::container or restoration::stack"
        ),
        (
            "session.call(restoration::handle::none, \"m\", std::vector<int>());",
            "a method or property takes bool, numbers, text"
        ),
        (
            "session.property<char *>(restoration::handle::none, \"p\");",
            "a method or property returns bool, numbers, std::string"
        ),
    ])
    func `reject unsupported types at compile time`(use: String, message: String) throws {
        let source = """
            #include <restoration/session.hpp>
            struct Lent : restoration::object {};
            struct Apart : restoration::object, restoration::by_position {};
            void build(restoration::session &session) { int number = 1; (void)number; \(use) }

            """

        for compiler in Self.compilers {
            let failure = #expect(throws: HostProgram.Failure.self) {
                try check(source, by: compiler)
            }

            #expect(
                failure?.description.contains(message) == true,
                "\(compiler): \(failure as Any)"
            )
        }
    }

    private func check(_ source: String, by compiler: String, flags: [String] = []) throws {
        let file = try folder.write(source, as: "source.cpp")
        let checked = try FinishedProgram(
            "/usr/bin/env",
            [compiler] + ["-std=c++17"] + HostProgram.strict + flags + HostProgram.includes
                + ["-fsyntax-only", file.path]
        )
        guard checked.status == 0, checked.errors.isEmpty else {
            throw HostProgram.Failure(description: checked.errors)
        }
    }

    @Test func `are where the tests look for them`() {
        #expect(Self.headers.contains("restoration/session.hpp"))
        #expect(Self.headers.contains("restoration/plugin.hpp"))
    }
}
