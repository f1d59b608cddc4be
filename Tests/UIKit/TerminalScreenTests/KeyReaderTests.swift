import TerminalScreen
import Testing

@Suite struct `Keys that a terminal sends` {
    private let start = ContinuousClock.now

    /// The keys that the reader recognises when it gets one byte at a time.
    private func keys(_ text: String, _ reader: inout KeyReader) -> [KeyRead] {
        text.utf8.flatMap { reader.read([$0], at: start) }
    }

    private func keys(_ text: String) -> [KeyRead] {
        var reader = KeyReader(keys: [Array("\u{1B}[3$".utf8): .delete])
        return keys(text, &reader)
    }

    @Test(
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;2B", .shiftDown),
            ("\u{1B}[1;5C", .wordRight), ("\u{1B}Od", .wordLeft), ("\u{1B}b", .wordLeft),
            ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
            ("\u{1B}[1;2F", .shiftEnd), ("\u{1B}[3~", .delete), ("\u{1B}[Z", .backTab),
            ("\u{1B}OP", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}[24~", .function(12)),
            ("\u{1B}OM", .enter), ("\u{1B}Oq", .character("1")), ("\u{1B}[1;129A", .up),
            ("\u{1B}[3$", .delete), ("\u{1B}[d", .shiftLeft), ("猫", .character("猫")),
            ("\u{1B}[<0;5;3M", .click(Position(column: 4, row: 2))),
            ("\u{1B}[<4;5;3M", .click(Position(column: 4, row: 2))),
            ("\u{1B}[M %#", .click(Position(column: 4, row: 2))),
            ("\u{1B}[<65;1;1M", .wheel(Position(column: 0, row: 0), lines: 3)),
            ("\u{1B}[200~a\u{1B}[Aq\r\u{1B}[201~", .paste("a\u{1B}[Aq\r")),
        ] as [(String, Key)]
    )
    func `are known in every form`(text: String, key: Key) {
        #expect(keys(text + "z") == [.key(key), .key(.character("z"))])
    }

    @Test(
        arguments: [
            // Menu, Shift-Enter, focus, Control-Delete, and Alt with an arrow, a key and accents.
            "\u{1B}[29~", "\u{1B}[13;2u", "\u{1B}[I", "\u{1B}[3;5~", "\u{1B}[1;3A", "\u{1B}x",
            "\u{1B}é", "\u{1B}\r", "\u{1B}\u{1B}[A", "\u{1B}[27;5;13~", "\u{1B}[1;1:3A",
            // Reports of colours, the device, the cursor, modes, capabilities and mouse motion.
            "\u{1B}]11;rgb:0000/1111/2222\u{7}", "\u{1B}]11;rgb:0/1/2\u{1B}\\", "\u{1B}[?62;4c",
            "\u{1B}[>41;330;0c", "\u{1B}[12;40R", "\u{1B}[?2026;2$y", "\u{1B}P1+r5463=7\u{1B}\\",
            "\u{1B}P>|XTerm(\u{7})\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^a\u{1B}\\",
            "\u{1B}Xa\u{1B}\\", "\u{1B}[<35;1;1M", "\u{1B}[<0;1;1m", "\u{1B}[M#!!", "\u{1B}O5P",
            // Sequences of C1 bytes, sequences cancelled by CAN, and invalid ones.
            "\u{9B}29~", "\u{9D}11;x\u{9C}", "\u{1B}[12\u{18}", "\u{1B}]11;\u{1A}",
            "\u{1B}[1;;\u{7F}é~", "\u{1B}[201~",
        ]
    )
    func `are skipped as a whole if they are unknown`(text: String) {
        let reads = keys(text + "z")
        #expect(Set(reads.dropLast()) == [.unnamed])
        #expect(reads.last == .key(.character("z")))
    }

    @Test func `are given up unfinished at an ESC, after 4,096 bytes, and after a second`() {
        #expect(keys("\u{1B}[12\u{1B}[A") == [.unnamed, .key(.up)])
        #expect(keys("\u{1B}]12\u{1B}[A") == [.unnamed, .key(.up)])
        let long = "\u{1B}]" + String(repeating: "x", count: 4094)
        #expect(keys(long + "z") == [.unnamed, .key(.character("z"))])

        for text in ["\u{1B}[", "\u{1B}[12;", "\u{1B}O", "\u{1B}P1", "\u{1B}[M!"] {
            var reader = KeyReader(keys: [:])
            #expect(keys(text, &reader) == [])
            #expect(reader.deadline == start + .seconds(1))
            #expect(reader.readSilence(at: start + .milliseconds(999)) == [])
            #expect(reader.readSilence(at: start + .seconds(1)) == [.unnamed])
            #expect(keys("z", &reader) == [.key(.character("z"))])
        }
    }

    @Test func `are Escape if nothing follows ESC for 50 milliseconds`() {
        for (text, count) in [("\u{1B}", 1), ("\u{1B}\u{1B}", 2)] {
            var reader = KeyReader(keys: [:])
            #expect(keys(text, &reader) == [])
            #expect(reader.deadline == start + .milliseconds(50))
            let reads = reader.readSilence(at: start + .milliseconds(50))
            #expect(reads == Array(repeating: .key(.escape), count: count))
            #expect(keys("[A", &reader) == [.key(.character("[")), .key(.character("A"))])
        }
    }

    @Test func `are text in a paste, for as long as bytes come`() {
        var reader = KeyReader(keys: [:])
        #expect(keys("\u{1B}[200~a", &reader) == [])
        #expect(reader.readSilence(at: start + .milliseconds(4999)) == [])
        let later = start + .milliseconds(4999)
        #expect(reader.read(Array("q".utf8), at: later) == [])
        #expect(reader.deadline == later + .seconds(5))

        #expect(keys("\u{1B}[201~q", &reader) == [.key(.paste("aq")), .key(.character("q"))])
    }

    @Test func `are delivered from an endless paste, and the rest of it is dropped`() {
        for end in ["b\u{1B}[201~", "b"] {
            var reader = KeyReader(keys: [:])
            #expect(keys("\u{1B}[200~a", &reader) == [])
            let silent = start + .seconds(5)
            #expect(reader.readSilence(at: silent) == [.key(.paste("a"))])
            #expect(reader.deadline == silent + .seconds(2))
            #expect(keys("q" + end, &reader) == [])
            #expect(reader.readSilence(at: start + .seconds(2)) == [])
            #expect(keys("z", &reader) == [.key(.character("z"))])
        }
        var reader = KeyReader(keys: [:])
        _ = keys("\u{1B}[200~a", &reader)
        _ = reader.readSilence(at: start + .seconds(5))
        #expect(keys("q\u{3}q", &reader) == [.key(.control("c"))])
    }

    @Test func `are skipped if they are not UTF-8`() {
        var reader = KeyReader(keys: [:])
        #expect(
            reader.read([0xC3, 0x61, 0xFF, 0x80, 0x62], at: start) == [
                .key(.character("a")), .key(.character("b")),
            ]
        )
    }
}
