/// Which fields of a section have been asked for, so that the others can be kept (the keys that a
/// class does not know survive its next save).
///
/// Fields are mostly asked for in the order of writing: then one position says it all.
struct AskedFields {
    /// Every field that begins before this offset has been asked for.
    private var end = 0
    /// The key of the field at `end`, if that has been asked for.
    private var pending = ArchiveRecord.none
    /// The keys of fields asked for out of their order.
    private var others: [UInt32] = []

    /// Takes note that the field of `key` is asked for.
    ///
    /// - Parameters:
    ///   - expected: where the next field was thought to begin: where the last value ended that was
    ///     read whole.
    ///   - value: where the field's value was found.
    @inline(__always)
    mutating func note(_ key: UInt32, expected: Int, value: Int) {
        if pending != ArchiveRecord.none, expected > end {
            end = expected
            pending = ArchiveRecord.none
        }
        if expected == end, value &- expected == Self.size(of: key) {
            pending = key
        } else {
            noteOther(key)
        }
    }

    @inline(never)
    private mutating func noteOther(_ key: UInt32) {
        // From here on `expected` no longer tells where the pending field ends.
        if pending != ArchiveRecord.none, others.last != pending { others.append(pending) }
        pending = ArchiveRecord.none
        if others.last != key { others.append(key) }
    }

    var isEmpty: Bool { end == 0 && pending == ArchiveRecord.none && others.isEmpty }

    /// The keys asked for beyond ``end(guess:)``.
    var keysOutOfOrder: [UInt32] {
        pending == ArchiveRecord.none ? others : others + [pending]
    }

    mutating func removeAll() {
        end = 0
        pending = ArchiveRecord.none
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }

    /// Where the fields end that were asked for one after the other from the start.
    ///
    /// - Parameter guess: where the last value ended that was read whole.
    func end(guess: Int) -> Int {
        pending != ArchiveRecord.none && guess > end ? guess : end
    }

    /// The keys asked for; `cursor` stands at the start of the section.
    func keys(in cursor: inout SectionCursor, guess: Int) -> [UInt32] {
        var keys = keysOutOfOrder
        let end = end(guess: guess)
        while cursor.offset < end {
            guard let key = try? cursor.variable(), (try? cursor.skip()) != nil else { break }
            keys.append(UInt32(truncatingIfNeeded: key))
        }
        return keys
    }

    /// The bytes that a key's number takes.
    @inline(__always)
    private static func size(of key: UInt32) -> Int {
        key < 0x80 ? 1 : (38 - (key | 1).leadingZeroBitCount) / 7
    }
}
