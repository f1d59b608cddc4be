/// Parses a program's output into control functions, one byte at a time.
///
/// ```
/// ground ──ESC──► escape ──20-2F──► escapeIntermediate ──30-7E──► nothing
///                   ├──[──► sequence ──40-7E──► .sequence   (unknown ──► ignoredSequence)
///                   └──]──► string ──BEL or ESC \──► .command
/// ```
///
/// ESC restarts parsing everywhere; CAN and SUB abort. Other control characters inside a sequence
/// take effect at once, as on a VT100. The 8-bit forms of control characters are not recognised,
/// because their bytes are parts of UTF-8 characters.
struct ControlFunctionParser: Hashable, Sendable {
    private enum State: Hashable, Sendable {
        case ground, escape, escapeIntermediate, sequence, ignoredSequence
        case string
        /// ESC inside a string; a following backslash ends the string.
        case stringEscape
    }

    private var state = State.ground
    private var decoder = UTF8Decoder()
    private var scalars: [Unicode.Scalar] = []
    private var sequence = ControlSequence()
    private var string: [UInt8] = []

    /// The parser skips longer commands, which bounds its memory.
    static let longestCommand = 1 << 16

    /// Parses a byte and appends the functions that it completes.
    mutating func parse(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch state {
        case .string:
            parseString(byte, into: &functions)
        case .stringEscape:
            state = .ground
            if byte == UInt8(ascii: "\\") {
                finishCommand(into: &functions)
            } else {
                state = .escape
                parse(byte, into: &functions)
            }
        default:
            parseOutsideString(byte, into: &functions)
        }
    }

    private mutating func parseOutsideString(
        _ byte: UInt8,
        into functions: inout [ControlFunction]
    ) {
        switch byte {
        case 0x1B, 0x18, 0x1A:
            breakOffText(into: &functions)
            state = byte == 0x1B ? .escape : .ground
        case 0x00...0x1F:
            breakOffText(into: &functions)
            functions.append(.control(byte))
        case 0x7F:
            breakOffText(into: &functions)
        case 0x80...0xFF:
            // No sequence contains such a byte, so it ends any open sequence and is text.
            state = .ground
            parseText(byte, into: &functions)
        default:
            parsePrintable(byte, into: &functions)
        }
    }

    /// Parses a byte from 20 to 7E.
    private mutating func parsePrintable(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch state {
        case .escape: parseEscape(byte)
        case .escapeIntermediate: parseEscapeIntermediate(byte)
        case .sequence: parseSequence(byte, into: &functions)
        case .ignoredSequence: if byte >= 0x40 { state = .ground }
        case .ground, .string, .stringEscape: parseText(byte, into: &functions)
        }
    }
}

// Text.
extension ControlFunctionParser {
    private mutating func parseText(_ byte: UInt8, into functions: inout [ControlFunction]) {
        decoder.decode(byte, into: &scalars)
        printScalars(into: &functions)
    }

    private mutating func breakOffText(into functions: inout [ControlFunction]) {
        decoder.breakOff(into: &scalars)
        printScalars(into: &functions)
    }

    private mutating func printScalars(into functions: inout [ControlFunction]) {
        for scalar in scalars { functions.append(.print(scalar)) }
        scalars.removeAll(keepingCapacity: true)
    }
}

// Escape and control sequences.
extension ControlFunctionParser {
    private mutating func parseEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["):
            sequence = ControlSequence()
            state = .sequence
        case UInt8(ascii: "]"):
            string.removeAll(keepingCapacity: true)
            state = .string
        default:
            parseEscapeIntermediate(byte)
        }
    }

    private mutating func parseEscapeIntermediate(_ byte: UInt8) {
        state = byte < 0x30 ? .escapeIntermediate : .ground
    }

    private mutating func parseSequence(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch byte {
        case 0x40...0x7E:
            state = .ground
            sequence.final = byte
            functions.append(.sequence(sequence))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
            sequence.appendParameterByte(byte)
        case 0x20...0x2F, UInt8(ascii: ":"):
            state = .ignoredSequence
        default:
            // A prefix is valid only at the start.
            let isFirst = sequence == ControlSequence()
            isFirst ? (sequence.prefix = byte) : (state = .ignoredSequence)
        }
    }
}

// Strings.
extension ControlFunctionParser {
    private mutating func parseString(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch byte {
        case 0x1B:
            state = .stringEscape
        case 0x18, 0x1A:
            state = .ground
        case 0x07:
            state = .ground
            finishCommand(into: &functions)
        default:
            // One byte past the limit marks the command as too long.
            if string.count <= Self.longestCommand { string.append(byte) }
        }
    }

    private mutating func finishCommand(into functions: inout [ControlFunction]) {
        guard string.count <= Self.longestCommand else { return }
        functions.append(.command(string))
    }
}
