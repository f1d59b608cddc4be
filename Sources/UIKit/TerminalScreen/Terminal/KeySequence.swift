/// Decodes a complete control sequence: keys and mouse of xterm and its relatives, of rxvt and of
/// the Linux console.
struct KeySequence {
    static let console = Array("\u{1B}[[".utf8)
    static let mouse = Array("\u{1B}[M".utf8)
    static let pasteBegin = Array("\u{1B}[200~".utf8)
    static let pasteEnd = Array("\u{1B}[201~".utf8)

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var read: KeyRead { key.map { .key($0) } ?? .unnamed }

    private var key: Key? {
        guard bytes.count > 2, let last = bytes.last else { return nil }
        if bytes.starts(with: Self.mouse), bytes.count == 6 {
            return mouse(bytes[3...].map { Int($0) - 32 }, isPress: true)
        }
        let end = Character(Unicode.Scalar(last))
        let inside = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
        if bytes[1] == UInt8(ascii: "O") { return keypadKey(end, inside) }
        if inside == "[" { return Self.letters.firstIndex(of: end).map { .function($0 + 1) } }
        if inside.hasPrefix("<") {
            guard let numbers = Self.numbers(inside.dropFirst()), "Mm".contains(end) else {
                return nil
            }
            return mouse(numbers, isPress: end == "M")
        }
        return Self.numbers(inside).flatMap { key(end, $0) }
    }

    private static let letters = Array("ABCDE")

    /// Decimal numbers between semicolons, or `nil` if one is left out.
    private static func numbers(_ text: some StringProtocol) -> [Int]? {
        guard !text.isEmpty else { return [] }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }

    // MARK: Keys

    private func key(_ end: Character, _ numbers: [Int]) -> Key? {
        guard numbers.count < 3 else { return end == "M" ? mouse(numbers, isPress: true) : nil }
        if end == "~" {
            guard let number = numbers.first, let key = Self.numberedKeys[number] else {
                return nil
            }
            return modified(key, by: numbers.dropFirst().first)
        }
        if let key = Self.shiftedKeys[end] { return numbers.isEmpty ? key : nil }
        guard let key = Self.letteredKeys[end], numbers.first ?? 1 == 1 else { return nil }
        // A cursor position report ends like F3.
        if end == "R", !numbers.isEmpty { return nil }
        return modified(key, by: numbers.dropFirst().first)
    }

    /// The key after `ESC O`, which includes a keypad in application mode.
    private func keypadKey(_ end: Character, _ inside: String) -> Key? {
        guard inside.isEmpty else {
            return Self.numbers(inside).flatMap { numbers in
                Self.letteredKeys[end].flatMap { modified($0, by: numbers.last) }
            }
        }
        switch end {
        case "M": return .enter
        case "I": return .tab
        case " ": return .character(" ")
        case "X": return .character("=")
        case "c": return .wordRight
        case "d": return .wordLeft
        case "j"..."y":
            let scalar = end.unicodeScalars.first.flatMap { Unicode.Scalar($0.value - 0x40) }
            return scalar.map { .character($0) }
        default: return Self.letteredKeys[end]
        }
    }

    /// A key with its modifiers: 1 plus 1 for Shift, 2 for Alt, 4 for Control.
    private func modified(_ key: Key, by modifiers: Int?) -> Key? {
        // Caps Lock and Num Lock are ignored.
        switch ((modifiers ?? 1) - 1) & 0x3F {
        case 0: key
        case 1: Self.withShift[key]
        case 4: key == .left ? .wordLeft : key == .right ? .wordRight : nil
        default: nil
        }
    }

    private static let letteredKeys: [Character: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
        "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
    ]
    private static let shiftedKeys: [Character: Key] = [
        "a": .shiftUp, "b": .shiftDown, "c": .shiftRight, "d": .shiftLeft,
    ]
    private static let withShift: [Key: Key] = [
        .up: .shiftUp, .down: .shiftDown, .left: .shiftLeft, .right: .shiftRight,
        .home: .shiftHome, .end: .shiftEnd, .tab: .backTab, .backTab: .backTab,
    ]
    private static let numberedKeys: [Int: Key] = [
        1: .home, 7: .home, 4: .end, 8: .end, 3: .delete, 5: .pageUp, 6: .pageDown,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4),
        15: .function(5), 17: .function(6), 18: .function(7), 19: .function(8),
        20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    // MARK: Mouse

    /// - Parameter numbers: The button, with 4, 8 and 16 added for modifier keys, then the column
    ///   and the row, counted from 1.
    private func mouse(_ numbers: [Int], isPress: Bool) -> Key? {
        guard numbers.count == 3, isPress else { return nil }
        let place = Position(column: numbers[1] - 1, row: numbers[2] - 1)
        return switch numbers[0] & ~0x1C {
        case 0: .click(place)
        case 64: .wheel(place, lines: -3)
        case 65: .wheel(place, lines: 3)
        default: nil
        }
    }
}
