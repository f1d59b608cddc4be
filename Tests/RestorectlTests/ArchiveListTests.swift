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
        try home.save(try SavedProgram.petFinder().image(), try SavedProgram.petFinder().image())
        try home.save(SavedProgram([]).image(), for: "org.example.atlas")
        try home.damage(home.stateDirectory(of: "org.example.atlas") + "/archive", at: 500)
        try home.write([], to: home.path + "/state/org.example.empty/other")

        let run = try home.restorectl("archive list")
        let json = try home.restorectl("archive list --format json")

        #expect(
            run
                == Run(
                    output: """
                        APPLICATION            GENERATION  SAVED                       SIZE  CONDITION
                        org.example.atlas                                           4.2 KiB  damaged
                        org.example.petfinder           2  2026-10-03 14:05:10 UTC  4.9 KiB  intact

                        """
                )
        )
        #expect(
            json
                == Run(
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
                                  "sizeInBytes" : 4344
                                }
                              ]
                            },
                            {
                              "application" : "org.example.petfinder",
                              "directory" : "~/state/org.example.petfinder/restoration",
                              "files" : [
                                {
                                  "condition" : "intact",
                                  "generation" : 2,
                                  "path" : "~/state/org.example.petfinder/restoration/archive",
                                  "reason" : null,
                                  "role" : "current",
                                  "savedAt" : "2026-10-03T14:05:10Z",
                                  "setAsideBecause" : null,
                                  "sizeInBytes" : 4968
                                },
                                {
                                  "condition" : "intact",
                                  "generation" : 1,
                                  "path" : "~/state/org.example.petfinder/restoration/archive.previous",
                                  "reason" : null,
                                  "role" : "previous",
                                  "savedAt" : "2026-10-03T14:05:10Z",
                                  "setAsideBecause" : null,
                                  "sizeInBytes" : 4968
                                }
                              ]
                            }
                          ],
                          "stateHome" : "~/state"
                        }

                        """
                )
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

        #expect(
            run
                == Run(
                    output: """
                        org.example.petfinder
                            ~/state/org.example.petfinder/restoration

                        FILE     GENERATION  SAVED                       SIZE  CONDITION
                        current           1  2026-10-03 14:05:10 UTC  4.9 KiB  intact
                        report            2  2026-10-03 14:05:10 UTC  4.1 KiB  intact

                        set aside
                            20261003T140510.000000Z-damaged-archive
                                generation 2, 4.9 KiB, damaged: The end of the file is missing or
                                damaged
                            restorectl archive list --set-aside says what brings each back.

                        """
                )
        )
    }

    @Test func `names those that have state where the one asked for has none`() throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl("archive list org.example.atlas")

        #expect(
            run
                == Run(
                    errors: """
                        error: org.example.atlas has no saved state
                           at: ~/state/org.example.atlas/restoration
                          fix: There is state of org.example.petfinder.

                        """,
                    status: 1
                )
        )
    }

    @Test func `says that there is nothing yet`() throws {
        let all = try home.restorectl("archive list")
        let one = try home.restorectl(["archive", "list", Home.application])

        #expect(
            all
                == Run(
                    output: """
                        No application has saved state in ~/state.

                        """
                )
        )
        #expect(
            one
                == Run(
                    errors: """
                        error: org.example.petfinder has no saved state
                           at: ~/state/org.example.petfinder/restoration
                          fix: Use restorectl archive list to see which applications have.

                        """,
                    status: 1
                )
        )
    }
}
