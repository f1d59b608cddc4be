/// The version of a plugin: `1.4.2`, `2.0.0-beta.3`, `2026.08`.
///
/// One to three numbers; omitted ones are zero. A pre-release (`-beta.3`) precedes its release.
/// Unlike in Semantic Versioning, build metadata (`+linux`) is compared last, so versions with
/// different metadata are never equal.
///
/// Semantic source: Semantic Versioning 2.0.0, clause 11.
public struct PluginVersion: Hashable, Sendable {
    /// The first number, which is compared first.
    public let major: UInt32
    /// The second number, or 0 if omitted.
    public let minor: UInt32
    /// The third number, or 0 if omitted.
    public let patch: UInt32
    let prerelease: [Identifier]
    let build: String

    /// Creates the version of a release.
    public init(major: UInt32, minor: UInt32 = 0, patch: UInt32 = 0) {
        self.init(major: major, minor: minor, patch: patch, prerelease: [], build: "")
    }

    init(major: UInt32, minor: UInt32, patch: UInt32, prerelease: [Identifier], build: String) {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease
        self.build = build
    }

    enum Identifier: Hashable, Sendable {
        // Numbers precede words.
        case number(UInt64)
        case word(String)
    }
}

extension PluginVersion: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        let leftNumbers = [left.major, left.minor, left.patch]
        let rightNumbers = [right.major, right.minor, right.patch]
        guard leftNumbers == rightNumbers else {
            return leftNumbers.lexicographicallyPrecedes(rightNumbers)
        }
        guard left.prerelease == right.prerelease else {
            if left.prerelease.isEmpty { return false }
            if right.prerelease.isEmpty { return true }
            return left.prerelease.lexicographicallyPrecedes(right.prerelease)
        }
        return left.build < right.build
    }
}

extension PluginVersion.Identifier: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.word(let left), .word(let right)): left < right
        case (.number, .word): true
        case (.word, .number): false
        }
    }
}
