import Foundation
import RestorationKit
import Testing

@Suite struct `A binding whose library cannot be loaded` {
    /// The diagnosis of a class whose library cannot be loaded.
    ///
    /// - Parameter prepare: puts files into the directory of the binding.
    private func refusal(
        _ library: String,
        _ prepare: (String) throws -> Void = { _ in }
    ) throws -> (diagnosis: Diagnosis?, directory: String) {
        let program = try DialProgram(binding: DialBinding.text(library: library))
        let directory = program.directory + "/plugins"
        try prepare(directory)
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let error = #expect(throws: (any Error).self) { try program.adopt(window, into: session) }
        return (error.map { Diagnosis($0) }, directory)
    }

    /// Compiles a library bundled with the binding.
    private func compile(_ source: String, in directory: String, _ more: String...) throws {
        let file = "\(directory)/help.c"
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        try DialLibrary.compile(file, to: "\(directory)/libhelp.so", more)
    }

    @Test func `reports a missing library of the system`() throws {
        let (refusal, directory) = try refusal("libdials-of-nobody.so.7")

        #expect(
            refusal?.description == """
                error: libdials-of-nobody.so.7 cannot be found
                       libdials-of-nobody.so.7: cannot open shared object file: No such file or \
                directory
                   at: \(directory)/dials.restoration-binding.json
                  fix: Install the library, or correct its name in the binding.
                """
        )
    }

    @Test func `reports a missing library beside it`() throws {
        let (refusal, directory) = try refusal("./libhelp.so")

        #expect(
            refusal?.description == """
                error: \(directory)/libhelp.so cannot be found
                   at: \(directory)/dials.restoration-binding.json
                  fix: Build the library, and copy it beside the binding.
                """
        )
    }

    @Test(arguments: [
        ("text", "the file is not a library"), ("", "the library is empty"),
        ("\u{7F}ELF", "the library ends within its headers"),
    ])
    func `reports a file beside it that is not a library`(text: String, problem: String) throws {
        let (refusal, directory) = try refusal("./libhelp.so") { directory in
            try text.write(toFile: "\(directory)/libhelp.so", atomically: true, encoding: .utf8)
        }

        #expect(
            refusal?.description == """
                error: \(directory)/libhelp.so cannot be loaded: \(problem)
                   at: \(directory)/dials.restoration-binding.json
                  fix: Build the library again, and copy it beside the binding.
                """
        )
    }

    @Test(arguments: ["./libhelp.so", "libm.so"])
    func `reports a linker script, as development files may be`(library: String) throws {
        // Debian's libm.so is such a linker script.
        let (refusal, directory) = try refusal(library) { directory in
            try "/* GNU ld script */\nGROUP ( /lib/libm.so.6 AS_NEEDED ( /lib/libmvec.so.1 ) )\n"
                .write(toFile: "\(directory)/libhelp.so", atomically: true, encoding: .utf8)
        }

        let name = library.replacing("./", with: directory + "/")
        #expect(
            refusal?.problem
                == "\(name) cannot be loaded: the file is a linker script for"
                + " libm.so.6, not a library"
        )
        #expect(refusal?.remedy == "Name the library itself, libm.so.6.")
    }

    @Test func `reports a path without a library`() throws {
        let (refusal, directory) = try refusal("/etc/passwd")

        #expect(
            refusal?.description == """
                error: /etc/passwd cannot be loaded: the file is not a library
                   at: \(directory)/dials.restoration-binding.json
                  fix: Correct the library's path in the binding.
                """
        )
    }

    @Test func `names symbols that a library beside it uses without being linked with them`() throws
    {
        let (refusal, directory) = try refusal("./libhelp.so") { directory in
            try compile(
                "int dials_of_nobody(void); int help(void); int help(void) { return dials_of_nobody(); }",
                in: directory
            )
        }

        #expect(
            refusal?.description == """
                error: \(directory)/libhelp.so cannot be loaded: it uses dials_of_nobody, which \
                no library that it is linked with defines
                       \(directory)/libhelp.so: undefined symbol: dials_of_nobody
                   at: \(directory)/dials.restoration-binding.json
                  fix: Link it with the library that defines dials_of_nobody, or correct the name in \
                its source.
                """
        )
    }
}
