import PetFinderModel
import TerminalScreen
import TestSupport
import Testing

@testable import petfinder

/// Typing into the real plugins: the Swift editor and the C notes.
@MainActor @Suite(.serialized) struct `Typing` {
    /// Opens the details of the first cat.
    private func openDetails() throws -> Shelter {
        let shelter = try Shelter()
        shelter.type("\n")
        return shelter
    }

    @Test(arguments: ["e", "n"])
    func `moves by user-perceived characters`(screen: String) throws {
        let shelter = try openDetails()
        shelter.type(screen)
        shelter.press(.end)
        shelter.type("e\u{301}雪👩\u{200D}👧z")

        var seen: [String] = []
        for _ in 0..<4 {
            shelter.press(.left)
            seen.append(shelter.textAtCursor)
        }

        #expect(seen == ["z", "👩👧z", "雪👩👧z", "e\u{301}雪👩👧z"])
    }

    @Test(arguments: ["e", "n"])
    func `removes whole characters on both sides of the cursor`(screen: String) throws {
        let shelter = try openDetails()
        shelter.type(screen)
        shelter.press(.end)
        shelter.type("a雪e\u{301}b")
        shelter.press(.left)
        shelter.press(.backspace)
        shelter.press(.left)
        shelter.press(.delete)

        #expect(shelter.textAtCursor == "b")
        shelter.press(.left)
        #expect(shelter.textAtCursor == "ab")
    }

    @Test func `wraps notes between words and moves up and down in them`() throws {
        let shelter = try openDetails()
        shelter.type("n")
        let words = Array(repeating: "twelve chars", count: 7).joined(separator: " ")
        shelter.type(words + "\nlast line")

        shelter.press(.up)
        #expect(shelter.textAtCursor == "ars")
        shelter.press(.home)
        #expect(shelter.textAtCursor == "twelve chars")
        shelter.press(.up)
        #expect(
            shelter.textAtCursor
                == Array(repeating: "twelve chars", count: 6).joined(separator: " ")
        )
        shelter.press(.pageDown)
        #expect(shelter.textAtCursor == "last line")
    }

    @Test func `keeps notes when they are left, also for the next visit`() throws {
        let shelter = try openDetails()
        shelter.type("n")
        shelter.type("likes 雪")
        shelter.press(.escape)
        shelter.press(.escape)
        shelter.type("\n")

        #expect(shelter.canvas.description.contains("\n likes 雪 "))
    }

    @Test func `scrolls a name that is longer than its field`() throws {
        let shelter = try openDetails()
        shelter.type("e")
        shelter.press(.end)
        shelter.type(String(repeating: "雪", count: 60))

        #expect(shelter.textAtCursor == "")
        shelter.press(.home)
        #expect(shelter.textAtCursor.hasPrefix("Miso雪"))
    }

    @Test(arguments: [
        ("e", "0 of 8192 bytes left"), ("n", "Full at most 8192 bytes"),
    ])
    func `reports that a paste was cut for lack of room`(
        screen: String,
        words: String
    ) throws {
        let shelter = try openDetails()
        shelter.type(screen)
        if screen == "e" { for _ in 0..<2 { shelter.press(.tab) } }
        #expect(!shelter.canvas.description.contains("bytes"))

        shelter.press(.paste(String(repeating: "雪", count: 3_000)))

        #expect(shelter.canvas.description.contains(words), "\(shelter.canvas)")
    }

    @Test func `into the editor changes nothing until it is saved`() throws {
        let shelter = try openDetails()
        shelter.type("e")
        shelter.type("x")
        shelter.press(.escape)
        #expect(shelter.canvas.line(1).contains(" Miso "))

        shelter.type("e")
        shelter.type("x")
        for _ in 0..<3 { shelter.press(.tab) }
        shelter.press(.enter)
        #expect(shelter.canvas.line(1).contains(" Misox "))
    }

    @Test func `an invalid age keeps the editor open and moves the cursor to the age`() throws {
        let shelter = try openDetails()
        shelter.type("e")
        shelter.press(.tab)
        shelter.press(.backspace)
        shelter.type("old")
        shelter.press(.tab)
        shelter.press(.tab)
        shelter.press(.enter)

        #expect(shelter.canvas.description.contains("old        a whole number, 0 to 40"))
        #expect(shelter.canvas.cursor?.row == 5)
    }
}
