import Foundation
import RestorationCore
import TestSupport
import Testing

@testable import restorectl

@Suite struct `restorectl plugin run` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `makes, calls, saves, kills and restores by a script`() throws {
        let run = try run(
            """
            # What was not saved is gone after a kill.
            make
            call add 3
            save
            call add 4
            kill
            expect count 3
            restart
            list
            """
        )

        run.withoutTimes.expect(
            output: """
                > make
                  · load, TIME  ~/build/libsample.so
                  · create of Sample, TIME  Desk/1/Sample
                made Desk/1/Sample
                > call add 3
                  · method add of Sample, TIME  Desk/1/Sample
                = 3
                > save
                  · encode of Sample, TIME, 47 bytes  Desk/1/Sample
                saved generation 1, TIME
                > call add 4
                  · method add of Sample, TIME  Desk/1/Sample
                = 7
                > kill
                  · load, TIME  ~/build/libsample.so
                  · create of Sample, TIME  Desk/1/Sample
                  · decode of Sample, TIME, 47 bytes  Desk/1/Sample
                restored generation 1: 3 restored
                > expect count 3
                  · encode of Sample, TIME, 47 bytes  Desk/1/Sample
                > restart
                  · encode of Sample, TIME, 47 bytes  Desk/1/Sample
                saved generation 2, TIME
                  · load, TIME  ~/build/libsample.so
                  · create of Sample, TIME  Desk/1/Sample
                  · decode of Sample, TIME, 47 bytes  Desk/1/Sample
                restored generation 2: 3 restored
                > list
                Desk/1/Sample
                  · encode of Sample, TIME, 47 bytes  Desk/1/Sample
                  · destroy of Sample, TIME  Desk/1/Sample

                """
        )
    }

    @Test func `shows an object's state, properties and methods, and sets a property`() throws {
        let run = try run(
            """
            make
            set zoom 2.5
            show
            """,
            of: "properties"
        )

        #expect(run.output.contains("property zoom: float64"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("\n  zoom: 2.5\n"), "\(run.output)")
    }

    @Test func `reads a literal by the type that is wanted`() throws {
        let run = try run(
            """
            make
            call setZoom 12.0
            call zoom
            call setZoom 3
            call halve 7.0
            call joined 12.50 null
            call moved {"x": 1, "y": 2.5} {"x": 1.0, "y": 0}
            call sum [1, 2, 250]
            call opposite start
            """,
            of: "methods",
            "--quiet"
        )

        let answers = run.output.split(separator: "\n").filter { $0.hasPrefix("= ") }
        #expect(
            answers == [
                "= 12.0", "= [true, 3, 1]", #"= "12.50+""#, #"= {"x": 2.0, "y": 2.5}"#, "= 253",
                #"= "end""#,
            ],
            "\(run)"
        )
        #expect(run.status == 0)
    }

    @Test func `sets and expects numbers however they are written`() throws {
        let run = try run(
            """
            make
            set zoom 2.0
            expect zoom 2
            set zoom 3
            expect zoom 3.0
            set float32 0.1
            expect float32 0.1
            set int8 7.0
            expect int8 7e0
            set string 08
            expect string 08
            """,
            of: "properties",
            "--quiet"
        )

        #expect(run.errors.isEmpty && run.status == 0, "\(run)")
    }

    @Test func `shows a sensitive value only if that is asked for`() throws {
        let steps = """
            make
            set title Secret
            show
            expect title Scret
            """

        let hiding = try run(steps, of: "properties", "--quiet")
        let showing = try run(steps, of: "properties", compiling: false, "--quiet", "--reveal")

        #expect(hiding.output.contains("\n  title: hidden: sensitive, --reveal shows it\n"))
        #expect(hiding.errors.hasPrefix("error: title, which is sensitive, has another value\n"))
        #expect(showing.output.contains("\n  title: \"Secret\"\n"))
        #expect(showing.errors.hasPrefix("error: title is \"Secret\", and not \"Scret\"\n"))
    }

    @Test func `logs refusals of the host to the file of RESTORATION_LOG`() throws {
        let file = try home.compile(Defect("", ["-DREFUSED"]))
        let script = try home.write("make\nsave\n".utf8, to: home.path + "/steps.txt")

        let run = try restorectl(
            ["plugin", "run", file, "--script", script],
            variables: ["RESTORATION_LOG=plugin:info"]
        )

        let text = run.errors.replacing(#/(?m)^\S+Z /#, with: "")
        #expect(
            text.hasPrefix(
                """
                plugin info org.example.sample Desk/1/Sample: The host answered "invalid" to its call \
                of add_child.
                plugin info org.example.sample Desk/1/Sample: Its coder refuses a call: The key
                """
            ),
            "\(text)"
        )
    }

    @Test func `stops at the first step that fails, and says where`() throws {
        let run = try run(
            """
            make

            expect cuont 3
            save
            """
        )

        #expect(
            run.errors == """
                error: Desk/1/Sample stores nothing under "cuont"; did you mean count?
                   at: ~/steps.txt, line 3
                  fix: show lists the object's members.

                """
        )
        #expect(run.status == 1)
        #expect(!run.output.contains("saved"))
    }

    @Test(arguments: [
        (
            "sample", "show Root/Thing", "there is no object at Root/Thing",
            "list shows the objects."
        ),
        (
            "sample", "call frobnicate", "Sample of org.example.sample has no method frobnicate",
            "show lists the methods of the object."
        ),
        (
            "properties", "set zoom -1.0", #"zoom was not set: There is no such zoom, key "zoom""#,
            "Give it another value of type float64; show lists the properties with their types."
        ),
    ])
    func `says why a step fails, and which step shows more`(
        plugin: String,
        step: String,
        problem: String,
        remedy: String
    ) throws {
        let run = try run("make\n\(step)\n", of: plugin)

        run.expect(
            output: run.output,
            error: problem,
            at: "~/steps.txt, line 2",
            fix: remedy
        )
    }

    @Test(arguments: ["call zoom", "set zoom 2.0"])
    func `says why a retained object cannot be used, with a remedy`(
        step: String
    ) throws {
        let run = try run("make zoom=-1.0\nsave\nkill\n\(step)\n", of: "properties")

        #expect(run.errors.contains("could not be restored, and its state is retained: "), "\(run)")
        #expect(run.errors.contains("There is no such zoom"), "\(run)")
        #expect(run.errors.contains("on a terminal, the step restart then tries it again."))
        #expect(run.status == 1)
    }

    @Test func `reports no call that was refused for its arguments`() throws {
        let run = try run("make\ncall add x\n")

        #expect(run.errors.hasPrefix("error: "), "\(run)")
        #expect(run.output.contains("create of Sample"))
        #expect(!run.output.contains("method add"))
        #expect(run.status == 1)
    }

    @Test(arguments: ["make\nsave\nkill\nlist\n", "make\nexpect count 1\n", "nonsense\n"])
    func `removes all files of a run that has ended`(steps: String) throws {
        _ = try run(steps)

        #expect(try FileManager.default.contentsOfDirectory(atPath: temporaryDirectory) == [])
    }

    @Test func `leaves no files if the plugin cannot be run`() throws {
        let file = try home.compile(Defect("manifest.enabled"))

        let run = try restorectl(["plugin", "run", file])

        #expect(
            run.errors == """
                error: A host does not find the plugin
                   at: ~/build/libsample.so
                  fix: Give the file a name that ends in .so, and name an application for it.

                """
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporaryDirectory) == [])
    }

    @Test func `runs the named file, not a newer build beside it`() throws {
        _ = try home.compile()
        let newer = ["-D_GNU_SOURCE", "-lm", #"-DVERSION="1.1.0""#]
        try ContractPlugin.compile(
            "defective",
            named: "newer",
            into: buildDirectory(),
            options: newer
        )

        let run = try run("make\nsave\nkill\n", compiling: false)

        #expect(run.output.components(separatedBy: "~/build/libsample.so").count == 3, "\(run)")
        #expect(!run.output.contains("libnewer.so"))
        #expect(run.status == 0)
    }

    @Test func `reloads a new build, and fails if there is none`() throws {
        let told = try reload { _ = try home.compile() }

        #expect(told.output.contains("org.example.sample was reloaded with 1 object in"))
        // The last step has failed because no new build existed.
        #expect(told.status == 1)
    }

    @Test(arguments: [0, 1])
    func `continues with the old code if loading the new build ends the process`(
        status: Int
    ) throws {
        let options = ["-DEXITS_AT_LOAD", "-DEXIT_STATUS=\(status)"]
        let told = try reload { _ = try home.compile(Defect("", options)) }

        #expect(told.output.contains("the old code continues"))
        #expect(
            told.errors.hasPrefix(
                "error: Loading the new build ends the process (exit status \(status))\n"
            )
        )
    }

    private static let mayMount: Bool = {
        let arguments = ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]
        return (try? FinishedProgram("/usr/bin/unshare", arguments))?.status == 0
    }()

    @Test(.enabled(if: mayMount, "A mount takes rights."))
    func `reports a plugin on a file system that is mounted noexec`() throws {
        let file = try home.compile()
        let place = home.path + "/noexec"
        try FileManager.default.createDirectory(
            atPath: place,
            withIntermediateDirectories: true
        )
        let steps = """
            mount -t tmpfs -o noexec,mode=755 none "$0" && cp "$1" "$0" \
            && echo make | "$2" plugin run "$0/libsample.so"
            """

        let run = try home.run(
            "/usr/bin/env",
            ["PATH=\(Home.searchPath)", "unshare", "-m", "sh", "-c", steps, place, file]
                + [Home.program]
        )

        #expect(
            run.errors.contains(
                "The library cannot be loaded: it is on a file system that is mounted noexec"
            ),
            "\(run)"
        )
    }

    /// Runs the plugin, and reloads it after a new build. A step shows that the object is
    /// unchanged. Then reloads it once more.
    private func reload(
        _ build: () throws -> Void
    ) throws -> (output: String, errors: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: Home.program)
        process.arguments = ["plugin", "run", try home.compile(), "--quiet"]
        process.environment = home.environment
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        func write(_ steps: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data(steps.utf8))
        }
        func read(until text: String) throws -> String {
            var told = ""
            while !told.contains(text) {
                let data = output.fileHandleForReading.availableData
                try #require(!data.isEmpty, "\(told)")
                told += String(decoding: data, as: UTF8.self)
            }
            return told
        }

        try write("make\ncall add 3\n")
        _ = try read(until: "= 3")
        try FileManager.default.removeItem(atPath: home.path + "/build/libsample.so")
        try build()
        try write("reload\nexpect count 3\nreload\n")
        input.fileHandleForWriting.closeFile()
        let told = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        let errorText = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        return (told, errorText, process.terminationStatus)
    }

    @Test func `names the code that crashed, and ends a script`() throws {
        _ = try home.compile(Defect("object.crashes"))

        let run = try run("make\nsave\nexpect count 0\n", compiling: false)

        run.withoutTimes.expect(
            output: """
                > make
                  · load, TIME  ~/build/libsample.so
                  · create of Sample, TIME  Desk/1/Sample
                made Desk/1/Sample
                > save
                The program crashed while the object encoded its state (SIGABRT): \
                ~/build/libsample.so
                nothing was saved: the run starts afresh

                """,
            errors: """
                error: The plugin has crashed the run (SIGABRT)
                   at: ~/build/libsample.so
                  fix: Run it in a debugger, or built with -fsanitize=address; restorectl \
                plugin check reports the rule that it breaks.

                """,
            status: 1
        )
    }

    @Test func `names a remedy that works in the run`() throws {
        _ = try home.compile(Defect("state.limits"))

        let run = try run(
            "make\ncall add \(Int64.max)\nsave\nkill\n",
            compiling: false,
            "--quiet"
        )

        // The state is deleted with the run, so no other command can find it.
        #expect(
            run.output.contains(
                "(SIGABRT). Its saved state is retained until the run ends. Fix and rebuild the plugin:"
            ),
            "\(run)"
        )
        #expect(!run.output.contains("restorectl archive"))
    }

    @Test(arguments: [
        (
            Defect("", ["-DEXITS_AT_LOAD", "-DEXIT_STATUS=1"]), "make",
            "The plugin has ended the process"
        ),
        (
            Defect("object.exits", ["-DEXIT_STATUS=0"]), "make\nsave",
            "The plugin has ended the process"
        ),
        (
            Defect("method.limits"), "make\ncall add \(Int64.min)",
            "The plugin has crashed the run in its method add (SIGABRT)"
        ),
        // The crash comes after all steps.
        (
            Defect("", ["-DCRASHES_AT_END"]), "make\nsave",
            "The plugin has crashed the run (SIGABRT)"
        ),
    ])
    func `fails if the plugin ends the process or crashes it`(
        defect: Defect,
        steps: String,
        problem: String
    ) throws {
        _ = try home.compile(defect)

        let run = try run(steps + "\n", compiling: false)

        #expect(run.errors.hasPrefix("error: \(problem)\n"), "\(run)")
        #expect(run.status == 1)
    }

    @Test func `continues to write trace events after a kill`() throws {
        let trace = home.path + "/trace.json"

        _ = try run("make\nsave\nkill\n", "--trace", trace)

        // The trace may lack its last bracket.
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        let whole = Data((text.dropLast(2) + "]").utf8)
        let events = try JSONDecoder().decode([Event].self, from: whole)
        #expect(
            events.map(\.name) == [
                "load", "create", "encode", "load", "create", "decode", "encode", "destroy",
            ]
        )
        #expect(events.map(\.ts) == events.map(\.ts).sorted())
        #expect(events.allSatisfy { $0.ph == "X" && $0.dur >= 0 })
    }

    @Test(arguments: [
        (
            "make Desk/Note Note pet=17 name=x",
            RunStep.make(
                path: "Desk/Note",
                className: "Note",
                parameters: ["pet": 17, "name": "x"]
            )
        ),
        ("make Desk/Note", .make(path: "Desk/Note", className: nil, parameters: [:])),
        ("make Note pet=17", .make(path: nil, className: "Note", parameters: ["pet": 17])),
        ("call add 3 true null", .call(path: nil, method: "add", ["3", "true", "null"])),
        (
            "call a/b add \"3\"",
            .call(path: "a/b", method: "add", [RunStep.Word(text: "3", isQuoted: true)])
        ),
        (
            #"set text "say \"a\" \\""#,
            .set(path: nil, key: "text", RunStep.Word(text: #"say "a" \"#, isQuoted: true))
        ),
        (#"set list [1, {"a": "b c"}]"#, .set(path: nil, key: "list", #"[1, {"a": "b c"}]"#)),
        ("set text half", .set(path: nil, key: "text", "half")),
        ("  kill  ", .kill),
    ])
    func `reads steps`(line: String, step: RunStep) throws {
        #expect(try RunStep(parsing: line) == step)
    }

    private static let literals: [(RunStep.Word, RestorationValue)] = [
        (RunStep.Word("3"), .integer(3)), (RunStep.Word("3.0"), .double(3)),
        (RunStep.Word("3e2"), .double(300)),
        (RunStep.Word("18446744073709551615"), .unsigned(.max)),
        (RunStep.Word("true"), .bool(true)), (RunStep.Word("null"), .null),
        (
            RunStep.Word(#"[1, {"a": "b c"}]"#),
            .array([.integer(1), .dictionary(["a": .string("b c")])])
        ), (RunStep.Word("half"), .string("half")), (RunStep.Word("007"), .string("007")),
        (RunStep.Word(text: "3", isQuoted: true), .string("3")),
    ]

    @Test(arguments: literals)
    func `reads a word as it is written if no type is known`(
        word: RunStep.Word,
        value: RestorationValue
    ) {
        #expect(word.value == value)
    }

    @Test(arguments: ["", "   ", "# make"])
    func `passes over empty lines and comments`(line: String) throws {
        #expect(try RunStep(parsing: line) == nil)
    }

    @Test(arguments: [
        ("cal add", "there is no step \"cal\"; did you mean call?"),
        ("set text", "write: set [PATH] KEY VALUE"),
        ("set text \"a", "a quotation mark is missing"),
        ("frobnicate", "there is no step \"frobnicate\"; help lists them"),
    ])
    func `reports errors of a step`(line: String, sentence: String) {
        #expect(throws: RunStep.Fault(sentence)) { try RunStep(parsing: line) }
    }

    private func buildDirectory() throws -> String {
        let directory = home.path + "/build"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        return directory
    }

    /// Runs the steps with the plugin "sample", which follows all rules, or with another plugin.
    private func run(
        _ steps: String,
        of name: String = "sample",
        compiling: Bool = true,
        _ arguments: String...
    ) throws -> Run {
        if compiling, name == "sample" { _ = try home.compile() }
        if compiling, name != "sample" {
            try ContractPlugin.compile(name, into: buildDirectory())
        }
        let script = try home.write(steps.utf8, to: home.path + "/steps.txt")
        return try restorectl(
            ["plugin", "run", "\(home.path)/build/lib\(name).so", "--script", script] + arguments
        )
    }

    private var temporaryDirectory: String { home.path + "/tmp" }

    /// Runs the command with a separate directory for temporary files.
    private func restorectl(_ arguments: [String], variables: [String] = []) throws -> Run {
        try FileManager.default.createDirectory(
            atPath: temporaryDirectory,
            withIntermediateDirectories: true
        )
        return try home.run(
            "/usr/bin/env",
            ["TMPDIR=\(temporaryDirectory)"] + variables + [Home.program] + arguments
        )
    }

    private struct Event: Decodable {
        let name: String
        let ph: String
        let ts: Double
        let dur: Double
    }
}

extension String {
    /// The same text with a placeholder for each time.
    var withoutTimes: String { replacing(/\d+(\.\d)? (µs|ms)/, with: "TIME") }
}

extension Run {
    /// The same run with a placeholder for each time.
    fileprivate var withoutTimes: Run {
        Run(
            output: output.withoutTimes,
            errors: errors,
            status: status
        )
    }
}

extension RunStep.Word: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text: text, isQuoted: false) }
    init(_ text: String) { self.init(stringLiteral: text) }
}
