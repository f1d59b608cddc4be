import Foundation
import PseudoTerminal
import RestorationStorage
import Testing

@Suite struct `restorectl key` {
    let home: Home
    let other: Home

    init() throws {
        home = try Home()
        other = try Home()
        try home.save(try SavedProgram.petFinder().image())
        for home in [home, other] {
            try home.write("correct horse\nsecond line\n".utf8, to: home.path + "/work/secret")
            try home.write("wrong horse\n".utf8, to: home.path + "/work/wrong")
        }
    }

    private var file: String { home.path + "/work/sealed" }

    private func export() throws -> Run {
        try home.restorectl(
            "key export \(Home.application) sealed --passphrase-file secret"
        )
    }

    private func importKey(_ secret: String = "secret") throws -> Run {
        try other.restorectl(["key", "import", file, "--passphrase-file", secret])
    }

    @Test func `opens the state of one machine on another`() throws {
        try export().expect(
            output: """
                org.example.petfinder
                    the key is sealed in sealed

                """
        )
        try importKey().expect(
            output: """
                org.example.petfinder
                    the key is stored in ~/data/restoration/keys/org.example.petfinder.key

                """
        )

        try FileManager.default.copyItem(
            atPath: home.path + "/state/\(Home.application)",
            toPath: other.path + "/state/\(Home.application)"
        )
        let shown = try other.restorectl("archive show \(Home.application)")
        #expect(shown.output.contains(#"cat  "cat-3""#))
        #expect(shown.status == 0)
        let again = try importKey()
        #expect(again.output.contains("the same key was there already"))
    }

    @Test func `seals with scrypt, whose parameters are in the file`() throws {
        _ = try export()

        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let key = [UInt8](try Data(contentsOf: URL(filePath: home.keyFile))).prefix(32)

        #expect(Array(bytes[12..<24]) == [0, 0, 2, 0, 8, 0, 0, 0, 1, 0, 0, 0])
        #expect(Data(bytes).range(of: Data(key)) == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `refuses a wrong passphrase and a damaged file, and stores nothing`() throws {
        _ = try export()
        let problem = "The passphrase is wrong, or the file is damaged"
        let remedy = "Try again, or export the key again."

        #expect(try importKey("wrong").errors.contains(problem))
        try home.damage(file, at: -1)
        #expect(try importKey().errors.contains(problem + "\n"))
        #expect(try importKey().errors.contains(remedy))
        // An absurd cost is refused before any work.
        try home.damage(file, at: 15)
        #expect(try importKey().errors.contains("The file is not a sealed key, or it is damaged"))
        #expect(!FileManager.default.fileExists(atPath: other.keyFile))
    }

    @Test func `replaces neither a key nor a file`() throws {
        _ = try export()
        try export().expect(
            error: "The file exists already",
            at: "sealed",
            fix: "Choose another name, or remove the file."
        )
        try other.save(try SavedProgram.petFinder().image())
        let key = try Data(contentsOf: URL(filePath: other.keyFile))

        let run = try importKey()

        #expect(run.errors.contains("Another key is there already, and was not replaced"))
        #expect(run.status == 1)
        #expect(try Data(contentsOf: URL(filePath: other.keyFile)) == key)
    }

    @Test func `takes no passphrase from the command line, and asks only on a terminal`() throws {
        let run = try home.restorectl("key export \(Home.application) sealed")
        run.expect(
            error: "There is no terminal to ask for the passphrase on",
            fix: "Use --passphrase-file or --passphrase-descriptor.",
            status: 64
        )
        #expect(
            try home.restorectl("key export --help").words.contains(
                "never given on the command line"
            )
        )
    }

    @Test func `asks twice on a terminal, without showing the answer`() throws {
        let environment = TerminalProgram.standardEnvironment().merging(home.environment) { $1 }
        let terminal = try PseudoTerminal(
            running: TerminalProgram(
                Home.program,
                arguments: ["key", "export", Home.application, file],
                environment: environment
            )
        )

        try terminal.waitForText("Passphrase:")
        try terminal.send("correct horse")
        try terminal.send(.enter)
        try terminal.waitForText("Again:")
        try terminal.send("correct horse")
        try terminal.send(.enter)
        try terminal.waitForExit()

        let text = terminal.screen.snapshot.rows.map(\.text).joined(separator: "\n")
        #expect(text.contains("the key is sealed in"))
        #expect(!text.contains("horse"))
        #expect(try importKey().status == 0)
    }
}
