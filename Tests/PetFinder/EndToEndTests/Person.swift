import PetFinderDriver
import PseudoTerminal
import TestSupport

/// A random user, who looks at the screen before each key, because `q` ends the program unless a
/// text field has the focus.
struct Person {
    typealias Step = TerminalLaunch.Step

    private static let typing: [Step] = [
        .text("a"), .text("é"), .text("猫"), .text("🐈"), .key(.left), .key(.right),
        .key(.backspace), .key(.tab), .key(.home), .key(.end), .key(.escape),
    ]
    private static let onButtons: [Step] = [
        .key(.tab), .key(.tab), .key(.backTab), .key(.backTab), .key(.enter), .key(.escape),
        .text("2"),
    ]
    private static let elsewhere: [Step] = [
        .text("m"), .text("m"), .text("s"), .text("1"), .text("2"), .key(.down), .key(.down),
        .key(.up), .key(.pageDown), .key(.enter), .text("e"), .text("n"), .key(.escape),
    ]
    private static let sizes: [Step] = [
        .resize(rows: 24, columns: 80), .resize(rows: 20, columns: 60),
        .resize(rows: 40, columns: 120), .resize(rows: 12, columns: 100),
    ]

    func nextStep(
        seeing screen: TerminalSnapshot,
        using random: inout SeededGenerator
    ) -> Step {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: .stop
        case 1: Self.sizes.filter { $0 != screen.size }.randomElement(using: &random)!
        default: keys(seeing: screen).randomElement(using: &random)!
        }
    }

    private func keys(seeing screen: TerminalSnapshot) -> [Step] {
        if screen.cursor != nil { return Self.typing }
        return screen.showsEditor ? Self.onButtons : Self.elsewhere
    }

    /// The keys that usually focus a text field: the notes of a cat, unless a text field already
    /// has the focus.
    func wayToText(seeing screen: TerminalSnapshot) -> [Step] {
        if screen.cursor != nil { return [] }
        return screen.showsEditor ? [.key(.tab), .key(.tab)] : Self.wayToDetails + [.text("n")]
    }

    /// The keys that usually focus a field of the edit screen.
    func wayToEditor(seeing screen: TerminalSnapshot) -> [Step] {
        if screen.showsEditor { return wayToText(seeing: screen) }
        let wayOut: [Step] = screen.cursor != nil ? [.key(.escape)] : []
        return wayOut + Self.wayToDetails + [.text("e")]
    }

    private static let wayToDetails: [Step] = [.text("1"), .text("m"), .text("2"), .key(.enter)]

    /// Types if a text field has the focus, and otherwise selects another tab, panel or button.
    func stepThatChanges(seeing screen: TerminalSnapshot) -> Step {
        screen.cursor != nil ? .text("x") : .key(.tab)
    }
}

extension TerminalSnapshot {
    var showsEditor: Bool { text.contains("[ Save ]") }

    /// The step that resizes a terminal to this screen's size.
    var size: TerminalLaunch.Step {
        .resize(rows: rows.count, columns: rows.first?.cells.count ?? 0)
    }
}
