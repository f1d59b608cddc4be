/// Reading on behalf of a plugin, which asks for one value after another and steps in and out of
/// arrays and dictionaries by itself.
///
/// Bytes lent here stay readable as long as the coder stands on its record.
extension RestorationCoder {
    /// A coder that reads `values`, as if an object had stored them under these keys.
    ///
    /// - Throws: ``CoderError`` if a key or a value cannot be stored.
    package static func reading(
        _ values: [String: RestorationValue],
        info: PreservationInfo = .unknown
    ) throws -> RestorationCoder {
        try ArchiveReader.holding(info: info) { coder in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                coder.encode(value, forKey: key)
            }
        }.coder(for: 0, resolving: nil)
    }

    /// What `body` stores, by key.
    ///
    /// - Throws: ``CoderError`` if something cannot be stored, or what `body` throws.
    package static func values(
        _ body: (RestorationCoder) throws -> Void
    ) throws -> [String: RestorationValue] {
        let fields = try ArchiveReader.holding(body).fields(of: 0)
        return Dictionary(fields.map { ($0.key, $0.value) }) { $1 }
    }

    /// A coder that reads nothing but when and by what the state was saved.
    package static func empty(_ info: PreservationInfo) -> RestorationCoder {
        // Nothing that could fail: no value is written, and the image is at hand.
        try! reading([:], info: info)
    }

    /// Whether the coder reads, rather than writes.
    package var isReading: Bool { reader != nil }

    private var opened: SectionReader {
        get throws(CoderError) {
            guard let reader else { throw .misuse("A coder that encodes was asked to decode") }
            return reader
        }
    }

    /// Goes to the value of a field of the record; `false` if it is absent. Null is a value.
    package func seek(borrowed key: UnsafeRawBufferPointer) throws(CoderError) -> Bool {
        unsafe try opened.seek(borrowed: key, acceptingNull: true)
    }

    /// Where the coder stands in its record, for going back.
    package var position: Int {
        get { reader?.offset ?? 0 }
        set { reader?.offset = newValue }
    }

    /// An array or dictionary that has been stepped into.
    package struct BorrowedContainer {
        package let isDictionary: Bool
        /// Where the first element or entry begins, and where the last one ends.
        package let start: Int
        package let end: Int
        package let count: Int
    }

    /// Steps into the array or dictionary at hand.
    package func enterContainer() throws(CoderError) -> BorrowedContainer {
        let reader = try opened
        let isDictionary = try reader.peek() == .dictionary
        let (end, count) = try reader.enter(isDictionary ? .dictionary : .array)
        return BorrowedContainer(
            isDictionary: isDictionary,
            start: reader.offset,
            end: end,
            count: count
        )
    }

    /// Steps out of the innermost container.
    package func leaveContainer(_ container: BorrowedContainer) {
        reader?.leave(to: container.end)
    }

    /// Lends the key of the dictionary's entry at hand, and goes to its value.
    package func takeBorrowedEntryKey() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowedEntryKey()
    }

    /// Lends the text at hand.
    package func takeBorrowedText() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowed(.string)
    }

    /// Lends the bytes at hand.
    package func takeBorrowedBytes() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowed(.bytes)
    }

    /// Passes over the value at hand.
    package func skipValue() throws(CoderError) {
        try opened.skip()
    }
}
