import FoundationEssentials
package import RestorationCore

extension OpenedArchive {
    /// The bytes of a range as a run of an image, copied once.
    ///
    /// - Throws: as ``read(_:)``.
    package func chunk(of range: Range<Int>) throws(StorageError) -> ImageChunk {
        // Checked first: memory is only asked for what is there.
        try check(range)
        return try unsafe ImageChunk(offset: range.lowerBound, count: range.count) {
            (memory) throws(StorageError) in
            var filled = 0
            try forEachPart(of: range) { part in
                // Invariant: the parts fill the range, for which `memory` has room.
                unsafe part.copyBytes(
                    to: UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
                )
                filled += part.count
            }
        }
    }
}
