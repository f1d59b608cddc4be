import RestorationCore
import RestorationEngine

/// A number that stands for texts and numbers, the same in every launch.
///
/// FNV-1a. It keeps names out of a file that is not sealed, but whoever can read that file, and its
/// salt, can try names; it is no protection against somebody who makes two texts of one digest.
struct Digest {
    private(set) var value: UInt64

    init(salt: UInt64) { value = 0xcbf2_9ce4_8422_2325 ^ salt }

    mutating func combine(_ text: String?) {
        for byte in (text ?? "").utf8 { combine(byte: byte) }
        // No text has these bytes, so that two of them never look like one.
        combine(byte: text == nil ? 0xfe : 0xff)
    }

    mutating func combine(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            combine(byte: UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func combine(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}

extension RestorationStep {
    /// The digest of the object whose code it is; 0 for the delegate. O(depth).
    func digest(salt: UInt64) -> UInt64 {
        guard archive.records[record].path != ArchiveRecord.none else { return 0 }
        return ObjectDigests(archive, salt: salt).digest(ofRecord: record)
    }
}
