import RestorationCore

/// A calendar date and time in UTC, with the same text in every locale and time zone.
package struct CivilTime {
    private let date: (year: Int, month: Int, day: Int)
    private let secondOfDay: Int

    /// - Parameter seconds: since 1970; `nil` outside the years 1 to 9999, which have four digits.
    package init?(_ seconds: Int64) {
        guard Self.fourDigitYears.contains(seconds) else { return nil }
        // Rounded down, before 1970 too.
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        date = Self.civil(day: Int(day))
        secondOfDay = Int(seconds - day * 86_400)
    }

    /// The moment, clamped to the years 1 to 9999.
    package init(nearest seconds: Int64) {
        let years = Self.fourDigitYears
        self = Self(min(max(seconds, years.lowerBound), years.upperBound))!
    }

    /// "2026-10-03 14:05:09 UTC".
    package var text: String {
        "\(days(joinedBy: "-")) \(clock(joinedBy: ":")) UTC"
    }

    package var isoText: String {
        "\(days(joinedBy: "-"))T\(clock(joinedBy: ":"))Z"
    }

    var compactText: String { "\(days(joinedBy: ""))T\(clock(joinedBy: ""))" }

    private func days(joinedBy separator: String) -> String {
        [date.year.digits(4), date.month.digits(2), date.day.digits(2)]
            .joined(separator: separator)
    }

    private func clock(joinedBy separator: String) -> String {
        [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { $0.digits(2) }
            .joined(separator: separator)
    }

    private static let fourDigitYears: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The Gregorian date of a day counted from 1970-01-01, from the year 1 on.
    ///
    /// 1. Years begin in March here, so the leap day comes last.
    /// 2. An era is 400 years, 146,097 days; all eras are alike.
    /// 3. March to July and August to December have the lengths 31, 30, 31, 30, 31: 153 days for
    ///    five months, which the linear formula reproduces.
    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }
}
