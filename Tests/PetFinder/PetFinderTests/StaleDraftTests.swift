import PetFinderModel
import TerminalScreen
import TestSupport
import Testing

@testable import petfinder

/// A restored draft must not replace records saved after it. Records become newer than the draft
/// when they can be written and the state cannot.
@MainActor @Suite(.serialized) struct `A restored draft` {
    /// Types a draft for the first cat and saves it. Then runs `unsaved`, whose state is not saved,
    /// and ends the program.
    private func shelter(typing draft: String, unsaved: (Shelter) -> Void) throws -> Shelter {
        let shelter = try Shelter()
        shelter.type("\n\(draft)")
        shelter.flush()
        try shelter.setSaving(isPossible: false)
        unsaved(shelter)
        try shelter.crash()
        try shelter.setSaving(isPossible: true)
        return shelter
    }

    private func visitNotes(_ shelter: Shelter) throws {
        // The focus has left the panel. Entering and leaving it again changes nothing.
        let help = shelter.canvas.line(Shelter.window.rows - 1)
        #expect(help.hasPrefix(" e Edit"))
        shelter.type("n")
        shelter.press(.escape)
        shelter.flush()
        try shelter.crash()
    }

    @Test func `does not replace notes that were saved after it`() throws {
        let shelter = try shelter(typing: "nold") {
            $0.type(" new words")
            $0.press(.escape)
        }

        #expect(shelter.canvas.description.contains("\n old new words "))
        try visitNotes(shelter)
        #expect(shelter.canvas.description.contains("\n old new words "))
    }

    @Test func `does not replace notes that were removed after it`() throws {
        let shelter = try Shelter()
        shelter.type("\nnold")
        shelter.press(.escape)
        shelter.type("n")
        shelter.press(.end)
        shelter.type("er")
        shelter.flush()
        try shelter.setSaving(isPossible: false)
        for _ in 0..<5 { shelter.press(.backspace) }
        shelter.press(.escape)
        try shelter.crash()
        try shelter.setSaving(isPossible: true)

        try visitNotes(shelter)
        #expect(shelter.canvas.description.contains("\n Nothing noted yet. "))
    }

    @Test func `does not replace corrections that were saved after it`() throws {
        let shelter = try shelter(typing: "eA") {
            $0.type("BC")
            for _ in 0..<3 { $0.press(.tab) }
            $0.press(.enter)
        }

        #expect(shelter.textAtCursor == "")
        shelter.press(.home)
        #expect(shelter.textAtCursor == "MisoABC")
        for _ in 0..<3 { shelter.press(.tab) }
        shelter.press(.enter)
        #expect(shelter.canvas.line(1).contains(" MisoABC "))
    }

    @Test(arguments: ["n", "e"])
    func `comes back with its cursor if later changes were not saved`(screen: String) throws {
        let shelter = try Shelter()
        shelter.type("\n\(screen)typed")
        shelter.press(.left)
        shelter.flush()
        let typed = shelter.canvas
        try shelter.setSaving(isPossible: false)
        shelter.type("lost")
        try shelter.crash()
        try shelter.setSaving(isPossible: true)
        #expect(shelter.canvas == typed)

        // The same the second time, because the editor remembers the text it began with.
        shelter.press(.right)
        shelter.press(.left)
        shelter.flush()
        try shelter.crash()

        #expect(shelter.canvas == typed)
    }

    @Test func `is restored if the user typed on after a crash interrupted the saving`() throws {
        let shelter = try Shelter()
        shelter.type("\neA")
        for _ in 0..<3 { shelter.press(.tab) }
        // The state is saved directly before the records. The closing of the editor is not saved.
        shelter.press(.enter)
        try shelter.crash()
        for _ in 0..<2 { shelter.press(.tab) }

        shelter.type("B")
        shelter.flush()
        let typed = shelter.canvas
        try shelter.crash()

        #expect(typed.description.contains("MisoAB"))
        #expect(shelter.canvas == typed)
    }

    @Test func `is restored if the user continued notes whose saving a crash interrupted`() throws {
        let shelter = try Shelter()
        shelter.type("\nnA")
        shelter.press(.escape)
        try shelter.crash()
        shelter.type("n")
        shelter.press(.end)

        shelter.type("B")
        shelter.flush()
        let typed = shelter.canvas
        try shelter.crash()

        #expect(typed.description.contains("\n AB "))
        #expect(shelter.canvas == typed)
    }
}
