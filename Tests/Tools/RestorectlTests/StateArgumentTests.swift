import Foundation
import RestorationStorage
import Testing

@Suite struct `Naming saved state` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `lists the candidates if there are several`() throws {
        try home.save(SavedProgram([]).image())
        try home.save(SavedProgram([]).image(), for: "org.example.atlas")

        let run = try home.restorectl("archive show")

        run.expect(
            error: "2 applications have saved state, and none is named",
            at: "~/state",
            fix: "Name one of org.example.atlas, org.example.petfinder.",
            status: 64
        )
    }

    @Test func `reports that no application has state`() throws {
        let run = try home.restorectl("archive show")

        run.expect(
            error: "No application has saved state",
            at: "~/state",
            fix: "Pass a file, or set XDG_STATE_HOME to the directory in use."
        )
    }

    @Test func `means the named state even if its key is missing`() throws {
        try home.save(SavedProgram([]).image())
        let directory = home.path + "/copied/state"
        try FileManager.default.createDirectory(
            atPath: home.path + "/copied",
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            atPath: home.stateDirectory(of: Home.application),
            toPath: directory
        )
        try FileManager.default.removeItem(atPath: home.keys.directory)

        let run = try home.restorectl(["archive", "show", directory])

        // The application's id would name the state in its usual place.
        #expect(
            run.errors.contains("start afresh with restorectl archive discard '~/copied/state', "),
            "\(run)"
        )
    }

    @Test func `treats text without a slash as an application, whatever files exist`() throws {
        try home.write([], to: home.workingDirectory + "/archive")

        let word = try home.restorectl("archive show archive")
        let application = try home.restorectl("archive show org.example.atlas")

        word.expect(
            error: #""archive" is not an application's id"#,
            fix: "Write an id such as org.restorationkit.petfinder; the path of a file has a"
                + " slash, such as ./archive.",
            status: 64
        )
        application.expect(
            error: "org.example.atlas has no saved state",
            at: "~/state/org.example.atlas/restoration",
            fix: "Use restorectl archive list to see which applications have saved state."
        )
    }

    @Test(arguments: ["show", "verify", "list", "discard --yes"])
    func `accepts the path of a state directory`(command: String) throws {
        try home.save(SavedProgram([]).image())
        try FileManager.default.moveItem(
            atPath: home.path + "/state/org.example.petfinder/restoration",
            toPath: home.workingDirectory + "/elsewhere"
        )

        let run = try home.restorectl("archive \(command) ./elsewhere/")

        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.contains(command == "show" ? "generation 1" : "elsewhere"))
        let left = try FileManager.default.contentsOfDirectory(
            atPath: home.workingDirectory + "/elsewhere"
        )
        #expect(left.contains("archive") == (command != "discard --yes"))
    }

    @Test(arguments: [
        (
            "./archive", "./archive",
            "The file has no header of saved state: it is another kind of file, or damaged",
            "Pass an archive. If this file is damaged, use an older generation.", 1
        ),
        (
            "./missing", "./missing",
            "Could not open the file: it or a parent directory is missing",
            "Check the path, or restore the missing file.", 1
        ),
        (
            "./empty/", "./empty", "This is not a directory with saved state",
            "Pass the directory that holds the program's archive and ledger.", 1
        ),
        (
            "./archive --previous", "./archive", "A single file has no generation before it",
            "Pass the other file, or the application instead of a file.", 64
        ),
    ])
    func `reports errors of a file`(
        arguments: String,
        place: String,
        problem: String,
        remedy: String,
        status: Int32
    ) throws {
        try home.write([1, 2, 3], to: home.workingDirectory + "/archive")
        try FileManager.default.createDirectory(
            atPath: home.workingDirectory + "/empty",
            withIntermediateDirectories: false
        )

        let run = try home.restorectl("archive show \(arguments)")

        run.expect(error: problem, at: place, fix: remedy, status: status)
    }
}
