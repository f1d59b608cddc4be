/// The digests of the objects of an archive: of their paths and classes, the same in every process.
/// An ``ArchiveWriter`` has them of the archive that it writes.
///
/// For files that are not sealed and name no object. Not for hostile input.
package struct ObjectDigests {
    private let archive: ArchiveReader
    private let salt: UInt64

    package init(_ archive: ArchiveReader, salt: UInt64) {
        self.archive = archive
        self.salt = salt
    }

    /// The digest of one object. O(depth).
    package func digest(ofRecord number: Int) -> UInt64 {
        var nodes: [UInt32] = []
        var node = archive.records[number].path
        while node != ArchiveRecord.none {
            nodes.append(node)
            node = archive.paths[Int(node)].parent
        }
        let path = nodes.reversed().reduce(Self.root) { below($0, $1) }
        return object(path, number)
    }

    /// The records that have the digests. O(records), whatever their depth.
    ///
    /// - Parameter otherName: Under which other name the class of a record's object is known by
    ///   now, so that an object which has been saved under that is found, too.
    package func records(
        with wanted: Set<UInt64>,
        otherName: (_ record: Int) -> String? = { _ in nil }
    ) -> [UInt64: Int] {
        guard !wanted.isEmpty else { return [:] }
        var found: [UInt64: Int] = [:]
        var paths: [UInt64] = []
        paths.reserveCapacity(archive.paths.count)
        // Nodes are numbered parents first.
        for node in 0..<UInt32(archive.paths.count) {
            let parent = archive.paths[Int(node)].parent
            let above = parent == ArchiveRecord.none ? Self.root : paths[Int(parent)]
            paths.append(below(above, node))
            guard let number = archive.record(ofNode: node) else { continue }
            let digest = object(paths[Int(node)], number)
            if wanted.contains(digest) { found[digest] = number }
            if let name = otherName(number) {
                let path = paths[Int(node)]
                let digest = Self.object(path: path, className: ArchiveWriter.hash(of: name), salt)
                if wanted.contains(digest), found[digest] == nil { found[digest] = number }
            }
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
        Self.object(path: path, className: hash(archive.records[number].className), salt)
    }

    private func hash(_ string: UInt32) -> UInt32 { ArchiveWriter.hash(of: archive.string(string)) }
}

/// What the digest of an object is made of, from the hashes of texts.
extension ObjectDigests {
    /// No object has a digest below: those numbers are for other things.
    package static var smallest: UInt64 { 16 }

    /// Of the path above every path.
    package static var root: UInt64 { 0xcbf2_9ce4_8422_2325 }

    /// Of a path that goes one step further than another one.
    package static func below(_ path: UInt64, identifier: UInt32, discriminator: UInt32) -> UInt64 {
        mixed(path ^ (UInt64(identifier) << 32 | UInt64(discriminator)))
    }

    /// Of an object, another one in each program: that is what the salt is for.
    package static func object(path: UInt64, className: UInt32, _ salt: UInt64) -> UInt64 {
        max(mixed(path ^ salt ^ UInt64(className)), smallest)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        let product = word &* 0x9e37_79b9_7f4a_7c15
        return product ^ product >> 29
    }
}
