import PetFinderModel
import RestorationCore
import TerminalScreen

/// The matched cats in a scrolling list.
final class MatchesController: Screen {
    let restorationIdentifier: String? = "List"
    weak var navigation: NavigationController?
    var restorationParent: (any Restorable)? { navigation }

    private let services: Services
    private var position = ListPosition()
    /// The rows that the last drawing had room for.
    private var height = 1

    init(services: Services) {
        self.services = services
        position.follow(ids)
    }

    private var ids: [Cat.ID] { services.book.matches.map(\.id) }

    var title: String { "Matches" }

    var help: [HelpEntry] {
        guard position.selected != nil else { return [HelpEntry("Tab", "Find")] }
        return [
            HelpEntry("↑↓", "Choose"), HelpEntry("Enter", "Details"), HelpEntry("x", "Remove"),
            HelpEntry("Tab", "Find"),
        ]
    }

    func recordsDidChange() {
        let earlier = position
        position.follow(ids)
        if position != earlier { services.session.invalidate(self) }
    }

    func handle(_ key: Key) -> KeyOutcome {
        guard let selected = position.selected else { return .ignored }
        switch key {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -max(height - 1, 1))
        case .pageDown: move(by: max(height - 1, 1))
        case .home: move(by: Int.min)
        case .end: move(by: Int.max)
        case .enter:
            guard let navigation else { return .ignored }
            navigation.showDetails(of: selected.id)
        case .character("x"), .delete:
            services.attempt { () throws(PetFinderError) in try services.book.skip(selected.id) }
        default: return .ignored
        }
        return .handled
    }

    private func move(by distance: Int) {
        let earlier = position
        position.move(by: distance, in: ids, height: height)
        if position != earlier { services.session.invalidate(self) }
    }

    func draw(on canvas: inout Canvas, in area: Area) {
        let matches = services.book.matches
        let title = matches.count == 1 ? "1 match" : "\(matches.count) matches"
        let inside = canvas.frame(area, title: title, style: .frameFocused)
        height = max(inside.rows, 1)
        guard !matches.isEmpty else {
            let hint = "No matches yet. Press 1, and m for a cat that you like."
            let lines = hint.wrapped(toColumns: inside.columns - 4)
            canvas.write(lines: lines, in: inside.inset(left: 2, top: 1, right: 2), style: .quiet)
            return
        }
        let first = position.firstVisible(height: height, count: matches.count)
        for (row, cat) in matches.dropFirst(first).prefix(inside.rows).enumerated() {
            let line = inside.inset(top: row, bottom: inside.rows - row - 1)
            draw(cat, isSelected: first + row == position.selected?.index, on: &canvas, in: line)
        }
        canvas.scrollBar(first: first, visible: inside.rows, count: matches.count, along: area)
    }

    private func draw(_ cat: Cat, isSelected: Bool, on canvas: inout Canvas, in line: Area) {
        let (name, rest) = line.split(leftColumns: line.columns * 2 / 5)
        let (breed, age) = rest.split(leftColumns: rest.columns - 10)
        canvas.write(
            cat.name.shortened(toColumns: name.columns - 3),
            column: 2,
            in: name,
            style: .strong
        )
        canvas.write(cat.breed.shortened(toColumns: breed.columns - 1), in: breed, style: .quiet)
        canvas.write(flushRight: cat.ageInWords, in: age.inset(right: 1), style: .quiet)
        guard isSelected else { return }
        canvas.restyle(line, to: .selected)
        canvas.write("▸", in: line, style: .selected)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(position.selected?.id, forKey: "selectedCat")
        coder.encode(position.selected?.index, forKey: "selectedIndex")
        coder.encode(position.top?.id, forKey: "topCat")
        coder.encode(position.top?.index, forKey: "topIndex")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        func row(_ id: String?, _ index: Int?) -> ListPosition.Row? {
            id.map { ListPosition.Row(id: $0, index: index ?? 0) }
        }
        position = ListPosition(
            selected: row(
                try coder.decode(String.self, forKey: "selectedCat"),
                try coder.decode(Int.self, forKey: "selectedIndex")
            ),
            top: row(
                try coder.decode(String.self, forKey: "topCat"),
                try coder.decode(Int.self, forKey: "topIndex")
            )
        )
        position.follow(ids)
    }
}
