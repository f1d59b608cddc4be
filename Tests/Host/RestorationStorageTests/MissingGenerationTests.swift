import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A missing generation` {
    private let scratch = Scratch()

    /// Saves three generations, and restores the last one in a second launch.
    private func threeGenerations() throws {
        try scratch.save("one", "two", "three")
        try launch()
    }

    /// The notes of opening the store. Also writes a report, as a restore does.
    @discardableResult
    private func launch(_ run: (ArchiveStore) throws -> Void = { _ in }) throws -> [String] {
        let store = try scratch.openStore()
        let notes = store.takeNotes().map(\.problem)
        try store.writeReport(Array("the report".utf8))
        try run(store)
        store.close()
        return notes
    }

    @Test func `is noted once if the newest archive was removed`() throws {
        try threeGenerations()
        scratch["state/archive"] = nil

        #expect(
            try launch() == ["Generation 3 was saved, and the newest one now is 2"]
        )
        #expect(try launch() == [])
    }

    @Test func `is noted if it was never restored`() throws {
        try scratch.save("one", "two", "three")
        scratch["state/archive"] = nil

        #expect(try launch() == ["The newest generation is missing, and generation 2 is used"])
        #expect(try launch() == [])
    }

    @Test func `is noted if all archives were removed`() throws {
        try threeGenerations()
        scratch["state/archive"] = nil
        scratch["state/archive.previous"] = nil

        #expect(try launch() == ["Generation 3 was saved, and there is none now"])
        #expect(try launch() == [])
    }

    @Test func `is noted if older archives have come in its place`() throws {
        try scratch.save("one")
        let old = scratch["state/archive"]
        try scratch.save("two", "three")
        try launch()
        scratch["state/archive"] = old
        scratch["state/archive.previous"] = nil

        #expect(try launch() == ["Generation 3 was saved, and the newest one now is 1"])
    }

    @Test(
        arguments: [
            ("20200101T000000.000000Z-future-version-archive", false),
            ("20990101T000000.000000Z-foreign-archive", true),
        ]
    )
    func `is reported even if other files are set aside`(
        name: String,
        isDirectory: Bool
    ) throws {
        scratch.makeDirectory("state/set-aside")
        if isDirectory {
            scratch.makeDirectory("state/set-aside/\(name)")
        } else {
            scratch["state/set-aside/\(name)"] = [1]
        }
        try threeGenerations()
        scratch["state/archive"] = nil

        #expect(
            try launch() == ["Generation 3 was saved, and the newest one now is 2"]
        )
    }

    @Test func `is named with a remedy`() throws {
        try threeGenerations()
        scratch["state/archive"] = nil
        let store = scratch.store()

        _ = try store.open()

        #expect(
            store.takeNotes() == [
                Diagnosis(
                    problem: "Generation 3 was saved, and the newest one now is 2",
                    place: "\(scratch.path)/state",
                    remedy: "Check who else can change files there. If a backup has the"
                        + " missing file, quit the program and restore the file."
                )
            ]
        )
    }

    /// Deliberate changes by users and programs, and leftovers of crashes.
    private static let harmless: [(name: String, happen: @Sendable (Scratch) throws -> Void)] = [
        ("nothing", { _ in }),
        ("a save", { try $0.save("four") }),
        ("discarding", { try $0.store().discard() }),
        (
            "discarding while the program runs",
            { scratch in
                let store = try scratch.openStore()
                try store.discard()
                try store.writeReport([1])
            }
        ),
        ("setting aside", { try $0.store().setAsideEverything(because: .discarded) }),
        (
            "setting aside while the program runs",
            { scratch in
                let store = try scratch.openStore()
                try store.setAsideEverything(because: .refused)
                try store.writeReport([1])
            }
        ),
        (
            "reinstating an older one",
            { scratch in
                let old = try scratch.store().setAsideEverything(because: .discarded)
                try scratch.save("new")
                let name = old[0].path.split(separator: "/").last.map(String.init)!
                try scratch.store().reinstate(name)
            }
        ),
        ("damage to the newest", { $0.damage("state/archive", at: .max) }),
        ("damage to the number of the newest", { $0.damage("state/archive", at: 20) }),
        (
            "damage, and a crash before the report",
            { scratch in
                scratch.damage("state/archive", at: 20)
                _ = try scratch.relaunch()
            }
        ),
        (
            "damage to both",
            { scratch in
                scratch.damage("state/archive", at: 20)
                scratch.damage("state/archive.previous", at: .max)
            }
        ),
        (
            "rejecting the newest",
            { scratch in
                let store = try scratch.openStore()
                _ = try store.rejectCurrent()
            }
        ),
        (
            "a crash while the newest was set aside",
            { scratch in
                let store = try scratch.openStore()
                try store.setAsideCurrent()
            }
        ),
        (
            "a crash where names are neither exchanged nor doubled",
            { scratch in
                scratch["state/archive.new"] = scratch["state/archive.previous"]
                scratch["state/archive.previous"] = scratch["state/archive"]
                scratch["state/archive"] = nil
            }
        ),
        (
            "a full disk, after a crash that left a newer spare",
            { scratch in
                scratch["state/archive.previous"] = nil
                try scratch.seal([[1]], as: "state/archive.previous", generation: 9)
                let steps = Steps()
                let store = try scratch.openStore(conditions: steps.conditions)
                try store.writeReport([1])
                steps.fail(.writeHeader, with: ENOSPC)
                #expect(throws: StorageError.self) {
                    try store.commit([1], as: store.nextGeneration())
                }
            }
        ),
    ]

    @Test(arguments: Self.harmless.indices)
    func `is not reported after harmless events`(index: Int) throws {
        let (name, happen) = Self.harmless[index]
        try threeGenerations()
        try happen(scratch)

        #expect(try launch() == [], "\(name)")
        #expect(try launch { try $0.commit([5], as: $0.nextGeneration()) } == [], "\(name)")
        #expect(try launch() == [], "\(name)")
    }

    @Test func `is not noted while nothing was saved`() throws {
        #expect(try launch() == [])
        #expect(try launch() == [])
    }
}

extension ArchiveStore {
    /// The first step of a fallback, before the previous generation becomes the current one.
    fileprivate func setAsideCurrent() throws {
        let directory = try #require(try Directory(existing: directory))
        _ = try setAside([(FileName.current, .damaged, nil)], in: directory)
    }
}
