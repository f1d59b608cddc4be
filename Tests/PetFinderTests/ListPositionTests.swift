import PetFinderModel
import TerminalScreen
import Testing

@Suite struct `A position in a list` {
    let ids = (0..<20).map { "cat \($0)" }

    @Test func `begins at the first row`() {
        var position = ListPosition()

        position.follow(ids)

        #expect(position.selected == .init(id: "cat 0", index: 0))
        #expect(position.firstVisible(height: 5, count: 20) == 0)
    }

    @Test func `scrolls only as far as the selected row needs`() {
        var position = ListPosition()
        position.follow(ids)

        position.move(by: 7, in: ids, height: 5)
        #expect(position.firstVisible(height: 5, count: 20) == 3)

        position.move(by: -2, in: ids, height: 5)
        #expect(position.firstVisible(height: 5, count: 20) == 3)

        position.move(by: -3, in: ids, height: 5)
        #expect(position.firstVisible(height: 5, count: 20) == 2)
    }

    @Test func `follows its cats when others come and go`() {
        var position = ListPosition()
        position.follow(ids)
        position.move(by: 12, in: ids, height: 5)
        let changed = ids.filter { $0 != "cat 3" && $0 != "cat 4" }

        position.follow(changed)

        #expect(position.selected == .init(id: "cat 12", index: 10))
        #expect(position.top == .init(id: "cat 8", index: 6))
    }

    @Test func `goes to the row that took the place of a cat that is gone`() {
        var position = ListPosition()
        position.follow(ids)
        position.move(by: 19, in: ids, height: 5)

        position.follow(Array(ids.dropLast()))

        #expect(position.selected == .init(id: "cat 18", index: 18))
    }

    @Test func `is the same whether a row went away before or after it was preserved`() {
        var live = ListPosition()
        live.follow(ids)
        live.move(by: 9, in: ids, height: 5)
        var restored = ListPosition(selected: live.selected, top: live.top)
        let changed = ids.filter { $0 != "cat 9" }

        live.follow(changed)
        restored.follow(changed)

        #expect(live == restored)
        #expect(live.selected?.id == "cat 10")
    }

    @Test func `has no row in an empty list, and one again when it fills`() {
        var position = ListPosition()
        position.follow([])
        position.move(by: 1, in: [], height: 5)
        #expect(position.selected == nil)

        position.follow(ids)

        #expect(position.selected?.index == 0)
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max])
    func `stays inside the list however far it is moved`(distance: Int) throws {
        var position = ListPosition(
            selected: .init(id: "gone", index: 900),
            top: .init(id: "gone", index: -4)
        )
        position.follow(ids)

        position.move(by: distance, in: ids, height: 0)

        #expect(ids.indices.contains(try #require(position.selected).index))
        #expect(position.firstVisible(height: 50, count: 20) == 0)
    }
}
