import RestorationCore
import TestSupport
import Testing

@testable import RestorationEngine

/// Adds, moves and removes records at random, and compares the index with a dictionary.
@Suite struct `Places of records` {
    private struct Life {
        let set = RecordSet()
        var places: [Int: Place] = [:]
        let names: [RestorationIdentifier] = ["a", "b", "c"].map { RestorationIdentifier($0)! }

        mutating func act(_ random: inout SeededGenerator) {
            let row = places.keys.sorted().randomElement(using: &random)
            let other = places.keys.sorted().randomElement(using: &random) ?? -1
            switch (Int.random(in: 0..<9, using: &random), row) {
            case (0..<2, let row?) where !isBelow(other, row):
                places[row] = place(below: other, &random)
                set.setPlace(places[row]!, of: row)
            case (2, let row?) where !isBelow(other, row):
                for child in places.keys where places[child]!.parent == row {
                    places[child]!.parent = other
                }
                set.moveChildren(of: row, to: other)
            case (3, _):
                let wanted = places.keys.sorted().filter { _ in Bool.random(using: &random) }
                let needed = Set(wanted.flatMap { rows(upFrom: $0) })
                set.removeUnused { wanted.contains($0) }
                places = places.filter { needed.contains($0.key) }
            case (4, _): _ = set.placeIndex
            default:
                let place = place(below: other, &random)
                let row = set.addRow(place, flags: [], fate: .bound)
                places[row] = place
            }
        }

        private func place(below parent: Int, _ random: inout SeededGenerator) -> Place {
            let name = names.randomElement(using: &random)!
            let marks: [Mark] = [.none, .number(2), .position(3), .key(names[0])]
            return Place(
                parent: Int.random(in: 0..<4, using: &random) == 0 ? -1 : parent,
                mark: marks.randomElement(using: &random)!,
                name: Int.random(in: 0..<8, using: &random) == 0
                    ? NameTable.none : set.names.number(of: name)
            )
        }

        /// A row and its ancestors, nearest first.
        func rows(upFrom row: Int) -> [Int] {
            row < 0 ? [] : [row] + rows(upFrom: places[row]!.parent)
        }

        func isBelow(_ row: Int, _ ancestor: Int) -> Bool { rows(upFrom: row).contains(ancestor) }
    }

    /// - Parameter body: Called three times for each seed, after twelve more actions.
    private func forEachLife(_ body: (Life, inout SeededGenerator, UInt64) -> Void) {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var life = Life()
            for _ in 0..<3 {
                for _ in 0..<12 { life.act(&random) }
                body(life, &random, seed)
            }
        }
    }

    @Test func `are found by parent and name, each once`() {
        forEachLife { life, _, seed in
            for parent in [-1] + life.places.keys {
                for name in life.names {
                    let number = life.set.names.find(name)
                    let scanned = life.places.filter {
                        $0.value.parent == parent && $0.value.name == number
                    }
                    let found = number.map {
                        life.set.placeIndex.candidates($0, below: parent)
                    }
                    // The index may also return free rows.
                    #expect(
                        (found ?? []).filter { life.places[$0] != nil }.sorted()
                            == scanned.keys.sorted(),
                        "seed \(seed), \(name.rawValue) below \(parent)"
                    )
                }
            }
        }
    }

    @Test func `lead to the top through the names of all named ancestors`() {
        forEachLife { life, _, seed in
            for row in life.places.keys {
                let rows = life.rows(upFrom: row)
                let path = rows.reversed().compactMap { row -> RestorationPath.Component? in
                    let place = life.places[row]!
                    return life.set.names[place.name].map {
                        .init($0, discriminator: place.mark.text)
                    }
                }
                #expect(life.set.path(of: row) == RestorationPath(path), "seed \(seed)")
                #expect(Array(life.set.rowsAbove(row)) == Array(rows.dropFirst()), "seed \(seed)")
            }
        }
    }

    @Test func `have an order in which each follows its ancestors`() {
        forEachLife { life, random, seed in
            let all = life.places.keys.sorted().shuffled(using: &random)
            let wanted = Array(all.prefix(Int.random(in: 0...all.count, using: &random)))

            let order = life.set.parentsFirst(wanted)

            #expect(order.sorted() == wanted.sorted(), "seed \(seed)")
            for (position, row) in order.enumerated() {
                let above = Set(life.rows(upFrom: row).dropFirst())
                #expect(above.isDisjoint(with: order[position...]), "seed \(seed)")
            }
        }
    }
}
