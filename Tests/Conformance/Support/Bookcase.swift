import RestorationTesting

/// Owns a book as its element, which it loads later in a restore.
class Bookcase: Node, RestorableElementOwner {
    var book: Book?
    var awaitsElements = false
    var restorationElements: [any RestorableElement]? { book.map { [$0] } }
}

final class Book: RestorableElement {
    let restorationIdentifier: String? = "book"
    var text = ""
    var onDecode: () throws -> Void = {}

    init(text: String = "") { self.text = text }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        try onDecode()
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}
