/// Cuts a program's output into control functions, one byte at a time.
///
/// ```
/// ground ──ESC──► escape ──20-2F──► escapeIntermediate ──30-7E──► .escape
///                   ├──[──► sequence ──40-7E──► .sequence   (malformed ──► ignoredSequence)
///                   ├──]──► string, kept ──BEL or ESC \──► .command
///                   └──P X ^ _ k──► string, skipped ──ESC \──► nothing
/// ```
///
/// ESC begins anew everywhere, CAN and SUB break off, other control characters inside a sequence
/// take effect at once, as on a VT100. The 8-bit forms of control characters are not recognised:
/// their bytes are parts of UTF-8 characters. `ESC k` is the window title of screen and tmux.
struct ControlFunctionParser: Hashable, Sendable {
    private enum State: Hashable, Sendable {
        case ground, escape, escapeIntermediate, sequence, ignoredSequence
        case string(isKept: Bool)
        /// ESC inside a string: its end, if a backslash follows.
        case stringEscape(isKept: Bool)
    }

    private var state = State.ground
    private var decoder = UTF8Decoder()
    private var scalars: [Unicode.Scalar] = []
    private var intermediates: [UInt8] = []
    private var sequence = ControlSequence()
    private var string: [UInt8] = []

    /// A command longer than this is skipped, so that a program gone wild costs no memory.
    static let longestCommand = 1 << 16
    private static let mostIntermediates = 4

    /// Takes in a byte and appends the functions that it completes.
    mutating func parse(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch state {
        case .string(let isKept):
            parseString(byte, isKept: isKept, into: &functions)
        case .stringEscape(let isKept):
            state = .ground
            if byte == UInt8(ascii: "\\") {
                if isKept { finishCommand(into: &functions) }
            } else {
                beginEscape()
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
            byte == 0x1B ? beginEscape() : (state = .ground)
        case 0x00...0x1F:
            breakOffText(into: &functions)
            functions.append(.control(byte))
        case 0x7F:
            breakOffText(into: &functions)
        case 0x80...0xFF:
            // No sequence contains such a byte: whatever was begun is over, and this is text.
            state = .ground
            parseText(byte, into: &functions)
        default:
            parsePrintable(byte, into: &functions)
        }
    }

    /// Takes in a byte from 20 to 7E.
    private mutating func parsePrintable(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch state {
        case .escape: parseEscape(byte, into: &functions)
        case .escapeIntermediate: parseEscapeIntermediate(byte, into: &functions)
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
    private mutating func beginEscape() {
        state = .escape
        intermediates.removeAll(keepingCapacity: true)
    }

    private mutating func parseEscape(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch byte {
        case UInt8(ascii: "["):
            sequence = ControlSequence()
            state = .sequence
        case UInt8(ascii: "]"):
            string.removeAll(keepingCapacity: true)
            state = .string(isKept: true)
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "k"):
            state = .string(isKept: false)
        default:
            parseEscapeIntermediate(byte, into: &functions)
        }
    }

    private mutating func parseEscapeIntermediate(
        _ byte: UInt8,
        into functions: inout [ControlFunction]
    ) {
        if byte < 0x30 {
            state = .escapeIntermediate
            if intermediates.count < Self.mostIntermediates { intermediates.append(byte) }
        } else {
            state = .ground
            functions.append(.escape(intermediates: intermediates, final: byte))
        }
    }

    private mutating func parseSequence(_ byte: UInt8, into functions: inout [ControlFunction]) {
        switch byte {
        case 0x40...0x7E:
            state = .ground
            sequence.final = byte
            functions.append(.sequence(sequence))
        case 0x20...0x2F:
            if sequence.intermediates.count < Self.mostIntermediates {
                sequence.intermediates.append(byte)
            }
        case _ where !sequence.intermediates.isEmpty:
            state = .ignoredSequence
        case 0x30...0x3B:
            sequence.appendParameterByte(byte)
        default:
            // A prefix is one only in the first place.
            let isFirst = sequence == ControlSequence()
            isFirst ? (sequence.prefix = byte) : (state = .ignoredSequence)
        }
    }
}

// Strings.
extension ControlFunctionParser {
    private mutating func parseString(
        _ byte: UInt8,
        isKept: Bool,
        into functions: inout [ControlFunction]
    ) {
        switch byte {
        case 0x1B:
            state = .stringEscape(isKept: isKept)
        case 0x18, 0x1A:
            state = .ground
        case 0x07 where isKept:
            state = .ground
            finishCommand(into: &functions)
        default:
            // One byte past the limit is enough to know that the command is too long.
            if isKept, string.count <= Self.longestCommand { string.append(byte) }
        }
    }

    private mutating func finishCommand(into functions: inout [ControlFunction]) {
        guard string.count <= Self.longestCommand else { return }
        functions.append(.command(string))
    }
}
