/// A function's type in clang's notation: `int (*)(sqlite3 *, int)`.
struct Prototype {
    let result: String
    let parameters: [String]
    let isVariadic: Bool
    /// Whether it has parameter types, which `int (*)()` lacks.
    let isWhole: Bool

    init?(_ text: String) {
        guard let star = text.firstRange(of: "(*)(") else { return nil }
        var parts: [String] = []
        var part = ""
        var depth = 0
        var end = star.upperBound
        while end < text.endIndex {
            let character = text[end]
            if character == ")", depth == 0 { break }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
            end = text.index(after: end)
        }
        parts.append(part)
        parts = parts.map { Substring($0).trimmed }
        isVariadic = parts.last == "..."
        isWhole = parts != [""]
        parameters = parts.filter { !["...", "void", ""].contains($0) }
        // A function pointer encloses the rest: `void (*(*)(int))(float)` returns a `void
        // (*)(float)`. After other types, only attributes may follow.
        let before = text[..<star.lowerBound]
        let isAround = before.count { $0 == "(" } > before.count { $0 == ")" }
        result = isAround ? before.trimmed + text[end...].dropFirst() : before.trimmed
        guard result.count(where: { $0 == "(" }) == result.count(where: { $0 == ")" }) else {
            return nil
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
