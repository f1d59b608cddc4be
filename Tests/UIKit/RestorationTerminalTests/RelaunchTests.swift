import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import Testing

@MainActor @Suite struct `A program of the terminal that was killed` {
    /// Compares the whole canvas, with colours and the cursor.
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

    @Test func `has its tab, its column, and its focus`() throws {
        try TerminalProgram.run(Screens.tabs) { program in
            program.press(.character("2"), .down, .enter, .tab)
            try expectSame(program)
        }
        try TerminalProgram.run(columns: 59, Screens.columns) { program in
            program.press(.escape, .down, .down)
            try expectSame(program)
        }
    }

    @Test func `comes back in a tiny window, and looks as before in a window of the former size`()
        throws
    {
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

    @Test func `keeps its cursor in a text when the window grows or shrinks`() throws {
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

    @Test func `preserves a sheet and its typed text through any size`() throws {
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

    // MARK: Other content

    /// A screen with one field for each name and text.
    private func fields(_ texts: [(name: String, text: String)]) -> UIViewController {
        let controller = UIViewController()
        controller.restorationIdentifier = "Fields"
        for (row, entry) in texts.enumerated() {
            let field = UITextField(frame: CGRect(x: 0, y: row, width: 30, height: 1))
            field.restorationIdentifier = entry.name
            field.text = entry.text
            controller.view.addSubview(field)
        }
        return controller
    }

    @Test(arguments: [
        ("abcdef", 1, "😀bcdef", "😀xbcdef"), ("abcdef", 2, "a👩‍👧", "a👩‍👧x"),
        ("abcdef", 2, "e\u{301}\u{302}f", "e\u{301}\u{302}xf"), ("abcdef", 4, "ab", "abx"),
        ("abcdef", 3, "", "x"),
    ])
    func `types at the nearest place of a text that has changed`(
        former: String,
        cursor: Int,
        now: String,
        typed: String
    ) throws {
        var text = former
        try TerminalProgram.run({ fields([("Name", text)]) }) { program in
            program.press(.home)
            for _ in 0..<cursor { program.press(.right) }
            text = now
            try program.relaunch()

            let field = program.window.rootViewController?.view.subviews.first as? UITextField
            program.type("x")
            #expect(field?.text == typed)
            program.press(.backspace)
            #expect(field?.text == now)
        }
    }

    @Test func `has the focus in the field of the same name, or in none`() throws {
        var names = ["First", "Second"]
        try TerminalProgram.run({ fields(names.map { ($0, "") }) }) { program in
            program.press(.tab)
            names = ["New", "First", "Second"]
            try program.relaunch()
            program.type("x")
            #expect(program.screen[0...2] == ["", "", "x"])

            names = ["New", "First"]
            try program.relaunch()
            program.type("y")
            #expect(program.screen[0...1] == ["y", ""])
        }
    }

    @Test func `shows the last rows of a list whose other rows were removed`() throws {
        var count = 30
        func list() -> UIViewController {
            let items = Items()
            items.items = (1...count).map { "Item \($0)" }
            return items
        }
        try TerminalProgram.run(columns: 40, rows: 7, list) { program in
            program.press(.wheel(Position(column: 2, row: 2), lines: 20))
            count = 15
            try program.relaunch()

            #expect(program.screen[0].hasPrefix(" Item 10"))
            #expect(program.screen[5].hasPrefix(" Item 15"))
        }
    }

    @Test func `has the same paragraph at the top in a window of another width`() throws {
        try TerminalProgram.run(columns: 120, rows: 12, { Long() }) { program in
            let wheel = Key.wheel(Position(column: 90, row: 3), lines: 34)
            program.press(wheel)
            #expect(program.screen[0].contains("P18 "))
            let before = program.canvas

            try program.relaunch(size: Size(columns: 50, rows: 12))
            #expect(program.screen[0].contains("P18 "))
            program.interface.resize(to: Size(columns: 44, rows: 20))
            #expect(program.screen[0].contains("P18 "))
            try program.relaunch(size: Size(columns: 120, rows: 12))

            #expect(program.canvas == before)
        }
    }
}
