import FoundationEssentials
package import RestorationCore

extension OpenedArchive {
    /// Copies a range of the image once, into a chunk.
    ///
    /// - Throws: as ``read(_:)``.
    package func chunk(of range: Range<Int>) throws(StorageError) -> ImageChunk {
        // Checked before the allocation, so an absurd range allocates nothing.
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
