import Foundation
import RestorationInvocation
import RestorationPlugins
import Testing

@testable import RestorationBindings
@testable import RestorationDiscovery

@Suite struct `A function that a bound library only uses` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Compiles C source into the library `lib<name>.so`.
    private func compile(_ source: String, as name: String, _ options: String...) throws -> String {
        let file = "\(directory.path)/lib\(name).so"
        try directory.write("\(name).c", source)
        try Command.run(
            [
                "clang", "-shared", "-fPIC", "-Wl,-soname,lib\(name).so",
                "\(directory.path)/\(name).c", "-o", file,
            ] + options
        )
        return file
    }

    private func call(_ name: String, of library: BindingLibrary) throws -> InvocationValue? {
        let signature = try Signature(parsing: "\(name)() -> int32")
        let address = try #require(library.function(name))
        return try unsafe NativeFunction(address, as: signature).invoke([]).result
    }

    @Test func `resolves to the definition that the library's own code calls`() throws {
        // The program brings its own definition, as with an allocator. A library linked against
        // another definition uses the program's.
        let program = try compile("int used_number(void) { return 2; }", as: "brought")
        try #require(unsafe dlopen(program, RTLD_NOW | RTLD_GLOBAL) != nil)
        let part = try compile("int used_number(void) { return 1; }", as: "part")
        let user = try compile(
            "int used_number(void); int user_number(void) { return used_number(); }",
            as: "user",
            part,
            "-Wl,-rpath,\(directory.path)"
        )
        var preflight = Preflight(directories: TrustedDirectories())

        let library = try BindingLibrary(opening: [user], for: "a", &preflight)

        #expect(try call("user_number", of: library) == .integer(2))
        #expect(try call("used_number", of: library) == .integer(2))
    }

    @Test func `resolves to the library's own definition if it has one`() throws {
        let program = try compile("int owned_number(void) { return 2; }", as: "other")
        try #require(unsafe dlopen(program, RTLD_NOW | RTLD_GLOBAL) != nil)
        let own = try compile("int owned_number(void) { return 1; }", as: "own")
        var preflight = Preflight(directories: TrustedDirectories())

        let library = try BindingLibrary(opening: [own], for: "a", &preflight)

        #expect(try call("owned_number", of: library) == .integer(1))
    }
}
