/// Text with a cursor in it, changed by keys. What counts as one character is what a person sees as
/// one: a letter with its accents, an emoji of several parts.
struct TextBuffer: Hashable {
    /// The text.
    private(set) var text: String
    /// Where the cursor stands, in UTF-8 bytes from the start; always between two characters.
    private(set) var cursor: Int
    /// The most bytes of UTF-8 that typing makes of the text.
    let limit: Int

    /// How many bytes may still be typed, where a character may be too long already; else `nil`.
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

    /// Text with a remembered cursor. The text may be another one by now: the cursor is at the
    /// nearest place before it that is between two characters.
    init(_ text: String, cursor: Int, limit: Int) {
        self.init(text, limit: limit)
        let place = text.utf8.index(
            text.startIndex,
            offsetBy: min(max(cursor, 0), text.utf8.count)
        )
        guard place < text.endIndex else { return }
        self.cursor = text.indices.last { $0 <= place }.map { offset(of: $0) } ?? 0
    }

    /// The text, for its record; a text set here has the cursor at its end.
    var storedText: String {
        get { text }
        set { self = TextBuffer(newValue, limit: limit) }
    }

    /// The cursor, for its record; set after the text.
    var storedCursor: Int {
        get { cursor }
        set { self = TextBuffer(text, cursor: newValue, limit: limit) }
    }

    private var place: String.Index { text.utf8.index(text.startIndex, offsetBy: cursor) }

    private func offset(of place: String.Index) -> Int {
        text.utf8.distance(from: text.startIndex, to: place)
    }

    /// Types at the cursor, unless the text would become too long.
    mutating func insert(_ typed: String) {
        guard text.utf8.count + typed.utf8.count <= limit else { return }
        let end = cursor + typed.utf8.count
        text.insert(contentsOf: typed, at: place)
        // An accent joins the letter before it, and perhaps what was typed joins what follows: the
        // cursor goes behind the whole.
        let reached = text.utf8.index(text.startIndex, offsetBy: end)
        let boundary = text.index(text.startIndex, offsetBy: text[..<reached].count)
        cursor = max(offset(of: boundary), end)
    }

    /// Types as much of a text at the cursor as there is room for.
    mutating func insertBeginning(of typed: String) {
        var room = limit - text.utf8.count
        let fitting = typed.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        insert(String(fitting))
    }

    /// Removes the character before the cursor.
    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        let start = text.index(before: place)
        let startOffset = offset(of: start)
        text.removeSubrange(start..<place)
        cursor = startOffset
    }

    /// Removes the character after the cursor.
    mutating func deleteForward() {
        guard place < text.endIndex else { return }
        text.remove(at: place)
    }

    /// Moves the cursor by one character.
    mutating func moveLeft() {
        if cursor > 0 { cursor = offset(of: text.index(before: place)) }
    }

    /// Moves the cursor by one character.
    mutating func moveRight() {
        if place < text.endIndex { cursor = offset(of: text.index(after: place)) }
    }

    /// Moves the cursor to a place between two characters, as a layout names them.
    mutating func move(to offset: Int) { cursor = min(max(offset, 0), text.utf8.count) }
}
