/// Tracks the fields of a section that were asked for. Saves retain the others, so unknown keys
/// survive.
///
/// Objects usually ask in writing order; then one offset suffices.
struct AskedFields {
    /// All fields before this offset were asked for.
    private var end = 0
    /// The key of the field at `end`, if it was asked for.
    private var pending = ArchiveRecord.none
    /// Keys asked for out of order.
    private var others: [UInt32] = []

    /// Records that the field of `key` was asked for.
    ///
    /// - Parameters:
    ///   - expected: the end of the last fully read value, where the next field was expected.
    ///   - value: the offset of the field's value.
    @inline(__always)
    mutating func record(_ key: UInt32, expected: Int, value: Int) {
        if pending != ArchiveRecord.none, expected > end {
            end = expected
            pending = ArchiveRecord.none
        }
        if expected == end, value &- expected == Self.size(of: key) {
            pending = key
        } else {
            recordOther(key)
        }
    }

    @inline(never)
    private mutating func recordOther(_ key: UInt32) {
        // `expected` no longer marks the end of the pending field.
        if pending != ArchiveRecord.none, others.last != pending { others.append(pending) }
        pending = ArchiveRecord.none
        if others.last != key { others.append(key) }
    }

    var isEmpty: Bool { end == 0 && pending == ArchiveRecord.none && others.isEmpty }

    var keysOutOfOrder: [UInt32] {
        pending == ArchiveRecord.none ? others : others + [pending]
    }

    mutating func removeAll() {
        end = 0
        pending = ArchiveRecord.none
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }

    /// The end of the fields asked for in order from the start.
    ///
    /// - Parameter guess: the end of the last fully read value.
    func end(guess: Int) -> Int {
        pending != ArchiveRecord.none && guess > end ? guess : end
    }

    /// The keys asked for. `cursor` must be at the section's start.
    func keys(in cursor: inout SectionCursor, guess: Int) -> [UInt32] {
        var keys = keysOutOfOrder
        let end = end(guess: guess)
        while cursor.offset < end {
            guard let key = try? cursor.variable(), (try? cursor.skip()) != nil else { break }
            keys.append(UInt32(truncatingIfNeeded: key))
        }
        return keys
    }

    /// The encoded size of a key number.
    @inline(__always)
    private static func size(of key: UInt32) -> Int {
        key < 0x80 ? 1 : (38 - (key | 1).leadingZeroBitCount) / 7
    }
}
