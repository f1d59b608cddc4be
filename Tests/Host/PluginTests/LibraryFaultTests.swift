import Foundation
import RestorationCore
import RestorationPlugins
import Testing

@testable import RestorationDiscovery

@Suite struct `A plugin that the system does not load` {
    /// Compiles a plugin together with a line of C.
    private static func compile(
        _ line: String,
        in directory: TemporaryDirectory
    ) throws -> CompiledPlugin {
        let source = "\(directory.path)/more.c"
        try line.write(toFile: source, atomically: true, encoding: .utf8)
        return try CompiledPlugin("descriptor", in: directory, options: [source])
    }

    private static func refusal(_ plugin: DiscoveredPlugin) -> Diagnosis? {
        diagnosedError { try PluginHost().loader.classes(of: plugin) }?.diagnosis
    }

    @Test func `reports that thread-local storage is exhausted`() throws {
        let directory = try TemporaryDirectory()
        let compiled = try Self.compile(
            #"""
            static __thread char much[65536] __attribute__((tls_model("initial-exec")));
            __attribute__((visibility("default"))) char *use(void) { return much; }
            """#,
            in: directory
        )

        let refusal = Self.refusal(try compiled.discovered())

        #expect(
            refusal?.problem
                == "The library cannot be loaded: the program has no"
                + " static thread-local storage left for it"
        )
    }

    @Test(.disabled(if: unsafe dlsym(nil, "__asan_init") != nil, "Its runtime takes terabytes."))
    func `reports that memory is exhausted`() async throws {
        let directory = try TemporaryDirectory()
        let file = try Self.compile(
            #"__attribute__((visibility("default"))) char much[1L << 42];"#,
            in: directory
        ).file
        await #expect(processExitsWith: .success) { [file = file as String] in
            let plugin = try DiscoveredPlugin(inspecting: file)
            var memory = rlimit(rlim_cur: 1 << 42, rlim_max: 1 << 42)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)

            let refusal = Self.refusal(plugin)

            #expect(
                refusal?.problem
                    == "The library cannot be loaded: it needs more memory than the program's limit"
                    + " allows"
            )
        }
    }

    @Test func `reports that the program has too many files open`() async throws {
        let directory = try TemporaryDirectory()
        let file = try Self.compile("", in: directory).file
        await #expect(processExitsWith: .success) { [file = file as String] in
            let plugin = try DiscoveredPlugin(inspecting: file)
            var files = rlimit(rlim_cur: 3, rlim_max: 1024)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)

            let refusal = Self.refusal(plugin)

            #expect(refusal?.problem == "Cannot be read: Too many open files")
            #expect(
                refusal?.remedy == "Close files, or raise the limit on open files (ulimit -n)."
            )
        }
    }

    @Test func `is explained by the message of the dynamic loader and by its files`() {
        let file = "/plugins/libnote.so"
        func fault(_ words: String) -> LibraryFault { LibraryFault(words, from: file) }
        let opening = "cannot open shared object file"

        #expect(fault("\(file): \(opening): Too many open files") == .refused(.descriptors))
        #expect(
            fault("libb.so.1: \(opening): Too many open files")
                == .dependency("libb.so.1", .refused(.descriptors))
        )
        #expect(fault("\(file): \(opening): No such file or directory") == .missing)
        #expect(
            fault("libb.so.1: \(opening): No such file or directory")
                == .dependency("libb.so.1", .missing)
        )
        #expect(
            fault("\(file): \(opening): Permission denied")
                == .refused(.unreadable(.permissionDenied))
        )
        #expect(fault("\(file): cannot read file data: Is a directory") == .unfit(.directory))
        #expect(
            fault("\(file): cannot enable executable stack as shared object requires: No")
                == .unfit(.executableStack(isDeclared: true))
        )
        let mapping = "failed to map segment from shared object"
        #expect(fault("\(file): \(mapping): Permission denied") == .refused(.policy))
        #expect(
            fault("\(file): \(mapping): Operation not permitted")
                == .refused(.mountedWithoutExecution)
        )
        #expect(
            fault("/lib/libc.so.6: version `GLIBC_2.99' not found (required by \(file))")
                == .versionMissing("GLIBC_2.99", of: "libc.so.6")
        )
        #expect(fault("\(file): something new") == .other("something new"))
        #expect(
            fault("\(file): \(mapping): Cannot allocate memory") == .refused(.memory)
        )
    }

    @Test func `has a remedy for another library if that library is at fault`() {
        let words = "/usr/lib/libb.so.1: undefined symbol: lost"

        let fault = LibraryFault(words, from: "/plugins/libnote.so")

        #expect(fault == .dependency("/usr/lib/libb.so.1", .symbolMissing("lost")))
        #expect(
            fault.remedy(forOwn: true)
                == "Install a version of the library that fits the installed versions of the"
                + " libraries it needs."
        )
    }

    @Test func `is not reported as missing if it was built for a sanitizer`() throws {
        let directory = try TemporaryDirectory()
        let compiled = try Self.compile(
            "void __hwasan_check(void); void *kept; __attribute__((constructor)) static void"
                + " keep(void)"
                + " { kept = (void *)__hwasan_check; }",
            in: directory
        )

        let refusal = Self.refusal(try compiled.discovered())

        #expect(
            refusal?.problem
                == "The library cannot be loaded: it was built for HWAddressSanitizer, whose"
                + " runtime"
                + " the program does not have"
        )
    }

    @Test func `is called by its soname in a binding`() throws {
        let directory = try TemporaryDirectory()
        let library = "\(directory.path)/libthings.so.7"
        try Command.run([
            "clang", "-shared", "-x", "c", "/dev/null", "-o", library, "-Wl,-soname,libthings.so.7",
        ])
        let link = "\(directory.path)/libthings.so"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: library)
        let environment = ["LD_LIBRARY_PATH": directory.path]

        let name = BindingExamination.name(of: "libthings.so", environment: environment)

        #expect(name == "libthings.so.7")
        // The dynamic loader cannot find this library by its soname.
        #expect(BindingExamination.name(of: link, environment: environment) == link)
    }
}
