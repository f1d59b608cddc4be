/// Reading for a plugin, which steps through values and containers itself.
///
/// Borrowed bytes stay readable while the coder stays on its record.
extension RestorationCoder {
    /// A coder that reads `values`.
    ///
    /// - Throws: ``CoderError`` for a key or value that cannot be stored.
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

    /// The values that `body` stores, by key.
    ///
    /// - Throws: ``CoderError`` for a value that cannot be stored, or an error from `body`.
    package static func values(
        _ body: (RestorationCoder) throws -> Void
    ) throws -> [String: RestorationValue] {
        let fields = try ArchiveReader.holding(body).fields(of: 0)
        return Dictionary(fields.map { ($0.key, $0.value) }) { $1 }
    }

    /// A coder without values, which has only `info`.
    package static func empty(_ info: PreservationInfo) -> RestorationCoder {
        // Cannot fail: no value is written, and the image is in memory.
        try! reading([:], info: info)
    }

    package var isReading: Bool { reader != nil }

    private var opened: SectionReader {
        get throws(CoderError) {
            guard let reader else { throw .misuse("An encoding coder was asked to decode") }
            return reader
        }
    }

    /// Moves to a field's value, including null; `false` if it is absent.
    package func seek(borrowed key: UnsafeRawBufferPointer) throws(CoderError) -> Bool {
        unsafe try opened.seek(borrowed: key, acceptingNull: true)
    }

    /// Moves to the next field's value if `key` is its key. `false` does not mean that `key` is
    /// absent.
    package func seekNext(borrowed key: UnsafeRawBufferPointer) -> Bool {
        unsafe reader?.seekNext(borrowed: key) ?? false
    }

    package var position: Int {
        get { reader?.offset ?? 0 }
        set { reader?.offset = newValue }
    }

    package struct BorrowedContainer {
        package let isDictionary: Bool
        package let start: Int
        package let end: Int
        package let count: Int
    }

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

    package func leaveContainer(_ container: BorrowedContainer) {
        reader?.leave(to: container.end)
    }

    package func takeBorrowedEntryKey() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowedEntryKey()
    }

    package func takeBorrowedText() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowed(.string)
    }

    package func takeBorrowedBytes() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try opened.borrowed(.bytes)
    }

    package func skipValue() throws(CoderError) {
        try opened.skip()
    }
}
