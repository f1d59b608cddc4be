import RestorationCore

/// A place in a book. Version 1 stored a line instead of a list.
final class Bookmark: RestorableObject {
    static let restorableProperties = [
        RestorableProperty("page", \Bookmark.page, default: 1, .omittedIfDefault)
    ]
    private(set) var page = 1
    private var places: [Place] = []
    private var book: (any Restorable)?
    private var nextBookmark: Bookmark?

    struct Place: Codable, Equatable {
        var line: Int
        var note: String?
    }

    init(_ request: CreationRequest) throws {
        page = try request.parameter("page", as: Int.self) ?? 1
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(places, forKey: "places")
        coder.encode(book, forKey: "book")
        coder.encode(nextBookmark, forKey: "next")
        coder.markSensitive("places")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        places = try coder.decode([Place].self, forKey: "places") ?? []
        book = try coder.decodeReference(forKey: "book")
        nextBookmark = try coder.decode(Bookmark.self, forKey: "next")
    }

    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        try new.encodeCopies(from: old, except: ["line"])
        if let line = try old.decode(Int.self, forKey: "line") {
            new.encode([Place(line: line)], forKey: "places")
        }
    }

    func restorationDidFinish() { turn(to: page + 1) }

    func turn(to page: Int) {
        self.page = page
        if let last = places.last { places.append(Place(line: last.line + 1)) }
        invalidateRestorableState()
    }
}
