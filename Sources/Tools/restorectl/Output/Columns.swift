/// Measures, cuts and pads text by its display width, in terminal columns.
///
/// Semantic source: Unicode's East Asian Width for wide characters, general categories for zero
/// width. wcwidth(3) would need a locale, and results must not depend on one.
extension String {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    func cut(to limit: Int) -> String {
        guard utf8.count > limit, columns > limit else { return self }
        var used = 1
        let beginning = prefix { character in
            used += character.columns
            return used <= limit
        }
        return beginning + "…"
    }

    /// The text, padded on the right to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text, padded on the left to `width` columns.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }
}

extension Character {
    /// The width of the widest scalar: combining scalars add nothing.
    fileprivate var columns: Int { unicodeScalars.map(\.columns).max() ?? 0 }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch value {
        case 0..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }
}
