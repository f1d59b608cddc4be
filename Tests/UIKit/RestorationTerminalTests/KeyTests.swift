import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import Testing

@MainActor @Suite struct `Keys on the terminal` {
    private func items(_ program: TerminalProgram) -> Items? {
        let stack = program.window.rootViewController as? UINavigationController
        return stack?.viewControllers.first as? Items
    }

    private func form(_ program: TerminalProgram) -> Form? {
        let stack = program.window.rootViewController as? UINavigationController
        return stack?.topViewController as? Form
    }

    @Test func `choose a row, open it, and go back`() throws {
        try TerminalProgram.run(Screens.list) { program in
            program.press(.down, .down, .down)
            #expect(items(program)?.tableView.indexPathForSelectedRow?.row == 2)
            program.press(.enter)
            #expect(form(program)?.title == "Item 3")
            program.press(.escape)
            #expect(form(program) == nil)
            #expect(items(program)?.tableView.isFocused == true)
        }
    }

    @Test func `scroll to the chosen row`() throws {
        try TerminalProgram.run(columns: 40, rows: 7, Screens.list) { program in
            program.press(.end)
            #expect(program.screen[5].hasPrefix(" Item 30"))
            program.press(.home, .pageDown)
            #expect(program.screen[5].hasPrefix(" Item 5"))
        }
    }

    @Test func `delete a row, and keep the place`() throws {
        try TerminalProgram.run(Screens.list) { program in
            program.press(.down, .down, .delete)
            #expect(items(program)?.items.count == 29)
            #expect(items(program)?.items.contains("Item 2") == false)
        }
    }

    @Test func `are the program's commands, except in text fields`() throws {
        try TerminalProgram.run(Screens.list) { program in
            items(program)?.useSearch()
            program.press(.control("s"))
            #expect(form(program)?.title == "Secret")
            program.press(.escape, .character("n"))
            #expect(form(program)?.title == "New")
            program.type("n")
            #expect(form(program)?.name.text == "n")
        }
    }

    @Test func `edit text by characters, words and lines`() throws {
        try TerminalProgram.run(columns: 40, rows: 12, Screens.list) { program in
            program.press(.character("n"))
            let form = try #require(self.form(program))
            form.notes.becomeFirstResponder()
            program.type("one two 猫e\u{301}")
            program.press(.backspace)
            #expect(form.notes.text == "one two 猫")
            program.press(.left, .wordLeft, .character("x"))
            #expect(form.notes.text == "one xtwo 猫")
            program.press(.home, .delete, .end, .enter, .character("z"), .up, .end, .character("!"))
            #expect(form.notes.text == "ne xtwo 猫!\nz")
            program.press(.shiftLeft, .shiftLeft, .shiftRight, .backspace)
            #expect(form.notes.text == "ne xtwo 猫\nz")
            program.press(.control("w"), .control("u"), .control("k"))
            #expect(form.notes.text == "\nz")
            program.press(.control("a"), .character("q"))
            #expect(form.notes.text == "q")
        }
    }

    @Test func `paste text without control characters`() throws {
        try TerminalProgram.run(Screens.list) { program in
            program.press(.character("n"))
            let form = try #require(self.form(program))
            program.press(.paste("a\u{1B}[2Jb\r\nc\td\u{0}"))
            #expect(form.name.text == "a[2Jb c d")
            form.notes.becomeFirstResponder()
            program.press(.paste("a\r\nb\rc\u{7F}"))
            #expect(form.notes.text == "a\nb\nc")
            let megabyte = String(repeating: "0123456789abcde\n", count: 65536)
            program.press(.paste(megabyte))
            #expect(form.notes.text.utf8.count == 5 + megabyte.utf8.count)
            #expect(program.canvas.cursor != nil)
        }
    }

    @Test func `move from field to field, and wrap around`() throws {
        try TerminalProgram.run(Screens.list) { program in
            program.press(.character("n"))
            let form = try #require(self.form(program))
            #expect(form.name.isFirstResponder)
            program.press(.tab)
            #expect(form.isDone.isFocused && !form.name.isFirstResponder)
            program.press(.character(" "), .tab, .right, .right, .tab)
            #expect(form.isDone.isOn && abs(form.amount.value - 0.1) < 0.001)
            #expect(form.notes.isFirstResponder)
            program.press(.backTab, .backTab, .enter)
            #expect(!form.isDone.isOn)
        }
    }

    @Test func `search as they are typed, and stop`() throws {
        try TerminalProgram.run(columns: 40, rows: 6, Screens.list) { program in
            items(program)?.useSearch()
            #expect(program.screen[1] == "Search")
            program.press(.click(Position(column: 2, row: 1)))
            program.type("Item 2")
            #expect(program.screen[2].hasPrefix(" Item 2 "))
            #expect(program.screen[3].hasPrefix(" Item 20"))
            #expect(items(program)?.search.isActive == true)
            program.press(.escape)
            #expect(program.screen[2].hasPrefix(" Item 1 "))
            #expect(items(program)?.search.isActive == false)
        }
    }

    @Test func `answer an alert, and reach nothing behind it`() throws {
        try TerminalProgram.run(Screens.list) { program in
            items(program)?.ask()
            program.press(.character("n"), .down, .end)
            #expect(form(program) == nil)
            program.press(.escape)
            #expect(items(program)?.presentedViewController == nil)
            #expect(items(program)?.items.count == 30)
            items(program)?.ask()
            program.press(.tab, .enter)
            #expect(items(program)?.items == ["Nothing"])
        }
    }

    @Test func `choose items in all four directions, and open one`() throws {
        try TerminalProgram.run(columns: 40, rows: 12, { Grid() }) { program in
            #expect(program.screen[1] == " Item 0       Item 1       Item 2      █")
            program.press(.down, .right, .right, .down, .left, .enter)
            let grid = program.window.rootViewController as? Grid
            #expect(grid?.opened == [4])
            program.press(.down, .down)
            #expect(program.screen.contains { $0.contains("Item 10") })
            let before = program.canvas
            try program.relaunch()
            #expect(program.canvas == before)
        }
    }

    @Test func `of a mouse press, choose and scroll`() throws {
        try TerminalProgram.run(columns: 40, rows: 8, Screens.list) { program in
            program.press(.wheel(Position(column: 3, row: 3), lines: 3))
            #expect(program.screen[1].hasPrefix(" Item 4"))
            program.press(.click(Position(column: 3, row: 2)))
            #expect(form(program)?.title == "Item 5")
            program.press(.click(Position(column: 37, row: 1)))
            #expect(form(program)?.isDone.isOn == true)
            program.press(.click(Position(column: 2, row: 0)))
            #expect(form(program) == nil)
        }
    }

    @Test func `wait for a window in which they can be seen`() throws {
        try TerminalProgram.run(columns: 60, rows: 14, Screens.list) { program in
            program.press(.character("n"))
            let form = try #require(self.form(program))
            form.notes.becomeFirstResponder()
            for size in [Size(columns: 10, rows: 4), Size(columns: 60, rows: 5)] {
                program.interface.resize(to: size)
                _ = program.canvas
                if size.rows < 5 { program.type("lost") }
            }
            program.interface.resize(to: Size(columns: 60, rows: 14))
            program.type("x")
            #expect(form.notes.text == "x" && form.name.text?.isEmpty != false)
        }
    }

    @Test func `are listed`() throws {
        try TerminalProgram.run(columns: 60, rows: 16, Screens.list) { program in
            program.press(.control("g"))
            #expect(program.screen.contains { $0.contains(" Keys ") })
            #expect(program.screen.contains { $0.contains("n") && $0.contains("New") })
            program.press(.character("n"))
            #expect(form(program) == nil)
        }
    }

    @Test func `are listed only if they do something`() throws {
        try TerminalProgram.run(columns: 60, rows: 16, Screens.tabs) { program in
            program.press(.control("g"))
            #expect(program.screen.contains { $0.contains("Choose a tab") })
        }
        try TerminalProgram.run(columns: 60, rows: 16, Screens.list) { program in
            program.press(.character("n"), .control("g"))
            // The field has the focus, so letters and digits are typed.
            #expect(program.screen.contains { $0.contains(" Keys ") })
            #expect(!program.screen.contains { $0.contains("Open, press") })
            #expect(program.screen.contains { $0.contains("Go back") })
        }
    }
}
