import RestorationStorage

/// Formats sizes, counts and times for people, independent of locale and time zone.
enum Quantity {
    /// A number with its noun: "1 object", "1,200 objects".
    ///
    /// - Parameter plural: `nil` for the noun with an "s".
    static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// "112 bytes", "12.4 KiB".
    static func bytes(_ count: Int) -> String {
        guard count >= 1024 else { return Quantity.count(count, "byte") }
        var size = Double(count) / 1024
        var units = ["KiB", "MiB", "GiB", "TiB"][...]
        while size >= 1024, units.count > 1 {
            size /= 1024
            units.removeFirst()
        }
        let tenths = Int((size * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
    }

    /// "1.2 ms".
    static func time(nanoseconds: Int64) -> String {
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// "2026-10-03 14:05:09 UTC".
    static func moment(_ seconds: Int64) -> String {
        CivilTime(seconds)?.text ?? "\(seconds) seconds after 1970"
    }

    /// "2026-10-03T14:05:09Z", for programs.
    static func isoMoment(_ seconds: Int64) -> String {
        // An archive may contain any number.
        CivilTime(seconds)?.isoText ?? "\(seconds)"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.enumerated().reduce(into: "") { text, digit in
            let rest = digits.count - digit.offset
            if digit.offset > 0, rest % 3 == 0 { text += "," }
            text.append(digit.element)
        }
    }
}
