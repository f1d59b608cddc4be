import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import TestSupport
import Testing

/// No sequence of keys, clicks, pastes and resizes traps, and the screen always equals a full
/// redraw.
///
/// `RESTORATION_TERMINAL_EVENTS` sets the number of events. `make soak` plays 100,000 under
/// AddressSanitizer.
@MainActor @Suite struct `Random keys on the terminal` {
    private static var count: Int {
        ProcessInfo.processInfo.environment["RESTORATION_TERMINAL_EVENTS"].flatMap { Int($0) }
            ?? 300
    }

    @Test(arguments: ["list", "tabs", "columns"])
    func `leave the same screen as a redraw, and are restored after a kill`(
        kind: String
    ) throws {
        let make = ["list": Screens.list, "tabs": Screens.tabs, "columns": Screens.columns][kind]!
        var random = SeededGenerator(seed: UInt64(kind.count))
        try TerminalProgram.run(columns: 70, rows: 16, make) { program in
            var recent: [String] = []
            for number in 0..<Self.count / 3 {
                let event = Event.random(using: &random)
                recent = (recent + ["\(event)"]).suffix(5)
                switch event {
                case .key(let key): program.press(key)
                case .resize(let size): program.interface.resize(to: size)
                case .present:
                    let form = Form()
                    form.modalPresentationStyle = .formSheet
                    program.window.rootViewController?.present(form, animated: false)
                }
                let shown = program.canvas
                program.redoLayout()
                guard program.canvas == shown else {
                    Issue.record("After \(recent):\n\(shown)\n---\n\(program.canvas)")
                    return
                }
                if number % 100 == 99 {
                    program.interface.resize(to: Size(columns: 70, rows: 16))
                    try program.relaunch()
                }
            }
        }
    }

    private enum Event {
        case key(Key)
        case resize(Size)
        case present

        static func random(using random: inout SeededGenerator) -> Event {
            let place = Position(
                column: Int.random(in: -1...90, using: &random),
                row: Int.random(in: -1...30, using: &random)
            )
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<3:
                let size = Size(
                    columns: Int.random(in: 0...100, using: &random),
                    rows: Int.random(in: 0...30, using: &random)
                )
                return .resize(size)
            case 3: return .present
            case 4: return .key(.paste(text(using: &random)))
            case 5..<12: return .key(.click(place))
            case 12..<16:
                return .key(.wheel(place, lines: Int.random(in: -9...9, using: &random)))
            case 16..<40:
                let scalars = "abn 12?q猫é\u{301}".unicodeScalars
                return .key(.character(scalars.randomElement(using: &random)!))
            case 40..<46:
                let letter = Int.random(in: 0..<26, using: &random)
                return .key(.control(Unicode.Scalar(UInt8(97 + letter))))
            default: return .key(plain.randomElement(using: &random)!)
            }
        }

        private static let plain: [Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab,
            .backTab, .backspace, .delete, .shiftUp, .shiftDown, .shiftLeft, .shiftRight,
            .shiftHome, .shiftEnd, .wordLeft, .wordRight, .function(1), .function(6),
            .function(99), .down, .enter, .tab, .tab,
        ]

        private static func text(using random: inout SeededGenerator) -> String {
            let pieces = ["a", " ", "\n", "\r\n", "\u{1B}[2J", "猫", "\u{0}", "\u{202E}", "é", "\t"]
            let count = Int.random(in: 0...40, using: &random)
            return (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
    }
}
