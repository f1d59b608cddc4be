/// A file's plaintext as a list of chunks, read in pieces of another size.
struct ImageChunks {
    private let chunks: [[UInt8]]
    /// The offset of each chunk in the plaintext.
    private let starts: [Int]
    let count: Int

    init(_ chunks: [[UInt8]]) {
        self.chunks = chunks.filter { !$0.isEmpty }
        var starts: [Int] = []
        var count = 0
        for chunk in self.chunks {
            starts.append(count)
            count += chunk.count
        }
        self.starts = starts
        self.count = count
    }

    /// The bytes of a range. Callers ask for ranges in ascending order.
    ///
    /// Copies only a range that crosses chunks.
    ///
    /// - Parameter chunk: the chunk to start searching at; advanced for the next call.
    func bytes(_ range: Range<Int>, from chunk: inout Int) -> ArraySlice<UInt8> {
        while chunk + 1 < starts.count, starts[chunk + 1] <= range.lowerBound { chunk += 1 }
        let first = slice(range, of: chunk)
        guard first.count < range.count else { return first }
        var joined = Array(first)
        joined.reserveCapacity(range.count)
        while joined.count < range.count {
            chunk += 1
            joined += slice(range, of: chunk)
        }
        return joined[...]
    }

    private func slice(_ range: Range<Int>, of chunk: Int) -> ArraySlice<UInt8> {
        let start = starts[chunk]
        let end = start + chunks[chunk].count
        let first = max(range.lowerBound, start) - start
        let last = min(range.upperBound, end) - start
        return chunks[chunk][first..<last]
    }
}
