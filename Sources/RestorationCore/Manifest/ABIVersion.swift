/// A version of the C interface between host and plugins: `0.1`.
public struct ABIVersion: Hashable, Sendable {
    /// Changes when what was built for an older version no longer works.
    public let major: UInt16
    /// Changes when something is added; before 1.0, also when something old no longer works.
    public let minor: UInt16

    /// Creates a version.
    public init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    /// Takes apart the number that the headers use: major in the upper 16 bits, minor in the lower.
    public init(packed: UInt32) {
        major = UInt16(truncatingIfNeeded: packed >> 16)
        minor = UInt16(truncatingIfNeeded: packed)
    }

    /// The number that the headers use.
    public var packed: UInt32 { UInt32(major) << 16 | UInt32(minor) }

    /// Creates a version from its text, or returns `nil` unless that is two numbers and a dot.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            // The first byte, because a sign would pass for part of a number.
            part.first.map { $0 >= UInt8(ascii: "0") } == true ? UInt16(Substring(part)) : nil
        }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        self.init(major: numbers[0], minor: numbers[1])
    }

    /// The oldest version that whoever speaks this one still speaks.
    ///
    /// Before 1.0 every minor version is a language of its own; from 1.0 on they only add.
    var oldestSpoken: ABIVersion {
        major == 0 ? self : ABIVersion(major: major, minor: 0)
    }
}

extension ABIVersion: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }
}

extension ABIVersion: CustomStringConvertible {
    /// The two numbers and a dot.
    public var description: String { "\(major).\(minor)" }
}

/// The versions of the C interface that a plugin can live with.
public struct ABIRange: Hashable, Sendable {
    /// The oldest version with all that the plugin needs.
    public let minimum: ABIVersion
    /// The newest version that the plugin knows.
    public let maximum: ABIVersion

    /// Creates the range of a plugin that needs all of the version that it was built against.
    public init(_ version: ABIVersion) {
        minimum = version
        maximum = version
    }

    /// Creates a range, or returns `nil` if `maximum` comes before `minimum`.
    public init?(minimum: ABIVersion, maximum: ABIVersion) {
        guard minimum <= maximum else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The newest version that both sides speak, or `nil` if there is none.
    public func newest(sharedWith host: ABIVersion) -> ABIVersion? {
        let newest = min(maximum, host)
        return newest >= max(minimum, host.oldestSpoken) ? newest : nil
    }
}

extension ABIRange: CustomStringConvertible {
    /// `0.1`, or `1.0 to 1.3`.
    public var description: String {
        minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
    }
}
