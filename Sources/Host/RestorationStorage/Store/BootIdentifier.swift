import Glibc

/// Identifies one boot of the machine.
///
/// Semantic source: `/proc/sys/kernel/random/boot_id`, random(4).
package struct BootIdentifier: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// - Returns: `nil` for zeroes, which mean "unknown".
    package init?(_ high: UInt64, _ low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// The current boot, or `nil` if the system does not report it.
    package static let current: BootIdentifier? = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let file = try? FileHandle(open: path, O_RDONLY),
            let bytes = try? file.read(36, at: 0)
        else { return nil }
        let digits = String(decoding: bytes, as: UTF8.self).filter { $0 != "-" }
        guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        return BootIdentifier(high, low)
    }()
}
