/// A version of the C interface between host and plugins: `0.3`.
public struct ABIVersion: Hashable, Sendable {
    /// Changes when plugins built for an older version no longer work.
    public let major: UInt16
    /// Changes when features are added; before 1.0, also when older plugins no longer work.
    public let minor: UInt16

    /// Creates a version.
    public init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    /// Unpacks the headers' form: major in the upper 16 bits, minor in the lower.
    public init(packed: UInt32) {
        major = UInt16(truncatingIfNeeded: packed >> 16)
        minor = UInt16(truncatingIfNeeded: packed)
    }

    /// The headers' form: major in the upper 16 bits, minor in the lower.
    public var packed: UInt32 { UInt32(major) << 16 | UInt32(minor) }

    /// Parses two numbers joined by a dot, or returns `nil`.
    public init?(_ text: String) {
        var numbers: (UInt16, UInt16) = (0, 0)
        var hasDot = false
        var hasDigit = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), hasDigit, !hasDot {
                hasDot = true
                hasDigit = false
                numbers.0 = numbers.1
                numbers.1 = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, isTooLarge) = numbers.1.multipliedReportingOverflow(by: 10)
            let (number, overflows) = tens.addingReportingOverflow(UInt16(byte) - 48)
            guard !isTooLarge, !overflows else { return nil }
            numbers.1 = number
            hasDigit = true
        }
        guard hasDot, hasDigit else { return nil }
        self.init(major: numbers.0, minor: numbers.1)
    }

    /// The oldest version that an implementation of this one supports.
    ///
    /// Before 1.0, minor versions are mutually incompatible. From 1.0 on, they only add features.
    var oldestSupported: ABIVersion {
        major == 0 ? self : ABIVersion(major: major, minor: 0)
    }
}

extension ABIVersion: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }
}

extension ABIVersion: CustomStringConvertible {
    /// The two numbers joined by a dot.
    public var description: String { "\(major).\(minor)" }
}

/// The versions of the C interface that a plugin supports.
public struct ABIRange: Hashable, Sendable {
    /// The oldest version with all features that the plugin needs.
    public let minimum: ABIVersion
    /// The newest version that the plugin knows.
    public let maximum: ABIVersion

    /// Creates the range of a plugin that needs all features of the version it was built against.
    public init(_ version: ABIVersion) {
        minimum = version
        maximum = version
    }

    /// Creates a range, or returns `nil` if `maximum` is older than `minimum`.
    public init?(minimum: ABIVersion, maximum: ABIVersion) {
        guard minimum <= maximum else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The newest version that both sides support, or `nil`.
    public func newest(sharedWith host: ABIVersion) -> ABIVersion? {
        let newest = min(maximum, host)
        return newest >= max(minimum, host.oldestSupported) ? newest : nil
    }
}

extension ABIRange: CustomStringConvertible {
    /// A text such as `0.2` or `1.0 to 1.3`.
    public var description: String {
        minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
    }
}
