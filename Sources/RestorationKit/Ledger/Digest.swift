import RestorationCore
import RestorationEngine
import RestorationStorage

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

/// The digests of the objects of an archive: of their paths and classes.
struct ObjectDigests {
    private let archive: ArchiveReader
    private let salt: UInt64

    init(_ archive: ArchiveReader, salt: UInt64) {
        self.archive = archive
        self.salt = salt
    }

    /// The digest of one object. O(depth).
    func digest(ofRecord number: Int) -> UInt64 {
        var nodes: [UInt32] = []
        var node = archive.records[number].path
        while node != ArchiveRecord.none {
            nodes.append(node)
            node = archive.paths[Int(node)].parent
        }
        let path = nodes.reversed().reduce(Self.root(salt)) { below($0, $1) }
        return object(path, number)
    }

    /// The records that have the digests. O(records), whatever their depth.
    func records(with wanted: Set<UInt64>) -> [UInt64: Int] {
        guard !wanted.isEmpty else { return [:] }
        var found: [UInt64: Int] = [:]
        var paths: [UInt64] = []
        paths.reserveCapacity(archive.paths.count)
        // Nodes are numbered parents first.
        for node in 0..<UInt32(archive.paths.count) {
            let parent = archive.paths[Int(node)].parent
            let above = parent == ArchiveRecord.none ? Self.root(salt) : paths[Int(parent)]
            paths.append(below(above, node))
            guard let number = archive.record(ofNode: node) else { continue }
            let digest = object(paths[Int(node)], number)
            if wanted.contains(digest) { found[digest] = number }
        }
        return found
    }

    private func below(_ path: UInt64, _ node: UInt32) -> UInt64 {
        Self.below(
            path,
            identifier: hash(archive.paths[Int(node)].identifier),
            discriminator: hash(archive.paths[Int(node)].discriminator)
        )
    }

    private func object(_ path: UInt64, _ number: Int) -> UInt64 {
        Self.object(path: path, className: hash(archive.records[number].className))
    }

    private func hash(_ string: UInt32) -> UInt32 { ArchiveWriter.hash(of: archive.string(string)) }
}

/// What the digest of an object is made of, from the hashes of texts.
extension ObjectDigests {
    /// Of the path above every path.
    static func root(_ salt: UInt64) -> UInt64 { Digest(salt: salt).value }

    /// Of a path that goes one step further than another one.
    static func below(_ path: UInt64, identifier: UInt32, discriminator: UInt32) -> UInt64 {
        mixed(path ^ (UInt64(identifier) << 32 | UInt64(discriminator)))
    }

    static func object(path: UInt64, className: UInt32) -> UInt64 {
        max(mixed(path ^ UInt64(className)), LedgerPage.smallestDigest)
    }

    /// Stands for any object of a class.
    static func any(ofClass name: UInt32, _ salt: UInt64) -> UInt64 {
        object(path: root(salt), className: name)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        let product = word &* 0x9e37_79b9_7f4a_7c15
        return product ^ product >> 29
    }
}

extension RestorationStep {
    /// The digest of the object whose code it is; 0 for the delegate. O(depth).
    func digest(salt: UInt64) -> UInt64 {
        guard archive.records[record].path != ArchiveRecord.none else { return 0 }
        return ObjectDigests(archive, salt: salt).digest(ofRecord: record)
    }
}
