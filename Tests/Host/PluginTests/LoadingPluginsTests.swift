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

    @Test func `fails once and remembers why`() throws {
        let compiled = try CompiledPlugin("descriptor", in: directory, options: ["-DREFUSES"])
        let plugin = try compiled.discovered()
        let host = PluginHost()
        let otherHost = PluginHost()

        let errors = [host, host, otherHost].map { host in
            diagnosedError { try host.loader.classes(of: plugin) } as? PluginError
        }

        #expect(errors.allSatisfy { $0 == errors[0] })
        #expect(errors[0] != nil)
        #expect(host.takeLog() == ["org.example.descriptor info: entered"])
        #expect(otherHost.takeLog().isEmpty)
    }

    @Test(arguments: [
        (
            #"PLUGIN_ID="org.example.other""#,
            "The library's id is org.example.other, its manifest says org.example.descriptor"
        ),
        (
            #"PLUGIN_VERSION="2.0.0""#,
            "The library's version is 2.0.0, its manifest says 1.0.0"
        ),
        (#"PLUGIN_ID="\xff""#, "The library's id is not valid text"),
        ("PLUGIN_SIZE=48", "The library's descriptor has 48 bytes, expected at least 56"),
        ("PLUGIN_SIZE=0", "The struct_size of the library's descriptor is 0"),
        ("PLUGIN_ABI=1", "The library was built against ABI 0.1"),
        ("CLASS_COUNT=5000", "The library lists 5000 classes"),
        ("CLASS_COUNT=2", "The library lists a class that is null"),
        ("CLASSES=NULL", "The library lists a class that is null"),
        ("CLASS_SIZE=56", "The library's class number 1 has 56 bytes, expected at least 64"),
        ("CLASS_SIZE=0", "The struct_size of the library's class number 1 is 0"),
        (
            #"CLASS_NAME="Other""#,
            "The library lacks the class Only of its manifest"
        ),
        (
            "CLASS_VERSION=4",
            "The library's schema version of Only is 4, its manifest says 3"
        ),
        ("CREATE=NULL", "The class Only lacks the function create"),
        ("DESTROY=NULL", "The class Only lacks the function destroy"),
    ])
    func `checks the descriptor against the manifest`(option: String, problem: String) throws {
        try TableFault("descriptor", [option]).expect(problem)
    }

    @Test(arguments: [
        (120, nil), (128, "there is nothing to make"), (200, "there is nothing to make"),
    ])
    func `notifies a new object, if its class has a function for that`(
        size: Int,
        reason: String?
    ) throws {
        let options = ["-DCLASS_SIZE=\(size)"]
        let compiled = try CompiledPlugin("descriptor", in: directory, options: options)
        let object = try PluginHost().create("Only", of: compiled.discovered())

        let result = Result { try object.notifyMade() }

        let problem = reason.map { "org.example.descriptor failed in made of Only: \($0)" }
        #expect(result.failure.map { Diagnosis($0).problem } == problem)
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

    @Test func `lets another thread use a plugin when its session has ended`() throws {
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
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
