import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import Testing

@MainActor @Suite struct `UIKit's views on a terminal` {
    @Test func `show a bar, rows with details, a scroll bar, and a line of help`() throws {
        try TerminalProgram.run(columns: 40, rows: 5, Screens.list) { program in
            #expect(
                program.screen == [
                    "                 Items              Ask",
                    " Item 1                        detail ›█",
                    " Item 2                        detail ›│",
                    " Item 3                        detail ›│",
                    " Enter Open  n New  ^G Help",
                ]
            )
        }
    }

    @Test func `show a form of labels, fields, switches, sliders and text`() throws {
        try TerminalProgram.run(columns: 40, rows: 8, Screens.list) { program in
            program.press(.character("n"))
            #expect(
                program.screen == [
                    " ‹ Items          New",
                    "Name Somebody                       [ ]",
                    "●" + String(repeating: "─", count: 39),
                    "", "", "", "",
                    " Esc Back  ^G Help",
                ]
            )
            program.type("Ann")
            #expect(program.screen[1] == "Name Ann                            [ ]")
            #expect(program.canvas.cursor == Position(column: 8, row: 1))
        }
    }

    @Test func `show tabs with their counts`() throws {
        try TerminalProgram.run(columns: 40, rows: 5, Screens.tabs) { program in
            #expect(program.screen[0] == "▌Left  Right (3)")
            program.press(.character("2"))
            #expect(program.screen[0] == " Left ▌Right (3)")
        }
    }

    @Test func `show columns side by side, or only the front one in a narrow window`() throws {
        try TerminalProgram.run(columns: 60, rows: 5, Screens.columns) { program in
            #expect(program.screen[1] == " Item 1  detail ›█ ●" + String(repeating: "─", count: 40))
            program.interface.resize(to: Size(columns: 59, rows: 5))
            #expect(program.screen[0].hasPrefix("Name Somebody"))
            program.press(.escape)
            #expect(program.screen[1].hasPrefix(" Item 1 "))
        }
    }

    @Test func `show an alert as a panel over the view behind it`() throws {
        try TerminalProgram.run(columns: 40, rows: 9, Screens.list) { program in
            (program.window.rootViewController as? UINavigationController)
                .flatMap { $0.topViewController as? Items }?.ask()
            #expect(
                program.screen[1...5] == [
                    " Item 1 ┌──────────────────────┐etail ›█",
                    " Item 2 │ Sure?                │etail ›│",
                    " Item 3 │ It goes.             │etail ›│",
                    " Item 4 │ [ Keep ]  [ Delete ] │etail ›│",
                    " Item 5 └──────────────────────┘etail ›│",
                ]
            )
        }
    }

    @Test func `stack an alert's buttons that do not fit beside each other, and scroll`() throws {
        try TerminalProgram.run(columns: 30, rows: 10, Screens.list) { program in
            let question = UIAlertController(
                title: "Which?",
                message: nil,
                preferredStyle: .actionSheet
            )
            for number in 1...12 {
                question.addAction(UIAlertAction(title: "Choice \(number)", style: .default))
            }
            program.window.rootViewController?.present(question, animated: true)
            #expect(program.screen[2].contains("[ Choice 1 ]"))
            #expect(!program.screen[9].contains("hidden") && !program.screen[9].contains("Esc"))
            for _ in 1..<12 { program.press(.down) }
            #expect(program.screen[7].contains("[ Choice 12 ]"))
        }
    }

    @Test func `ask for a larger window in one that is too small`() throws {
        try TerminalProgram.run(columns: 19, rows: 5, Screens.list) { program in
            #expect(program.screen[0...1] == ["Too small: make", "this window larger."])
        }
    }

    @Test func `show the rows that fit, and the number of hidden ones`() throws {
        func crowd() -> UIViewController {
            let controller = UIViewController()
            for index in 0..<5 {
                let button = UIButton(frame: CGRect(x: 0, y: 3 * index, width: 10, height: 1))
                button.setTitle("\(index)", for: .normal)
                controller.view.addSubview(button)
            }
            return controller
        }
        try TerminalProgram.run(columns: 40, rows: 8, crowd) { program in
            #expect(program.screen[7].hasSuffix("2 hidden"))
            program.interface.resize(to: Size(columns: 40, rows: 20))
            #expect(!program.screen[19].contains("hidden"))
        }
    }

    @Test func `show a message that covers nothing`() throws {
        final class Bottom: UIViewController {
            let button = UIButton()

            override func viewDidLoad() {
                super.viewDidLoad()
                button.setTitle("Save", for: .normal)
                view.addSubview(button)
            }

            override func viewDidLayoutSubviews() {
                super.viewDidLayoutSubviews()
                let row = view.bounds.height - 1
                button.frame = CGRect(x: 0, y: row, width: 10, height: 1)
            }
        }
        try TerminalProgram.run(columns: 30, rows: 8, { Bottom() }) { program in
            #expect(program.screen[6].contains("Save"))
            program.interface.show("The disk is full, and what is typed is lost.")
            #expect(program.screen[4].contains("Save"))
            #expect(program.screen[5].hasPrefix(" The disk is full"))
            program.press(.down)
            #expect(program.screen[6].contains("Save"))
        }
    }

    @Test func `show a tab character as blanks, which the cursor crosses in one step`() throws {
        let text = UITextView(frame: CGRect(x: 0, y: 2, width: 40, height: 3))
        func tabs() -> UIViewController {
            text.text = "one\ttwo\n\tindented"
            let controller = UIViewController()
            controller.view.addSubview(text)
            return controller
        }
        try TerminalProgram.run(tabs) { program in
            #expect(program.screen[2...3] == ["one     two", "        indented"])
            program.press(.home, .right)
            #expect(program.canvas.cursor == Position(column: 8, row: 3))
            program.press(.left)
            #expect(program.canvas.cursor == Position(column: 0, row: 3))
            program.press(.click(Position(column: 5, row: 3)), .character("x"))
            #expect(text.text == "one\ttwo\nx\tindented")
            #expect(program.screen[3] == "x       indented")
        }
    }

    @Test func `draw nothing if their frame is not a number`() throws {
        func odd() -> UIViewController {
            let controller = UIViewController()
            for number in [CGFloat.nan, .infinity, -.infinity, 1e300] {
                let label = UILabel(frame: CGRect(x: number, y: number, width: number, height: 1))
                label.text = "odd"
                controller.view.addSubview(label)
            }
            return controller
        }
        try TerminalProgram.run(odd) { program in
            #expect(program.screen.count == 12)
        }
    }
}
