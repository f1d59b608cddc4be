import PetFinderModel
import TerminalScreen
import TestSupport
import Testing

@testable import petfinder

@MainActor @Suite(.serialized) struct `Pet Finder's screens` {
    @Test func `come back as they were after any key, and never as a mixture`() throws {
        let shelter = try Shelter()
        var keys = RandomKeys(seed: 20)
        var visited: Set<String> = []
        for step in 0..<250 {
            shelter.flush()
            let before = shelter.canvas
            visited.insert(before.line(Shelter.window.rows - 1))
            let key = keys.next()

            shelter.press(key)
            let after = shelter.canvas
            let isGoingToSave = shelter.isGoingToSave
            try shelter.crash()

            // Before the next save, a launch shows the previous step. Only the records may be one
            // step ahead.
            if shelter.canvas != after {
                try #require(
                    isGoingToSave,
                    "nobody asked for a save: step \(step), \(key)\n\(after)\n\(shelter.canvas)"
                )
                try #require(shelter.canvas == before, "not saved: step \(step), \(key)")
                shelter.press(key)
                try #require(shelter.canvas == after, "again: step \(step), \(key)")
            }
            shelter.flush()
            try shelter.crash()
            try #require(shelter.canvas == after, "saved: step \(step), \(key)")
        }
        // The help line shows which parts of the screen had the focus: all of them.
        for help in [" m Match", " Enter Open", " e Edit", " Type Notes", " Tab Next field"] {
            #expect(visited.contains { $0.hasPrefix(help) }, "never at \(help)")
        }
    }

    @Test func `continue after a crash as if there had been none`() throws {
        func pictures(crashingEvery interval: Int) throws -> [Canvas] {
            let shelter = try Shelter()
            shelter.type(String(repeating: "m", count: 28) + "2")
            var keys = RandomKeys(seed: 8)
            return try (0..<150).map { step in
                if step % interval == interval - 1 {
                    shelter.flush()
                    try shelter.crash()
                }
                switch step % 10 {
                case 3: shelter.press(.wheel(Position(column: 3, row: 5), lines: step % 3 * 4))
                case 6: shelter.resize(to: Size(columns: 80, rows: 10 + step % 4 * 5))
                default: shelter.press(keys.next())
                }
                return shelter.canvas
            }
        }
        let expected = try pictures(crashingEvery: .max)
        let found = try pictures(crashingEvery: 7)

        let index = expected.indices.first { expected[$0] != found[$0] }
        #expect(index == nil, "\(index ?? 0)\n\(expected[index ?? 0])\n---\n\(found[index ?? 0])")
    }

    @Test(arguments: [
        ("libPetEditor.so", "e", "org.restorationkit.peteditor"),
        ("libPetNotes.so", "n", "org.restorationkit.petnotes"),
    ])
    func `name the screens that need a missing plugin, and show them when it is back`(
        file: String,
        key: String,
        plugin: String
    ) throws {
        let shelter = try Shelter()
        shelter.type("mm2\n\(key)")
        shelter.type("typed")
        let typed = shelter.canvas
        shelter.flush()

        try shelter.setPlugin(file, isInstalled: false)
        try shelter.crash()
        let without = shelter.canvas.description
        shelter.press(.escape)
        let story = shelter.canvas
        shelter.press(.escape)
        let question = shelter.canvas.description
        // "Stay" has the focus.
        shelter.press(.enter)
        let stayed = shelter.canvas
        shelter.type(key)
        shelter.flush()
        try shelter.setPlugin(file, isInstalled: true)
        try shelter.crash()

        #expect(without.contains("The plugin \(plugin) is not"))
        #expect(without.contains("Your input is retained."))
        #expect(without.contains("found at the next start"))
        #expect(question.contains("Your input waits for its plugin."))
        #expect(stayed == story)
        #expect(shelter.canvas == typed)
    }

    @Test func `say that typing is not saved until a save succeeds again`() throws {
        let shelter = try Shelter()
        shelter.type("m")
        shelter.flush()
        let before = shelter.canvas.line(Shelter.window.rows - 2)

        try shelter.setSaving(isPossible: false)
        shelter.type("m")
        shelter.flush()
        let failed = (0..<Shelter.window.rows).map(shelter.canvas.line)
        let help = shelter.canvas.line(Shelter.window.rows - 1)
        try shelter.setSaving(isPossible: true)
        shelter.type("m")
        shelter.flush()

        #expect(failed.contains { $0.hasPrefix(" Your input is not saved: ") })
        #expect(help.contains("q Quit"))
        #expect(shelter.canvas.line(Shelter.window.rows - 2) == before)
    }

    @Test func `show only visible parts, and never trap in a small window`() throws {
        let shelter = try Shelter()
        shelter.type("mmmm")
        for keys in ["", "2", "\n", "n雪 a long note that has to be broken somewhere\n\nend", "?"] {
            shelter.type(keys)
            for rows in 0...26 {
                for columns in [0, 1, 2, 7, 39, 40, 41, 56, 80, 81, 200] {
                    let canvas = shelter.canvas(of: Size(columns: columns, rows: rows))
                    if let cursor = canvas.cursor { #expect(canvas.area.contains(cursor)) }
                }
            }
        }
    }

    @Test func `scroll to the focused button on a terminal with few rows`() throws {
        let shelter = try Shelter()
        shelter.resize(to: Size(columns: 40, rows: 10))
        shelter.type("\ne")
        #expect(shelter.canvas.description.contains("Name "))
        #expect(!shelter.canvas.description.contains("[ Save ]"))

        for _ in 0..<3 { shelter.press(.tab) }

        #expect(shelter.canvas.description.contains("[ Save ]    [ Cancel ]"))
        shelter.press(.tab)
        shelter.press(.enter)
        #expect(shelter.canvas.line(1).contains("Miso"))
    }

    @Test func `name the key that removes a match once`() throws {
        let shelter = try Shelter()
        shelter.type("m2")
        let help = shelter.canvas.line(Shelter.window.rows - 1)
        shelter.press(.backspace)

        #expect(help.contains("Delete Remove") && !help.contains("Delete Delete"))
        #expect(shelter.canvas.description.contains("0 matches"))
    }

    @Test func `ask before they forget the place`() throws {
        let shelter = try Shelter()
        let before = shelter.canvas
        shelter.type("Q")
        let question = shelter.canvas.description
        shelter.press(.escape)

        #expect(question.contains("Quit and forget this place?"))
        #expect(shelter.canvas == before)
    }
}
