extension Timestamp {
    /// Seconds since 1970 with nine decimals, readable in C as a number: "1893456000.500000000", or
    /// "-0.250000000" a quarter of a second before.
    package var decimalSeconds: String {
        let isEarlier = seconds < 0 && nanoseconds > 0
        let whole = isEarlier ? seconds + 1 : seconds
        let part = isEarlier ? 1_000_000_000 - nanoseconds : nanoseconds
        let decimals = String(part)
        let sign = isEarlier && whole == 0 ? "-" : ""
        return "\(sign)\(whole)." + String(repeating: "0", count: 9 - decimals.count) + decimals
    }

    package init?(decimalSeconds text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 9, let whole = Int64(parts[0]),
            let part = UInt32(parts[1])
        else { return nil }
        guard text.hasPrefix("-"), part > 0 else {
            self.init(seconds: whole, nanoseconds: part)
            return
        }
        let (seconds, overflow) = whole.subtractingReportingOverflow(1)
        guard !overflow else { return nil }
        self.init(seconds: seconds, nanoseconds: 1_000_000_000 - part)
    }
}

extension Timestamp {
    /// The timestamp `duration` later, clamped to the range.
    package func advanced(by duration: Duration) -> Timestamp {
        let (more, attoseconds) = duration.components
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        let part = Int64(nanoseconds) + attoseconds / 1_000_000_000
        let carry: Int64 = part < 0 ? -1 : part / 1_000_000_000
        let (whole, overflowsToo) = sum.addingReportingOverflow(carry)
        guard !overflow, !overflowsToo else {
            return Timestamp(seconds: more < 0 ? .min : .max)!
        }
        return Timestamp(seconds: whole, nanoseconds: UInt32(part - carry * 1_000_000_000))!
    }
}
