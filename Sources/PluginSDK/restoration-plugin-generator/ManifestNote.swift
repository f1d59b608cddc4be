/// The ELF note with a manifest, as 64-bit words: the compiler accepts thousands of words in a
/// tuple, but not as many bytes.
///
/// ```
/// 0   owner's size: 4 bytes       12
/// 4   manifest's size: 4 bytes    a multiple of 8
/// 8   type: 4 bytes               0x52535401
/// 12  "Restoration" and a NUL
/// 24  manifest                    JSON, with spaces after it
/// ```
///
/// Linkers align the name and the descriptor of a note to the section's alignment, here 8 because
/// of the 64-bit words. Programs that read notes align them to 4. With these sizes both get the
/// same offsets.
///
/// Semantic source: `RESTORATION_MANIFEST` (`restoration/plugin.h`).
struct ManifestNote {
    let words: [UInt64]

    init(_ manifest: [UInt8]) {
        let padding = (8 - manifest.count % 8) % 8
        var bytes = Self.bytes(of: 12)
        bytes += Self.bytes(of: UInt32(manifest.count + padding))
        bytes += Self.bytes(of: 0x5253_5401)
        bytes += Array("Restoration\0".utf8)
        bytes += manifest
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: padding)
        words = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// Little-endian, like every supported machine.
    private static func bytes(of number: UInt32) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
