import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import Testing

@MainActor @Suite struct `A program of the terminal that was killed` {
    /// The whole picture, with colours and the cursor.
    private func expectSame(
        _ program: TerminalProgram,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let before = program.canvas
        try program.relaunch()
        #expect(program.canvas == before, sourceLocation: location)
    }

    @Test func `has the same row chosen, and the same rows on the screen`() throws {
        try TerminalProgram.run(columns: 40, rows: 7, Screens.list) { program in
            program.press(.pageDown, .pageDown, .pageDown, .up)
            try expectSame(program)
            program.press(.up, .enter)
            try expectSame(program)
        }
    }

    @Test func `has the cursor in the same field, at the same place of the text`() throws {
        try TerminalProgram.run(Screens.list) { program in
            program.press(.character("n"))
            program.type("half-typed 猫")
            program.press(.left, .left)
            try expectSame(program)
            program.press(.tab)
            try expectSame(program)
            program.press(.tab, .tab)
            program.type("more\nand more")
            program.press(.left, .left, .shiftRight)
            try expectSame(program)
        }
    }

    @Test func `has its tab, its column, and what is focused there`() throws {
        try TerminalProgram.run(Screens.tabs) { program in
            program.press(.character("2"), .down, .enter, .tab)
            try expectSame(program)
        }
        try TerminalProgram.run(columns: 59, Screens.columns) { program in
            program.press(.escape, .down, .down)
            try expectSame(program)
        }
    }

    @Test func `comes back in a window of another size, and is whole in the old one`() throws {
        try TerminalProgram.run(columns: 60, rows: 14, Screens.list) { program in
            program.press(.character("n"))
            program.type("text")
            let before = program.canvas
            try program.relaunch(size: Size(columns: 1, rows: 1))
            _ = program.canvas
            try program.relaunch(size: Size(columns: 60, rows: 14))
            #expect(program.canvas == before)
        }
    }

    @Test func `has its place in a text in a larger window, too`() throws {
        try TerminalProgram.run(columns: 60, rows: 14, Screens.list) { program in
            program.press(.character("n"), .tab, .tab, .tab)
            program.press(.paste((1...30).map { "L\($0)" }.joined(separator: "\n")))
            program.press(.up, .up)
            try program.relaunch(size: Size(columns: 60, rows: 24))
            program.type("!")
            #expect(program.canvas.description.contains("L28!"))
            try program.relaunch(size: Size(columns: 60, rows: 8))
            program.type("?")
            #expect(program.canvas.description.contains("L28!?"))
        }
    }

    @Test func `keeps a sheet, and what is typed there, through any size`() throws {
        try TerminalProgram.run(columns: 60, rows: 14, Screens.list) { program in
            let form = Form()
            form.modalPresentationStyle = .formSheet
            program.window.rootViewController?.present(form, animated: true)
            program.type("typed")
            let before = program.canvas
            for size in [Size(columns: 1, rows: 1), Size(columns: 0, rows: 0)] {
                program.interface.resize(to: size)
                _ = program.canvas
            }
            program.interface.resize(to: Size(columns: 60, rows: 14))
            #expect(program.canvas == before)
            #expect(program.canvas.description.contains("typed"))
        }
    }
}
