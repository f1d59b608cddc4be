public import PseudoTerminal

/// The user's actions in the demo: matches cats, scrolls the list, opens one, begins to edit it.
public enum Rehearsal {
    /// The text typed last, which is on the screen at the end.
    public static let halfTypedText = " of the Žižkov 猫"

    public static let steps: [TerminalLaunch.Step] =
        Array(repeating: .text("m"), count: 30) + [.text("2")]
        + Array(repeating: .key(.down), count: 21)
        + [.key(.enter), .text("e"), .key(.end), .text(halfTypedText), .key(.left), .key(.left)]
}
