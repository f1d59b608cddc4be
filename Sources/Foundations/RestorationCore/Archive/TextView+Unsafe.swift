/// The strings of a table, decoded on demand.
@safe struct TextView {
    private let starts: [UInt32]
    // Invariant: covers the texts, whose bounds `init` checked.
    private let chunk: ImageChunk
    private let base: Int

    var count: Int { starts.count - 1 }

    init(
        _ source: any ImageSource,
        at offset: UInt64,
        count: UInt32,
        limit: Int,
        what: String
    ) throws {
        let headSize = (Int(count) + 1) * 4
        guard let start = Int(exactly: offset), start <= limit, headSize <= limit - start else {
            throw ArchiveError.malformed(what: what)
        }
        let head = try source.chunk(covering: start..<(start + headSize))
        guard head.covers(start..<(start + headSize)) else {
            throw ArchiveError.malformed(what: what)
        }
        var cursor = unsafe SectionCursor(head.bytes(start..<(start + headSize)))
        var starts: [UInt32] = []
        starts.reserveCapacity(Int(count) + 1)
        var last: UInt32 = 0
        for _ in 0...count {
            let next = try cursor.fixed(UInt32.self)
            guard next >= last else { throw ArchiveError.malformed(what: what) }
            starts.append(next)
            last = next
        }
        base = start + headSize
        guard starts[0] == 0, Int(last) <= limit - base else {
            throw ArchiveError.malformed(what: what)
        }
        self.starts = starts
        let range = base..<(base + Int(last))
        let found = try source.chunk(covering: range)
        guard found.covers(range) else { throw ArchiveError.malformed(what: what) }
        // Copied, because the chunk may be the whole image and the texts outlive it.
        chunk = unsafe ImageChunk(offset: base, copying: found.bytes(range))
    }

    func bytes(_ number: UInt32) -> UnsafeRawBufferPointer {
        let range = (base + Int(starts[Int(number)]))..<(base + Int(starts[Int(number) + 1]))
        return unsafe chunk.bytes(range)
    }

    func text(_ number: UInt32) -> String? {
        guard number != ArchiveRecord.none, Int(number) < count else { return nil }
        return unsafe String(copying: bytes(number))
    }
}
