public import Foundation
public import RestorationCore

// Archives store each Foundation value as a kind of its own, so plugins in other languages can read
// it, and `Codable` types that contain one store it the same way.

extension Date: RestorationCodable {
    /// Encodes a moment, exact to the nanosecond.
    ///
    /// A date that is not finite, or more than 290 billion years away, is an error.
    public func encode(into coder: RestorationCoder) {
        // Rounded relative to Foundation's epoch: adding an offset first would lose digits.
        let whole = timeIntervalSinceReferenceDate.rounded(.down)
        guard let seconds = Int64(exactly: whole) else { return coder.fail(Self.outOfRange(coder)) }
        let fraction = timeIntervalSinceReferenceDate - whole
        let (carry, nanoseconds) = Int64((fraction * 1e9).rounded())
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        let (sum, hasOverflown) = seconds.addingReportingOverflow(Self.referenceSeconds + carry)
        guard !hasOverflown,
            let moment = Timestamp(seconds: sum, nanoseconds: UInt32(nanoseconds))
        else { return coder.fail(Self.outOfRange(coder)) }
        coder.put(moment)
    }

    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Date {
        let moment = try coder.takeTimestamp()
        let (seconds, hasOverflown) = moment.seconds.subtractingReportingOverflow(referenceSeconds)
        guard !hasOverflown else { throw Self.outOfRange(coder) }
        let fraction = Double(moment.nanoseconds) / 1e9
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    private static func outOfRange(_ coder: RestorationCoder) -> CoderError {
        .limit(key: coder.currentKey, what: "the date is out of range")
    }
    private static var referenceSeconds: Int64 { Int64(timeIntervalBetween1970AndReferenceDate) }
}

extension UUID: RestorationCodable {
    /// Writes a unique identifier.
    public func encode(into coder: RestorationCoder) {
        let (b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15) = uuid
        func joined(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        coder.put(
            UniqueIdentifier(
                high: joined([b0, b1, b2, b3, b4, b5, b6, b7]),
                low: joined([b8, b9, b10, b11, b12, b13, b14, b15])
            )
        )
    }

    public static func decode(from coder: RestorationCoder) throws(CoderError) -> UUID {
        let identifier = try coder.takeUniqueIdentifier()
        func byte(_ index: UInt64) -> UInt8 {
            let half = index < 8 ? identifier.high : identifier.low
            return UInt8(truncatingIfNeeded: half >> ((7 - index % 8) * 8))
        }
        return UUID(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
                byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            )
        )
    }
}

extension Data: RestorationCodable {
    /// Writes bytes.
    public func encode(into coder: RestorationCoder) { coder.put([UInt8](self)) }

    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Data {
        Data(try coder.takeBytes())
    }
}

extension URL: RestorationCodable {
    /// Encodes the absolute URL as text, without its base URL.
    public func encode(into coder: RestorationCoder) { coder.put(absoluteString) }

    public static func decode(from coder: RestorationCoder) throws(CoderError) -> URL {
        guard let url = URL(string: try coder.takeString()) else {
            throw .rejected(key: coder.currentKey, type: "URL")
        }
        return url
    }
}
