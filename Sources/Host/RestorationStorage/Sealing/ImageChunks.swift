/// The plaintext of a file, as the chunks in which it was produced; cut anew into pieces.
struct ImageChunks {
    private let chunks: [[UInt8]]
    /// Where each chunk begins in the whole.
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

    /// The bytes in a range of the whole, which asks for ranges in rising order.
    ///
    /// A range that lies in one chunk is lent from it; only one that crosses chunks is copied.
    ///
    /// - Parameter chunk: the chunk to begin looking in; moved on for the next call.
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

    /// The part of one chunk that falls into a range of the whole.
    private func slice(_ range: Range<Int>, of chunk: Int) -> ArraySlice<UInt8> {
        let start = starts[chunk]
        let end = start + chunks[chunk].count
        let first = max(range.lowerBound, start) - start
        let last = min(range.upperBound, end) - start
        return chunks[chunk][first..<last]
    }
}
