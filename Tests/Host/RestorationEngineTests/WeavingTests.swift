import TestSupport
import Testing

@testable import RestorationEngine

/// Random containers whose children are live, owed or lost.
@Suite struct `Children that a container is owed` {
    /// A container's saved and current children.
    private struct Life {
        var debt = Debt()
        var live: [Debt.Child] = []
        let isStack: Bool

        init(_ random: inout SeededGenerator) {
            isStack = Bool.random(using: &random)
            for row in 1...Int.random(in: 1...8, using: &random) {
                let fate = Int.random(in: 0..<3, using: &random)
                debt.children.append(Debt.Child(row: row, key: nil, isOwed: fate == 0))
                if fate == 1 { live.append(Debt.Child(row: row, key: nil)) }
            }
            if Bool.random(using: &random) { live.shuffle(using: &random) }
            for row in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...live.count, using: &random)
                live.insert(Debt.Child(row: 100 + row, key: nil), at: place)
            }
        }

        var woven: [Debt.Child] {
            debt.woven(live, isStack: isStack) { _ in true }
        }
    }

    private func forEachLife(_ body: (Life, UInt64) -> Void) {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            body(Life(&random), seed)
        }
    }

    @Test func `preserve the order of live children, and occur once each`() {
        forEachLife { life, seed in
            let rows = life.woven.map(\.row)
            let live = Set(life.live.map(\.row))

            #expect(rows.filter(live.contains) == life.live.map(\.row), "seed \(seed)")
            #expect(Set(rows).count == rows.count, "seed \(seed)")
        }
    }

    @Test func `are all present in a container that is not a stack`() {
        forEachLife { life, seed in
            guard !life.isStack else { return }
            #expect(Set(life.debt.owed).isSubset(of: life.woven.map(\.row)), "seed \(seed)")
        }
    }

    @Test func `follow the nearest earlier sibling that is present`() {
        forEachLife { life, seed in
            let rows = life.woven.map(\.row)
            for (place, row) in rows.enumerated() where life.debt.owed.contains(row) {
                let before = life.debt.children.prefix { $0.row != row }.map(\.row)
                let present = before.last { rows.contains($0) }
                #expect((place > 0 ? rows[place - 1] : nil) == present, "seed \(seed)")
            }
        }
    }

    @Test func `are in a stack only if the member below them is`() {
        forEachLife { life, seed in
            guard life.isStack else { return }
            let live = Set(life.live.map(\.row))
            for row in life.debt.owed {
                let before = life.debt.children.prefix { $0.row != row }.map(\.row)
                let base = before.last { !life.debt.owed.contains($0) }
                let isThere = base.map(live.contains) ?? true
                #expect(life.woven.contains { $0.row == row } == isThere, "seed \(seed)")
            }
        }
    }

    @Test func `follow the child that is in their slot`() {
        var debt = Debt()
        debt.children = [.init(row: 1, key: "side", isOwed: true), .init(row: 2, key: "main")]

        let taken = debt.woven([.init(row: 3, key: "side")], isStack: false) { _ in true }
        let free = debt.woven([.init(row: 2, key: "main")], isStack: false) { _ in true }

        #expect(taken.map(\.row) == [3, 1])
        #expect(free.map(\.row) == [1, 2])
    }
}
