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
                          "stateHome": "~/state",
                          "applications": [
                            {
                              "application": "org.example.atlas",
                              "directory": "~/state/org.example.atlas/restoration",
                              "files": [
                                {
                                  "role": "current",
                                  "path": "~/state/org.example.atlas/restoration/archive",
                                  "generation": null,
                                  "savedAt": null,
                                  "sizeInBytes": 4344,
                                  "condition": "damaged",
                                  "reason": {
                                    "problem": "The header of the file is damaged",
                                    "place": "~/state/org.example.atlas/restoration/archive",
                                    "remedy": "Use an older generation; this one cannot be trusted."
                                  }
                                }
                              ]
                            },
                            {
                              "application": "org.example.petfinder",
                              "directory": "~/state/org.example.petfinder/restoration",
                              "files": [
                                {
                                  "role": "current",
                                  "path": "~/state/org.example.petfinder/restoration/archive",
                                  "generation": 2,
                                  "savedAt": "2026-10-03T14:05:10Z",
                                  "sizeInBytes": 4968,
                                  "condition": "intact",
                                  "reason": null
                                },
                                {
                                  "role": "previous",
                                  "path": "~/state/org.example.petfinder/restoration/archive.previous",
                                  "generation": 1,
                                  "savedAt": "2026-10-03T14:05:10Z",
                                  "sizeInBytes": 4968,
                                  "condition": "intact",
                                  "reason": null
                                }
                              ]
                            }
                          ]
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
                                generation 2, 4.9 KiB, damaged: The trailer of the file is damaged

                        """
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
