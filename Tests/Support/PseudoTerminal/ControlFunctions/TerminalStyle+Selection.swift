/// Select graphic rendition (SGR, `ESC [ … m`).
extension TerminalStyle {
    /// Applies the parameters of SGR, from the left; what is not known is skipped.
    mutating func select(_ parameters: [ControlSequence.Parameter]) {
        var rest = parameters[...]
        while let parameter = rest.popFirst() {
            let code = parameter.value ?? 0
            switch code {
            case 38: foreground = Self.color(parameter, &rest) ?? foreground
            case 48: background = Self.color(parameter, &rest) ?? background
            // The colour of the underline is not kept, but its numbers must not be taken for
            // attributes.
            case 58: _ = Self.color(parameter, &rest)
            case 4 where parameter.details.first == .some(0): attributes.remove(.underline)
            default: selectSimple(code)
            }
        }
    }

    private mutating func selectSimple(_ code: Int) {
        switch code {
        case 0: self = .plain
        case 30...37: foreground = .indexed(UInt8(code - 30))
        case 39: foreground = .standard
        case 40...47: background = .indexed(UInt8(code - 40))
        case 49: background = .standard
        case 90...97: foreground = .indexed(UInt8(code - 90 + 8))
        case 100...107: background = .indexed(UInt8(code - 100 + 8))
        default:
            if let attribute = Self.switchedOn[code] { attributes.insert(attribute) }
            if let attribute = Self.switchedOff[code] { attributes.subtract(attribute) }
        }
    }

    private static let switchedOn: [Int: TerminalAttributes] = [
        1: .bold, 2: .dim, 3: .italic, 4: .underline, 5: .blink, 6: .blink, 7: .reverse,
        8: .invisible, 9: .struck, 21: .underline,
    ]

    private static let switchedOff: [Int: TerminalAttributes] = [
        22: [.bold, .dim], 23: .italic, 24: .underline, 25: .blink, 27: .reverse, 28: .invisible,
        29: .struck,
    ]

    /// Reads a colour, and takes the parameters that it consists of from the rest.
    ///
    /// It is `38;5;INDEX` or `38;2;R;G;B`, or the same with `:`, where a colour space may stand
    /// before R.
    private static func color(
        _ parameter: ControlSequence.Parameter,
        _ rest: inout ArraySlice<ControlSequence.Parameter>
    ) -> TerminalColor? {
        if !parameter.details.isEmpty {
            let numbers = parameter.details.map { $0 ?? 0 }
            return color(kind: numbers[0], numbers.dropFirst().suffix(numbers[0] == 2 ? 3 : 1))
        }
        let kind = rest.popFirst()?.value ?? 0
        let count = kind == 2 ? 3 : kind == 5 ? 1 : 0
        defer { rest = rest.dropFirst(count) }
        return color(kind: kind, rest.prefix(count).map { $0.value ?? 0 })
    }

    private static func color(kind: Int, _ numbers: some Collection<Int>) -> TerminalColor? {
        let components = numbers.compactMap { UInt8(exactly: $0) }
        return switch (kind, components.count) {
        case (5, 1): .indexed(components[0])
        case (2, 3): .rgb(components[0], components[1], components[2])
        default: nil
        }
    }
}
