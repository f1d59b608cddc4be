import Foundation
import TestSupport
import Testing

/// A plugin that breaks one rule.
struct Defect: CustomTestStringConvertible, Sendable {
    let rule: String
    /// Additional arguments for the compiler.
    var options: [String] = []
    /// Additional arguments for the check.
    var arguments: [String] = []

    var testDescription: String { rule }

    init(_ rule: String, _ options: [String] = [], _ arguments: [String] = []) {
        self.rule = rule
        self.options = options
        self.arguments = arguments
    }

    /// One defect for each rule. Most come from the fixture's code, and the first ones from the
    /// build options or the place of the file.
    static let all: [Defect] =
        [
            Defect("file.library"), Defect("file.name"), Defect("file.trusted"),
            Defect("manifest.complete", [#"-DID="sample""#]),
            Defect("manifest.keys", [#"-DEXTRA="aliasses":[]"#]),
            Defect("manifest.routes", ["-DROUTES=[]", "-DLATE_ROUTES=[]"]),
            Defect("manifest.abi", [#"-DABI="0.1""#]),
            Defect("manifest.application", [], ["--application", "org.example.other"]),
            Defect("manifest.enabled"),
            Defect("exports.entry", ["-Drestoration_plugin_entry=other_entry"]),
            Defect("exports.alone", ["-DEXPORTED"]),
            Defect("link.needed", ["-DNEEDED"]),
            Defect("link.trusted", ["-Wl,-rpath,relative"]),
            Defect("link.symbols", ["-DUNDEFINED"]),
            Defect("load.library", ["-DMUCH_TLS"]),
            Defect("load.descriptor", [#"-DDESCRIPTOR_ID="org.example.another""#]),
            Defect("object.returns", [], ["--time-limit", "3"]),
            Defect("object.sanitized", ["-fsanitize=address"]),
        ]
        + [
            "load.entry", "load.unlisted", "load.time", "load.signals", "load.locale",
            "load.directory", "load.environment", "load.calculation",
            "load.descriptors", "load.output", "object.create", "object.exits",
            "object.crashes", "later.arrives", "later.cancelled", "interface.unknown",
            "time.create", "time.encode", "time.decode", "object.leaks", "object.signals",
            "object.locale", "object.directory", "object.environment", "object.calculation",
            "object.threads", "object.descriptors", "object.output",
            "thread.calls", "state.same-twice", "state.round-trip", "state.every-launch",
            "state.quiet", "state.size", "state.empty", "state.missing-key", "state.unknown-key",
            "state.reads", "state.settles", "state.other-kinds", "state.limits", "state.cut",
            "state.nested", "state.random", "state.missing-reference", "state.cycle",
            "state.older", "state.older-damaged", "object.separate", "method.limits",
            "method.tells",
            "host.refuses", "host.budget", "converter.any",
        ].map { Defect($0) }
}

extension Home {
    /// Compiles the plugin that keeps all rules, or the one with a defect. Returns its path.
    func compile(_ defect: Defect? = nil) throws -> String {
        let directory = path + "/build"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        var options = ["-D_GNU_SOURCE", "-lm"] + (defect?.options ?? [])
        let needed = directory + "/libneeded.so"
        if let rule = defect?.rule { options.append("-DDEFECT=\"\(rule)\"") }
        if defect?.rule == "link.needed" {
            let source = try write("void needed_elsewhere(void) {}\n".utf8, to: path + "/needed.c")
            let run = try compile(["-shared", "-fPIC", source, "-o", needed])
            try #require(run.status == 0, "\(run.errors)")
            options += ["-L", directory, "-lneeded"]
        }
        try ContractPlugin.compile(
            "defective",
            named: "sample",
            into: directory,
            options: options
        )
        let library = directory + "/libsample.so"
        let files = FileManager.default
        switch defect?.rule {
        case "file.library": try write("text\n".utf8, to: library)
        case "file.name":
            try files.moveItem(atPath: library, toPath: directory + "/sample.plugin")
            return directory + "/sample.plugin"
        case "file.trusted":
            try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: library)
        case "manifest.enabled":
            let sidecar = #"{"manifest": 1, "disabled": true}"#
            try write(sidecar.utf8, to: directory + "/libsample.restoration.json")
        case "link.needed": try files.removeItem(atPath: needed)
        default: break
        }
        return library
    }

    /// A file of examples for the plugin.
    ///
    /// - Parameter calls: The methods that prepare an object.
    func examples(calls: String = #"["add", 5]"#) throws -> String {
        let examples = """
            {"Sample": {"calls": [\(calls)], "older": {"1": {"title": "x"}}},
             "Old": {"older": {"1": {"title": "x"}}}}
            """
        return try write(examples.utf8, to: path + "/examples.json")
    }
}
