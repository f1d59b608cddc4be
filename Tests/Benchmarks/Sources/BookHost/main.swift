import Glibc
import Measuring
import RestorationKit

// The same host as Peers/host.c: prints the milliseconds of a save, or with "restore" of a restore.

final class Page: RestorableObject {
    var number = 0
    var zoom = 0.0
    var text = ""

    init(_ request: CreationRequest) throws {}

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(number, forKey: "number")
        coder.encode(zoom, forKey: "zoom")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        number = try coder.decode(Int.self, forKey: "number") ?? 0
        zoom = try coder.decode(Double.self, forKey: "zoom") ?? 0
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

final class Book: Restorable {
    let restorationIdentifier: String? = "Book"
    var pages: [any Restorable] = []

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(pages, forKey: "pages")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        pages = try coder.decodeReferences(forKey: "pages")
    }
}

var options = RestorationOptions()
options.privateDirectory = unsafe String(cString: getenv("STATE"))
options.savesAutomatically = false
let session = try RestorationSession(application: "org.example.book", options: options)
session.register(Page.self, as: "Page")
let book = Book()
session.addRoot(book)
let restored = try nanoseconds { try session.restore() }
if CommandLine.arguments.contains("restore") {
    print(restored / 1e6)
    session.close()
    exit(0)
}
if book.pages.isEmpty {
    for number in 0..<10_000 {
        let page = try session.make("page-\(number)", under: book, as: Page.self, className: "Page")
        page.number = number
        page.zoom = 1.5
        page.text = "Text of page \(number)"
        book.pages.append(page)
    }
}
var best = Double.infinity
for round in 0..<7 {
    (book.pages[0] as? Page)?.number = round
    best = min(best, try nanoseconds { try session.preserveNow() })
}
print(best / 1e6)
session.close()
