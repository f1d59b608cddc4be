import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import TestSupport
import Testing

/// A killed program and an uninterrupted one show the same screen after every later key.
@MainActor @Suite struct `The place that a view is scrolled to` {
    /// An event in a program's launch.
    private enum Step: CustomStringConvertible {
        case key(Key)
        case size(Int, Int)
        case letter(String)

        static func keys(_ keys: Key...) -> [Step] { keys.map { .key($0) } }

        var description: String {
            switch self {
            case .key(let key): "\(key)".replacing("TerminalScreen.", with: "")
            case .size(let columns, let rows): "\(columns)×\(rows)"
            case .letter: "letter"
            }
        }
    }

    /// The canvas after each step from `first` on. The program is killed before the steps in
    /// `kills`.
    private func pictures(
        _ make: @escaping () -> UIViewController,
        _ steps: [Step],
        from first: Int = 0,
        kills: Set<Int>
    ) throws -> [Canvas] {
        var pictures: [Canvas] = []
        try TerminalProgram.run(columns: 60, rows: 24, make) { program in
            for (index, step) in steps.enumerated() {
                if kills.contains(index) { try program.relaunch() }
                switch step {
                case .key(let key):
                    program.press(key)
                    // Alerts are not restored.
                    let top = program.window.rootViewController?.presentedViewController
                    if top is UIAlertController { program.press(.escape) }
                case .size(let columns, let rows):
                    program.interface.resize(to: Size(columns: columns, rows: rows))
                case .letter(let text):
                    let letter = Letter()
                    program.window.rootViewController?.present(letter, animated: false)
                    letter.text.becomeFirstResponder()
                    program.press(.paste(text))
                }
                if index >= first { pictures.append(program.canvas) }
            }
        }
        return pictures
    }

    /// For each step from `first` on, kills the program before that step in a separate run.
    private func expectSame(
        _ make: @escaping () -> UIViewController,
        _ steps: [Step],
        from first: Int = 1,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let all = try pictures(make, steps, kills: [])
        for kill in first..<steps.count {
            let expected = Array(all[kill...])
            let found = try pictures(make, steps, from: kill, kills: [kill])
            guard let index = expected.indices.first(where: { expected[$0] != found[$0] }) else {
                continue
            }
            Issue.record(
                """
                Killed before step \(kill) of \(steps), it differs after \(kill + index):
                \(expected[index])
                ---
                \(found[index])
                """,
                sourceLocation: location
            )
        }
    }

    private static let lines = (1...25).map { "line \($0)" }.joined(separator: "\n")

    @Test func `of a sheet is restored, with the cursor in sight`() throws {
        try TerminalProgram.run(columns: 80, rows: 24, Screens.list) { program in
            let letter = Letter()
            program.window.rootViewController?.present(letter, animated: false)
            letter.text.becomeFirstResponder()
            program.press(.paste(Self.lines))
            let before = program.canvas
            #expect(before.cursor != nil)

            try program.relaunch()

            #expect(program.canvas == before)
        }
        let steps: [Step] =
            [.letter(Self.lines)] + Step.keys(.pageUp, .up, .down, .pageUp, .tab)
        try expectSame(Screens.list, steps + [.size(50, 12)] + Step.keys(.backTab, .up, .escape))
    }

    @Test func `of a list behind another screen is restored`() throws {
        try expectSame(Screens.list, Step.keys(.end, .enter, .escape, .up, .pageUp))
        try expectSame(
            Screens.tabs,
            Step.keys(.end, .character("2"), .down, .character("1"), .up, .enter, .escape)
        )
    }

    @Test func `is found again after a window was too small for it`() throws {
        let scrolled = Step.keys(.pageDown, .pageDown, .up, .up)
        let hidden = Step.keys(.enter) + [.size(60, 8)] + Step.keys(.escape, .down)
        try expectSame(Screens.list, scrolled + hidden + [.size(60, 24)] + Step.keys(.up))
        try expectSame(
            Screens.list,
            scrolled + [.size(60, 8), .size(60, 2), .size(60, 24)] + Step.keys(.down)
        )
        try expectSame({ Grid() }, Step.keys(.down, .down, .right) + [.size(30, 9), .size(60, 9)])
    }

    @Test func `set by the wheel stays although the focused view is out of sight`() throws {
        let wheel = Key.wheel(Position(column: 3, row: 3), lines: 9)
        try expectSame(Screens.list, Step.keys(wheel) + [.size(60, 8)] + Step.keys(wheel, .down))
        try expectSame(
            { Long() },
            [.size(60, 12)] + Step.keys(.tab, wheel) + [.size(60, 8)] + Step.keys(.tab, .tab)
        )
    }

    @Test func `is the nearest possible one in a larger window`() throws {
        try TerminalProgram.run(columns: 60, rows: 8, { Long() }) { program in
            program.press(.wheel(Position(column: 3, row: 3), lines: 9))

            program.press(.wheel(Position(column: 3, row: 3), lines: 9))
            try program.relaunch(size: Size(columns: 60, rows: 14))

            #expect(program.screen[0].hasPrefix("Field 7"))
            #expect(program.screen[12].hasPrefix("Field 19"))
        }
    }

    @Test func `of lists is restored after any keys, and later keys continue from it`() throws {
        let keys: [Key] = [
            .up, .down, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab,
            .character("1"), .character("2"), .wheel(Position(column: 3, row: 4), lines: 5),
            .wheel(Position(column: 3, row: 4), lines: -5),
        ]
        for (seed, make) in [Screens.list, Screens.tabs, Screens.columns].enumerated() {
            var random = SeededGenerator(seed: UInt64(seed))
            let steps: [Step] = (0..<60).map { _ in
                guard Int.random(in: 0..<8, using: &random) > 0 else {
                    return .size(70, Int.random(in: 6...26, using: &random))
                }
                return .key(keys.randomElement(using: &random)!)
            }
            let expected = try pictures(make, steps, kills: [])
            let kills = Set(stride(from: 7, to: 60, by: 7))
            let found = try pictures(make, steps, kills: kills)
            let index = expected.indices.first { expected[$0] != found[$0] }
            if let index {
                Issue.record(
                    """
                    Seed \(seed), \(steps[max(0, index - 9)...index]):
                    \(expected[index])
                    ---
                    \(found[index])
                    """
                )
            }
        }
    }
}
