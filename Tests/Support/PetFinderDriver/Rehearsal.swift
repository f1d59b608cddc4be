public import PseudoTerminal

/// What a person does in the demo: matches cats, scrolls the list, opens one, begins to edit it.
public enum Rehearsal {
    /// What is typed last, and on the screen at the end.
    public static let halfTypedText = " of the Žižkov 猫"

    public static let steps: [TerminalLife.Step] =
        Array(repeating: .text("m"), count: 30) + [.text("2")]
        + Array(repeating: .key(.down), count: 21)
        + [.key(.enter), .text("e"), .key(.end), .text(halfTypedText), .key(.left), .key(.left)]
}
