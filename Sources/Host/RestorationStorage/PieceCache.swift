import FoundationEssentials

/// The pieces of an archive that were opened last.
///
/// A restore reads in about the order of writing, and comes back to the tables again and again: the
/// piece that was not used for longest makes room.
struct PieceCache {
    /// 8 MiB of pieces of the usual size.
    private static let capacity = 64
    /// Most recently used last.
    private var pieces: [(index: Int, bytes: Data)] = []

    mutating func piece(_ index: Int) -> Data? {
        guard let place = pieces.lastIndex(where: { $0.index == index }) else { return nil }
        if place != pieces.endIndex - 1 { pieces.append(pieces.remove(at: place)) }
        return pieces[pieces.endIndex - 1].bytes
    }

    mutating func insert(_ bytes: Data, at index: Int) {
        guard piece(index) == nil else { return }
        if pieces.count == Self.capacity { pieces.removeFirst() }
        pieces.append((index, bytes))
    }
}
