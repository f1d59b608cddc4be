import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `restorectl archive list` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `lists the applications that have saved state`() throws {
        try home.save(try SavedProgram.petFinder().image())
        try home.save(SavedProgram([]).image(), for: "org.example.atlas")
        try home.damage(home.stateDirectory(of: "org.example.atlas") + "/archive", at: 500)
        try home.write([], to: home.path + "/state/org.example.empty/other")

        let run = try home.restorectl("archive list")
        let json = try home.restorectl("archive list --format json")

        run.expect(
            output: """
                APPLICATION            GENERATION  SAVED                       SIZE  CONDITION
                org.example.atlas                                           4.3 KiB  damaged
                org.example.petfinder           1  2026-10-03 14:05:10 UTC  5.1 KiB  intact

                """
        )
        json.expect(
            output: """
                {
                  "applications" : [
                    {
                      "application" : "org.example.atlas",
                      "directory" : "~/state/org.example.atlas/restoration",
                      "files" : [
                        {
                          "condition" : "damaged",
                          "generation" : null,
                          "path" : "~/state/org.example.atlas/restoration/archive",
                          "reason" : {
                            "place" : "~/state/org.example.atlas/restoration/archive",
                            "problem" : "The header of the file is damaged",
                            "remedy" : "Use an older generation; this one cannot be trusted."
                          },
                          "role" : "current",
                          "savedAt" : null,
                          "setAsideBecause" : null,
                          "sizeInBytes" : 4436
                        }
                      ]
                    },
                    {
                      "application" : "org.example.petfinder",
                      "directory" : "~/state/org.example.petfinder/restoration",
                      "files" : [
                        {
                          "condition" : "intact",
                          "generation" : 1,
                          "path" : "~/state/org.example.petfinder/restoration/archive",
                          "reason" : null,
                          "role" : "current",
                          "savedAt" : "2026-10-03T14:05:10Z",
                          "setAsideBecause" : null,
                          "sizeInBytes" : 5196
                        }
                      ]
                    }
                  ],
                  "stateHome" : "~/state"
                }

                """
        )
    }

    @Test func `lists the files of one application`() throws {
        try home.save(try SavedProgram.petFinder().image(), try SavedProgram.petFinder().image())
        try home.damage(home.stateDirectory(of: Home.application) + "/archive", at: -1)
        let store = home.store()
        _ = try store.open()
        try store.writeReport([])
        store.close()

        let run = try home.restorectl(["archive", "list", Home.application])

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                FILE     GENERATION  SAVED                       SIZE  CONDITION
                current           1  2026-10-03 14:05:10 UTC  5.1 KiB  intact
                report            1  2026-10-03 14:05:10 UTC  4.1 KiB  intact

                set aside
                    20261003T140510.000000Z-damaged-archive
                        generation 2, 5.1 KiB, damaged: The end of the file is missing or
                        damaged
                    restorectl archive list --set-aside shows which can be restored, and how.

                """
        )
    }

    @Test(arguments: ["", " --set-aside", " --format json"])
    func `never reports unreadable state as none`(option: String) throws {
        let closed = try home.closeStateDirectory(of: "org.example.closed")

        let run = try home.restorectl("archive list" + option)

        run.expect(
            errors: """
                error: Could not list the directory: \(closed.reason)
                   at: ~/state/org.example.closed/restoration
                  fix: \(closed.remedy)

                """,
            status: 1
        )
        #expect(try home.restorectl("archive show").errors == run.errors)
    }

    @Test func `lists readable state as well`() throws {
        try home.save(SavedProgram([]).image())
        try home.closeStateDirectory(of: "org.example.closed")

        let run = try home.restorectl("archive list")

        #expect(run.output.contains("org.example.petfinder"))
        #expect(run.errors.contains("~/state/org.example.closed/restoration"))
        #expect(run.status == 1)
    }

    @Test func `warns of a directory that others may change, like all commands that only read`()
        throws
    {
        try home.save(try SavedProgram.petFinder().image())
        let directory = home.stateDirectory(of: Home.application)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777],
            ofItemAtPath: directory
        )

        let runs = try ["list", "list \(Home.application)", "show", "verify", "suspects"].map {
            try home.restorectl("archive \($0)")
        }

        for run in runs {
            #expect(run.status == 0)
            #expect(
                run.errors == """
                    warning: Other users may change the saved state: its directory has mode 0777
                         at: ~/state/org.example.petfinder/restoration
                        fix: Look for files that other users put there, then run chmod 700 on the directory.

                    """
            )
        }
        let discarded = try home.restorectl("archive discard \(Home.application) --yes")
        #expect(discarded.status == 1)
        #expect(discarded.errors.hasPrefix("error: Other users may change the saved state"))
    }
}

extension Home {
    /// Makes a state directory unreadable.
    @discardableResult
    fileprivate func closeStateDirectory(
        of application: String
    ) throws -> (reason: String, remedy: String) {
        let directory = stateDirectory(of: application)
        let files = FileManager.default
        guard geteuid() == 0 else {
            try files.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: nil
            )
            try files.setAttributes([.posixPermissions: 0], ofItemAtPath: directory)
            return SystemReason(EACCES).words
        }
        // Root can read any directory, but cannot follow a link to itself.
        try write([], to: "\(path)/state/\(application)/other")
        try files.createSymbolicLink(atPath: directory, withDestinationPath: directory)
        return SystemReason(ELOOP).words
    }
}
