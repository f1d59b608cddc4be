import FoundationEssentials

/// An LRU cache of an archive's opened pieces.
///
/// A restore reads roughly in the order of writing, but returns to the tables again and again.
struct PieceCache {
    /// 8 MiB at the default piece size.
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
