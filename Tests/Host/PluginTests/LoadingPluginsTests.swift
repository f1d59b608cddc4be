import Foundation
import RestorationCore
import RestorationEngine
import RestorationPlugins
import TestSupport
import Testing

@Suite struct `Loading a plugin` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func load(
        _ fixture: String,
        options: [String] = []
    ) throws -> PluginClasses {
        let compiled = try CompiledPlugin(fixture, in: directory, options: options)
        return try PluginHost().loader.classes(of: compiled.discovered())
    }

    @Test func `makes a class of every one that the manifest lists`() throws {
        let classes = try load("descriptor")

        #expect(classes.names == ["Only"])
        #expect(classes["Only"]?.schemaVersion == 3)
        #expect(classes["Only"]?.plugin == "org.example.descriptor")
    }

    @Test func `leaves out the classes that a sidecar takes away`() throws {
        let sidecar = #"{"manifest": 1, "classes": [{"id": "Encode"}]}"#
        try directory.write("libfailing.restoration.json", sidecar)

        #expect(try load("failing").names == ["Encode"])
    }

    @Test func `asks nothing of the code before it is needed`() throws {
        let host = PluginHost()
        let compiled = try CompiledPlugin("entry", in: directory, options: ["-DREFUSES"])

        _ = try compiled.discovered()

        #expect(host.takeLog().isEmpty)
    }

    @Test func `fails once and remembers why`() throws {
        let compiled = try CompiledPlugin("entry", in: directory, options: ["-DREFUSES"])
        let plugin = try compiled.discovered()
        let host = PluginHost()
        let otherHost = PluginHost()

        let errors = [host, host, otherHost].map { host in
            diagnosedError { try host.loader.classes(of: plugin) } as? PluginError
        }

        #expect(errors.allSatisfy { $0 == errors[0] })
        #expect(errors[0] != nil)
        #expect(host.takeLog() == ["org.example.entry info: entered"])
        #expect(otherHost.takeLog().isEmpty)
    }

    @Test func `does without no entry point`() throws {
        let error = diagnosedError { try load("entry") }

        #expect(
            error?.description == """
                error: The library does not export restoration_plugin_entry
                   at: \(directory.path)/libentry.so
                  fix: Define the function, and mark it with RESTORATION_EXPORT.
                """
        )
    }

    @Test func `refuses the entry point of a library that the plugin depends on`() throws {
        _ = try CompiledPlugin("dependency", in: directory)

        let error = diagnosedError {
            try load(
                "entry",
                options: [
                    "-DUSES_DEPENDENCY", "-L\(directory.path)", "-ldependency",
                    "-Wl,-rpath,\(directory.path)",
                ]
            )
        }

        #expect(
            error?.description == """
                error: The library does not export restoration_plugin_entry
                   at: \(directory.path)/libentry.so
                  fix: Define the function, and mark it with RESTORATION_EXPORT.
                """
        )
    }

    @Test(arguments: [
        (
            #"PLUGIN_ID="org.example.other""#,
            "The library's id is org.example.other, its manifest says org.example.descriptor",
            agree
        ),
        (
            #"PLUGIN_VERSION="2.0.0""#,
            "The library's version is 2.0.0, its manifest says 1.0.0", agree
        ),
        (#"PLUGIN_ID="\xff""#, "The library's id is not valid text", lend),
        ("PLUGIN_SIZE=48", "The library's descriptor has 48 bytes in place of 56 or more", rebuild),
        ("PLUGIN_SIZE=0", "The struct_size of the library's descriptor is 0", size),
        ("PLUGIN_ABI=1", "The library was built against ABI 0.1", rebuild),
        ("CLASS_COUNT=5000", "The library lists 5000 classes", count),
        ("CLASS_COUNT=2", "The library lists a class that is null", count),
        ("CLASSES=NULL", "The library lists a class that is null", count),
        (
            "CLASS_SIZE=56", "The library's class number 1 has 56 bytes in place of 64 or more",
            rebuild
        ),
        ("CLASS_SIZE=0", "The struct_size of the library's class number 1 is 0", size),
        (
            #"CLASS_NAME="Other""#,
            "The library lacks the class Only of its manifest", agree
        ),
        (
            "CLASS_VERSION=4",
            "The library's schema version of Only is 4, its manifest says 3", agree
        ),
        ("CREATE=NULL", "The class Only lacks the function create", null),
        ("DESTROY=NULL", "The class Only lacks the function destroy", null),
    ])
    func `checks the descriptor against the manifest`(
        option: String,
        problem: String,
        remedy: String
    ) throws {
        let error = diagnosedError {
            try load("descriptor", options: ["-D\(option)"])
        }

        #expect(
            error?.description == """
                error: \(problem)
                   at: \(directory.path)/libdescriptor.so
                  fix: \(remedy)
                """
        )
    }

    static let agree =
        "Make the manifest and the descriptor agree, and rebuild the plugin."
    static let rebuild = "Rebuild the plugin against the 0.2 headers."
    static let size = "Set struct_size to sizeof the structure, and rebuild the plugin."
    static let count = "Set class_count to the number of entries of classes."
    static let null = "Set the function; only those that the header says may be null."
    static let lend = "Lend text as UTF-8 with its length, 255 bytes at most."

    @Test func `takes a class from before the last field, and does without it`() throws {
        let compiled = try CompiledPlugin("descriptor", in: directory, options: ["-DCLASS_SIZE=64"])

        let object = try PluginHost().create("Only", of: compiled.discovered())

        #expect(unsafe object.interface("org.example.any/1") == nil)
    }

    @Test(arguments: [
        (120, nil), (128, "there is nothing to make"), (200, "there is nothing to make"),
    ])
    func `tells a new object that it was made, if its class has a function for that`(
        size: Int,
        reason: String?
    ) throws {
        let options = ["-DCLASS_SIZE=\(size)"]
        let compiled = try CompiledPlugin("descriptor", in: directory, options: options)
        let object = try PluginHost().create("Only", of: compiled.discovered())

        let result = Result { try object.noteMade() }

        let problem = reason.map { "org.example.descriptor failed in made of Only: \($0)" }
        #expect(result.failure.map { Diagnosis($0).problem } == problem)
    }

    @Test func `takes a descriptor and a class with fields that it does not know`() throws {
        let options = ["-DPLUGIN_SIZE=sizeof(restoration_plugin)+64", "-DCLASS_SIZE=200"]

        #expect(try load("descriptor", options: options).names.count == 1)
    }

    @Test func `refuses a plugin that a session on another thread uses`() throws {
        let plugin = try CompiledPlugin("descriptor", in: directory).discovered()
        let host = PluginHost()
        _ = try host.loader.classes(of: plugin)

        let error = onAnotherThread {
            diagnosedError { try PluginHost().loader.classes(of: plugin) }
        }

        #expect(host.takeLog().isEmpty)
        #expect(
            error?.description == """
                error: The plugin org.example.descriptor is used by a session on another thread
                  fix: Run the sessions that need the plugin on one thread, or one after the other.
                """
        )
    }

    @Test func `lends a plugin to another thread when its session has ended`() throws {
        let plugin = try CompiledPlugin("descriptor", in: directory).discovered()
        var first: PluginHost? = PluginHost()
        _ = try first?.loader.classes(of: plugin)

        first = nil
        let count = try onAnotherThread {
            Result { try PluginHost().loader.classes(of: plugin).names.count }
        }
        .get()

        #expect(count == 1)
    }
}

extension Result {
    /// The error; `nil` if there is none.
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
