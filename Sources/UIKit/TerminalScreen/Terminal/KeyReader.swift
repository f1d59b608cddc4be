/// One parsed unit of the terminal's input.
public enum KeyRead: Hashable, Sendable {
    /// A key or a report that ``Key`` does not describe.
    case unnamed
    case key(Key)
}

/// Parses the terminal's input bytes into keys, in chunks of any size.
///
/// A control sequence is read to its end before it is interpreted, so no part of an unknown
/// sequence is mistaken for text:
///
/// 1. `ESC [` ends with the first byte of `@` to `~`, and `ESC O` with one byte.
/// 2. `ESC ]`, `ESC P`, `ESC X`, `ESC ^` and `ESC _` end with `ESC \`, the first one with BEL, too.
/// 3. Escape and any other key are one key: Alt with that key.
/// 4. CAN, SUB and another ESC end each of them, as do 4,096 bytes and one second of silence.
///   Escape followed by 50 milliseconds of silence is the key Escape.
///
/// The bytes between the markers of a paste are text. The sequences are those of ECMA-48, and of
/// xterm's "ctlseqs".
package struct KeyReader {
    private enum State {
        case text
        /// Inside a scalar of several bytes.
        case scalar
        /// After ESC or ESC ESC.
        case escape
        /// After `ESC` and the first byte of a longer scalar.
        case alternate
        /// After `ESC [`; after `ESC [ M`, which three bytes follow.
        case sequence, mouse
        /// After `ESC O`.
        case single
        /// After `ESC ]` and the like.
        case string
        case paste
        /// The rest of a paste that was delivered without its end.
        case restOfPaste
    }

    /// The longest sequence, and the longest paste, in bytes. The rest of a longer paste is
    /// dropped.
    private static let sequenceLimit = 4096
    private static let pasteLimit = 16 << 20

    /// The key sequences in the terminal's description.
    private let keys: [[UInt8]: Key]
    private var state = State.text
    /// The bytes of the current item. In `restOfPaste`, the last bytes read.
    private var bytes: [UInt8] = []
    /// Whether ESC ESC began the sequence: the key was pressed with Alt.
    private var hasAlt = false
    private var lastByte: ContinuousClock.Instant?
    private var found: [KeyRead] = []

    package init(keys: [[UInt8]: Key]) { self.keys = keys }

    /// Parses more input. Ignores the time since the last chunk, because the bytes may have waited.
    package mutating func read(_ input: [UInt8], at time: ContinuousClock.Instant) -> [KeyRead] {
        for byte in input { read(byte) }
        if !input.isEmpty { lastByte = time }
        defer { found = [] }
        return found
    }

    // MARK: Silence

    private var patience: Duration? {
        switch state {
        case .text: nil
        case .escape: .milliseconds(50)
        case .paste: .seconds(5)
        case .restOfPaste: .seconds(2)
        default: .seconds(1)
        }
    }

    /// The time at which silence ends the current item, or `nil` if there is none.
    package var deadline: ContinuousClock.Instant? {
        guard let patience, let lastByte else { return nil }
        return lastByte + patience
    }

    /// The keys that silence has ended by `time`.
    package mutating func readSilence(at time: ContinuousClock.Instant) -> [KeyRead] {
        guard let deadline, time >= deadline else { return [] }
        defer { found = [] }
        switch state {
        case .escape: found = bytes.map { _ in .key(.escape) }
        case .paste:
            deliverPaste()
            // The rest of the paste has its own timeout of two seconds.
            (state, lastByte) = (.restOfPaste, time)
            return found
        case .string where bytes.last == 0x1B: found = [.unnamed, .key(.escape)]
        case .text, .scalar, .restOfPaste: break
        default: found = [.unnamed]
        }
        begin(.text)
        return found
    }

    // MARK: Bytes

    private mutating func begin(_ state: State, _ bytes: [UInt8] = []) {
        self.state = state
        self.bytes = bytes
        hasAlt = false
    }

    private mutating func finish(_ read: KeyRead = .unnamed) {
        found.append(hasAlt ? .unnamed : read)
        begin(.text)
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .text: readText(byte)
        case .scalar: readScalar(byte)
        case .escape: readAfterEscape(byte)
        case .alternate: readAlternate(byte)
        case .sequence, .single, .mouse: readSequence(byte)
        case .string: readString(byte)
        case .paste: readPaste(byte)
        case .restOfPaste: readRestOfPaste(byte)
        }
    }

    private mutating func readText(_ byte: UInt8) {
        switch byte {
        case 0x1B: begin(.escape, [byte])
        case 0x80...: begin(.scalar, [byte])
        default: found.append(.init(Unicode.Scalar(byte)))
        }
        if state == .scalar { finishScalar() }
    }

    private mutating func readScalar(_ byte: UInt8) {
        guard byte & 0xC0 == 0x80 else {
            // Not UTF-8: drop the bytes before.
            begin(.text)
            return readText(byte)
        }
        bytes.append(byte)
        finishScalar()
    }

    /// Ends the scalar if it is complete or invalid.
    private mutating func finishScalar() {
        guard let length = Self.length(ofScalar: bytes[0]) else { return begin(.text) }
        guard bytes.count == length else { return }
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
            return begin(.text)
        }
        // A C1 control: some terminals send ESC and a letter in one byte.
        if (0x80...0x9F).contains(scalar.value) {
            begin(.escape, [0x1B])
            return readAfterEscape(UInt8(scalar.value - 0x40))
        }
        finish(.init(scalar))
    }

    private static func length(ofScalar first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    private mutating func readAfterEscape(_ byte: UInt8) {
        if byte == 0x1B {
            // Alt with a key that sends a sequence, or Escape pressed repeatedly.
            if bytes.count == 2 { found.append(.key(.escape)) }
            return begin(.escape, [0x1B, 0x1B])
        }
        (hasAlt, bytes) = (bytes.count == 2, [0x1B, byte])
        if let key = keys[bytes] { return finish(.key(key)) }
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            state = .string
        case UInt8(ascii: "b"): finish(.key(.wordLeft))
        case UInt8(ascii: "f"): finish(.key(.wordRight))
        case 0xC2...0xF4: begin(.alternate, [byte])
        default: finish()
        }
    }

    /// The rest of a scalar that was typed with Alt.
    private mutating func readAlternate(_ byte: UInt8) {
        guard byte & 0xC0 == 0x80 else {
            finish()
            return readText(byte)
        }
        bytes.append(byte)
        if bytes.count == Self.length(ofScalar: bytes[0]) { finish() }
    }

    /// - Returns: Whether the byte ends any kind of sequence.
    private mutating func breaks(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x18, 0x1A: finish()
        case 0x1B:
            finish()
            begin(.escape, [byte])
        default:
            bytes.append(byte)
            guard bytes.count >= Self.sequenceLimit else { return false }
            finish()
        }
        return true
    }

    private mutating func readSequence(_ byte: UInt8) {
        if state == .mouse {
            bytes.append(byte)
            if bytes.count == 6 { finish(KeySequence(bytes).read) }
            return
        }
        guard !breaks(byte) else { return }
        if let key = keys[bytes] { return finish(.key(key)) }
        // Some terminals send digits between ESC O and the letter.
        let isEnd = state == .single ? !(0x30...0x3B).contains(byte) : (0x40...0x7E).contains(byte)
        guard isEnd else { return }
        switch bytes {
        // The Linux console's function keys have one more letter.
        case KeySequence.console: break
        case KeySequence.mouse: state = .mouse
        case KeySequence.pasteBegin: begin(.paste)
        default: finish(KeySequence(bytes).read)
        }
    }

    private mutating func readString(_ byte: UInt8) {
        let isEscaped = bytes.last == 0x1B
        switch byte {
        case UInt8(ascii: "\\") where isEscaped: return finish()
        case _ where isEscaped:
            finish()
            begin(.escape, [0x1B])
            return readAfterEscape(byte)
        case 0x1B: return bytes.append(byte)
        case 0x07 where bytes[1] == UInt8(ascii: "]"): return finish()
        default:
            guard !breaks(byte) else { return }
            if bytes.suffix(2) == [0xC2, 0x9C] { finish() }
        }
    }

    // MARK: Pastes

    private mutating func readPaste(_ byte: UInt8) {
        bytes.append(byte)
        if byte == KeySequence.pasteEnd.last, bytes.suffix(6) == KeySequence.pasteEnd[...] {
            bytes.removeLast(6)
            deliverPaste()
            begin(.text)
        } else if bytes.count >= Self.pasteLimit {
            deliverPaste()
            state = .restOfPaste
        }
    }

    private mutating func deliverPaste() {
        found.append(.key(.paste(String(decoding: bytes, as: UTF8.self))))
        bytes = []
    }

    private mutating func readRestOfPaste(_ byte: UInt8) {
        if byte == 0x03 { return found.append(.key(.control("c"))) }
        bytes = bytes.suffix(5) + [byte]
        if bytes == KeySequence.pasteEnd { begin(.text) }
    }
}

extension KeyRead {
    /// A key that sends one scalar.
    fileprivate init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar {
            case "\r", "\n": .key(.enter)
            case "\t": .key(.tab)
            case "\u{7F}", "\u{08}": .key(.backspace)
            case "\u{01}"..."\u{1A}":
                Unicode.Scalar(scalar.value + 0x60).map { .key(.control($0)) } ?? .unnamed
            default:
                scalar.properties.generalCategory == .control ? .unnamed : .key(.character(scalar))
            }
    }
}
