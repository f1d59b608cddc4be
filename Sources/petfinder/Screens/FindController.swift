import PetFinderModel
import RestorationCore
import TerminalScreen

/// Shows undecided cats one by one, to be matched or skipped.
final class FindController: Screen {
    let restorationIdentifier: String? = "Cats"
    weak var navigation: NavigationController?
    var restorationParent: (any Restorable)? { navigation }

    private let services: Services
    /// How far the story is scrolled, and whose story that is: which cat is shown follows from the
    /// records, and another cat's story begins at its beginning.
    private var scroll = StoryScroll()
    private var scrolledCat: Cat.ID?

    init(services: Services) { self.services = services }

    var title: String { "Find" }

    var help: [HelpEntry] {
        guard services.book.nextUndecided != nil else {
            return services.book.records.skipped.isEmpty
                ? [] : [HelpEntry("r", "Reconsider skipped cats")]
        }
        return [
            HelpEntry("m", "Match"), HelpEntry("s", "Skip"), HelpEntry("Enter", "Details"),
            HelpEntry("↑↓", "Scroll"), HelpEntry("Tab", "Matches"),
        ]
    }

    func handle(_ key: Key) -> KeyOutcome {
        guard let cat = services.book.nextUndecided else {
            guard key == .character("r") else { return .ignored }
            services.attempt { () throws(PetFinderError) in try services.book.reconsiderSkipped() }
            return .handled
        }
        switch key {
        case .character("m"):
            services.attempt { () throws(PetFinderError) in try services.book.match(cat.id) }
        case .character("s"):
            services.attempt { () throws(PetFinderError) in try services.book.skip(cat.id) }
        case .enter:
            guard let navigation else { return .ignored }
            navigation.showDetails(of: cat.id)
        default:
            if scrolledCat != cat.id {
                scroll.offset = 0
                scrolledCat = cat.id
            }
            guard scroll.handle(key) else { return .ignored }
            services.session.invalidate(self)
        }
        return .handled
    }

    func draw(on canvas: inout Canvas, in area: Area) {
        guard let cat = services.book.nextUndecided else { return drawEnd(on: &canvas, in: area) }
        let count = services.book.catalog.cats.count
        let title = "Cat \(services.book.decidedCount + 1) of \(count)"
        let inside = canvas.frame(area, title: title, style: .frameFocused).inset(left: 1, right: 1)
        let (left, right) = inside.split(leftColumns: inside.columns >= 56 ? 20 : 0)
        let position = services.book.catalog.cats.firstIndex { $0.id == cat.id } ?? 0
        canvas.write(lines: Portrait.lines(for: position), in: left.inset(top: 1), style: .accent)

        let (head, body) = right.inset(top: 1).split(topRows: 3)
        canvas.write(cat.name, in: head, style: .strong)
        canvas.write("\(cat.breed), \(cat.ageInWords)", row: 1, in: head, style: .quiet)
        let offset = scrolledCat == cat.id ? scroll.offset : 0
        scroll.draw(cat.story, from: offset, on: &canvas, in: body, barAlong: area)
    }

    private func drawEnd(on canvas: inout Canvas, in area: Area) {
        let inside = canvas.frame(area, title: "No more cats", style: .frameFocused)
        let lines = ["You have seen every cat of the shelter.", "Your matches wait under 2."]
        for (row, line) in lines.enumerated() {
            let column = (inside.columns - TextWidth.columns(of: line)) / 2
            let style: Style = row == 0 ? .strong : .quiet
            canvas.write(
                line,
                column: max(column, 0),
                row: inside.rows / 2 - 1 + row,
                in: inside,
                style: style
            )
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(scrolledCat, forKey: "scrolledCat")
        coder.encode(scroll.offset, forKey: "scroll")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        scrolledCat = try coder.decode(String.self, forKey: "scrolledCat")
        scroll.offset = try coder.decode(Int.self, forKey: "scroll") ?? 0
    }
}
