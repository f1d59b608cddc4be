/// Select graphic rendition (SGR, `ESC [ … m`).
extension TerminalStyle {
    /// Applies the parameters of SGR from left to right and skips unknown ones.
    mutating func select(_ parameters: [Int?]) {
        for parameter in parameters { select(parameter ?? 0) }
    }

    private mutating func select(_ code: Int) {
        switch code {
        case 0: self = .plain
        case 30...37: foreground = .indexed(UInt8(code - 30))
        case 39: foreground = .standard
        case 40...47: background = .indexed(UInt8(code - 40))
        case 49: background = .standard
        default: if let attribute = Self.attributes[code] { attributes.insert(attribute) }
        }
    }

    private static let attributes: [Int: TerminalAttributes] = [
        1: .bold, 2: .dim, 4: .underline, 7: .reverse,
    ]
}
