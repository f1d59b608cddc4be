import TerminalScreen
import Testing

@Suite struct `The first character of some bytes` {
    @Test(arguments: [
        ("abc", 1, 1), ("e\u{301}x", 3, 1), ("雪x", 3, 2), ("👩\u{200D}👧x", 11, 4),
        ("🇯🇵🇫🇷", 8, 2), ("\nx", 1, 1), ("\u{301}x", 2, 0), ("\r\nx", 2, 2),
    ])
    func `is one user-perceived character`(text: String, size: Int, columns: Int) {
        let first = FirstCharacter(of: Array(text.utf8))

        #expect(first?.sizeInBytes == size)
        #expect(first?.columns == columns)
    }

    @Test func `is nil without bytes`() {
        #expect(FirstCharacter(of: []) == nil)
    }

    @Test(arguments: [[0x80], [0xFF, 0x61], [0xE9, 0x9B], [0xC0, 0x80], [0xED, 0xA0, 0x80]])
    func `is one byte if they are not UTF-8`(bytes: [UInt8]) {
        #expect(FirstCharacter(of: bytes)?.sizeInBytes == 1)
    }

    @Test func `ends before bytes that are not UTF-8`() {
        #expect(FirstCharacter(of: [0x65, 0xCC, 0x81, 0xFF])?.sizeInBytes == 3)
    }

    @Test func `is never longer than the limit`() throws {
        let endless = "e" + String(repeating: "\u{301}", count: 1_000)

        let first = try #require(FirstCharacter(of: Array(endless.utf8)))

        #expect(first.sizeInBytes <= FirstCharacter.limit)
        #expect(first.columns == 1)
    }
}
