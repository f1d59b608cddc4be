import PseudoTerminal
import Testing

@Suite struct `A key` {
    @Test(
        arguments: [
            (.pageUp, "\u{1B}[5~"), (.pageDown, "\u{1B}[6~"), (.tab, "\t"), (.backTab, "\u{1B}[Z"),
            (.enter, "\r"), (.backspace, "\u{7F}"), (.escape, "\u{1B}"),
            (.function(1), "\u{1B}OP"), (.function(5), "\u{1B}[15~"), (.function(6), "\u{1B}[17~"),
            (.function(12), "\u{1B}[24~"),
            (.control("x"), "\u{18}"), (.control("X"), "\u{18}"), (.control("["), "\u{1B}"),
            (.control(" "), "\0"), (.control("?"), "\u{7F}"),
        ] as [(TerminalKey, String)]
    )
    func `is sent as xterm sends it`(key: TerminalKey, text: String) {
        #expect(key.bytes(usingApplicationForm: false) == Array(text.utf8))
        #expect(key.bytes(usingApplicationForm: true) == Array(text.utf8))
    }
}
