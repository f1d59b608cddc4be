import Foundation
import PetFinderDriver
import PseudoTerminal
import Testing

/// Input from the terminal, one byte at a time.
@Suite struct `Input of a terminal to Pet Finder` {
    private let home: PetFinderHome
    private let launch: TerminalLaunch

    /// Focuses the notes of a cat.
    init() throws {
        home = try PetFinderHome()
        launch = try TerminalLaunch(in: home)
        for step: TerminalLaunch.Step in [.text("m2"), .key(.enter), .text("n")] {
            try launch.perform(step)
        }
    }

    /// Writes byte by byte, except that ESC goes together with the next byte. A pause after ESC
    /// would make it the Escape key.
    private func send(_ text: String) throws {
        var held: [UInt8] = []
        for byte in text.utf8 {
            held.append(byte)
            if byte == 0x1B { continue }
            try launch.terminal.send(bytes: held)
            held = []
        }
    }

    private func waitForNotes(_ text: String) throws {
        try launch.terminal.waitForText(text, within: .seconds(10))
    }

    @Test func `is pasted as a whole, though the paste stalls`() throws {
        try send("\u{1B}[200~zyx\rq")
        // Longer than any pause between the bytes of a key.
        #expect(throws: PseudoTerminalError.self) {
            try launch.terminal.waitForText("zyx", within: .milliseconds(1500))
        }
        try send("\u{1B}[Ac\u{1B}[201~!")

        try waitForNotes("zyx")
        try waitForNotes(" q[Ac!")
    }

    @Test func `is pasted in a time that does not grow with the existing text`() throws {
        for way: [TerminalLaunch.Step] in [
            [], [.key(.escape), .text("e"), .key(.tab), .key(.tab)],
        ] {
            for step in way { try launch.perform(step) }
            let start = ContinuousClock.now
            try launch.perform(.paste(String(repeating: "paste ", count: 40_000)))
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test func `does not delay termination, even during a long paste`() throws {
        try send("\u{1B}[200~")
        try launch.terminal.send(String(repeating: "paste ", count: 10_000))

        launch.terminal.signal(SIGTERM)

        #expect(try launch.terminal.waitForExit(within: .seconds(10)) == .signaled(SIGTERM))
    }
}
