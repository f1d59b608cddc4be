/// Text with a cursor, edited by keys. Characters are grapheme clusters.
struct TextBuffer: Hashable {
    private(set) var text: String
    /// The cursor in UTF-8 bytes from the start, always between two characters.
    private(set) var cursor: Int
    /// The limit of the text in UTF-8 bytes.
    let limit: Int

    /// The bytes left, if few; else `nil`.
    var scarceRoom: Int? {
        let room = limit - text.utf8.count
        return room < 32 ? room : nil
    }

    /// Text with the cursor at its end.
    init(_ text: String, limit: Int) {
        self.text = text
        self.limit = limit
        cursor = text.utf8.count
    }

    /// Text with a stored cursor, moved back to a character boundary if necessary.
    init(_ text: String, cursor: Int, limit: Int) {
        self.init(text, limit: limit)
        let place = text.utf8.index(
            text.startIndex,
            offsetBy: min(max(cursor, 0), text.utf8.count)
        )
        guard place < text.endIndex else { return }
        self.cursor = text.indices.last { $0 <= place }.map { offset(of: $0) } ?? 0
    }

    /// The text for the record. Setting it moves the cursor to the end.
    var storedText: String {
        get { text }
        set { self = TextBuffer(newValue, limit: limit) }
    }

    /// The cursor for the record. Set it after the text.
    var storedCursor: Int {
        get { cursor }
        set { self = TextBuffer(text, cursor: newValue, limit: limit) }
    }

    private var place: String.Index { text.utf8.index(text.startIndex, offsetBy: cursor) }

    private func offset(of place: String.Index) -> Int {
        text.utf8.distance(from: text.startIndex, to: place)
    }

    /// Inserts at the cursor, unless the text would become too long.
    mutating func insert(_ typed: String) {
        guard text.utf8.count + typed.utf8.count <= limit else { return }
        let end = cursor + typed.utf8.count
        text.insert(contentsOf: typed, at: place)
        // Typed text may join its neighbours, such as an accent. The cursor moves behind the
        // combined character.
        let reached = text.utf8.index(text.startIndex, offsetBy: end)
        let boundary = text.index(text.startIndex, offsetBy: text[..<reached].count)
        cursor = max(offset(of: boundary), end)
    }

    /// Inserts as much of a text at the cursor as fits.
    mutating func insertBeginning(of typed: String) {
        var room = limit - text.utf8.count
        let fitting = typed.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        insert(String(fitting))
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        let start = text.index(before: place)
        let startOffset = offset(of: start)
        text.removeSubrange(start..<place)
        cursor = startOffset
    }

    mutating func deleteForward() {
        guard place < text.endIndex else { return }
        text.remove(at: place)
    }

    mutating func moveLeft() {
        if cursor > 0 { cursor = offset(of: text.index(before: place)) }
    }

    mutating func moveRight() {
        if place < text.endIndex { cursor = offset(of: text.index(after: place)) }
    }

    /// Moves the cursor to a character boundary, such as a layout's offset.
    mutating func move(to offset: Int) { cursor = min(max(offset, 0), text.utf8.count) }
}
