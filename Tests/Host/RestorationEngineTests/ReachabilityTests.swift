import RestorationCore
import TestSupport
import Testing

@testable import RestorationEngine

/// Random records without objects, some of which have ended.
private struct Life {
    private(set) var records = [SavedRecord()]
    /// The records that ended before the save.
    private(set) var ended: Set<Int> = []

    init(_ random: inout SeededGenerator) {
        for number in 1...Int.random(in: 1...12, using: &random) {
            var record = SavedRecord(step: .init(RestorationIdentifier("\(number)")!))
            let parent = Int.random(in: -number..<number, using: &random)
            record.parent = parent > 0 ? parent : nil
            if random.draws(5) {
                record.flags = .isBare
            } else {
                if random.draws(3), parent <= 0 { record.flags.insert(.isRoot) }
                if random.draws(3) { record.flags.insert(.isHeldByParent) }
                if random.draws(6) { ended.insert(number) }
            }
            records.append(record)
        }
        let targets = records.indices.dropFirst().filter { !records[$0].isBare }
        for number in records.indices where !records[number].isBare {
            let count = Int.random(in: 0...2, using: &random)
            records[number].references = targets.shuffled(using: &random).dropLast().suffix(count)
            records[number].unreadCount =
                Int.random(in: 0...records[number].references.count, using: &random)
            if number > 0 { records[number].contents = contents(among: targets, &random) }
        }
    }

    private func contents(
        among targets: [Int],
        _ random: inout SeededGenerator
    ) -> RecordContents {
        func drawn() -> [UInt32] { targets.filter { _ in random.draws(8) }.map { UInt32($0) } }
        var contents = RecordContents()
        if random.draws(2) {
            contents.children = drawn().map { .init($0, key: random.draws(2) ? "\($0)" : nil) }
            contents.selected = contents.children?.first?.record
        }
        contents.presented = drawn().first
        contents.elements = drawn()
        return contents
    }

    /// The application's record, and the reachable records that have not ended: roots, references
    /// and contents of living records, and records held by a living parent.
    var living: Set<Int> {
        var living: Set<Int> = [0]
        while true {
            let led = Set(living.flatMap { records[$0].references + records[$0].contained })
            let next = records.indices.filter { number in
                let isHeld = records[number].flags.contains(.isHeldByParent)
                return records[number].flags.contains(.isRoot) || led.contains(number)
                    || isHeld && living.contains(parent(of: number))
            }
            let found = living.union(next).subtracting(ended)
            if found == living { return living }
            living = found
        }
    }

    /// The nearest ancestor that is not a bare place; the application's record if there is none.
    private func parent(of number: Int) -> Int {
        guard let parent = records[number].parent else { return 0 }
        return records[parent].isBare ? self.parent(of: parent) : parent
    }

    /// A record and all its ancestors.
    func rows(upFrom number: Int) -> [Int] {
        [number] + (records[number].parent.map { rows(upFrom: $0) } ?? [])
    }
}

/// Saves of records without objects, and the end of unreachable ones.
@Suite struct `Retained records in a save` {
    private func forEachLife(_ body: (Life, ArchiveReader, UInt64) throws -> Void) throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let life = Life(&random)
            try body(life, .holding(life.records), seed)
        }
    }

    private func recordSet(
        of archive: ArchiveReader,
        without ended: Set<Int> = []
    ) throws -> RecordSet {
        let set = RecordSet()
        set.load(archive)
        let source = try #require(set.source)
        for (number, row) in source.rows.enumerated()
        where !archive.records[number].isBare && !ended.contains(number) {
            try set.keepValues(of: row, from: source, number)
            if number > 0 { set.setFate(.retained, of: row, outcome: nil) }
        }
        return set
    }

    private func save(_ set: RecordSet) throws -> Capture.Result {
        let capture = Capture(of: set, writer: ArchiveWriter(), earlier: [], audit: nil)
        return try #require(capture.run(delegate: nil, info: .unknown))
    }

    /// All facts of an archive about a record, with the IDs of other records in place of their
    /// numbers.
    private func facts(
        of number: Int,
        in archive: ArchiveReader,
        without ended: Set<Int> = []
    ) throws -> String {
        func id(_ target: UInt32) -> String? {
            guard target != ArchiveRecord.none, !ended.contains(Int(target)) else { return nil }
            return "\(archive.ids[Int(target)].counter)"
        }
        let contents = archive.contents(of: number)
        let children = contents.children?.compactMap { child in
            id(child.record).map { "\($0) in \(child.key ?? "none")" }
        }
        let facts: [Any?] = [
            try archive.coder(for: number, resolving: nil).decode(Int.self, forKey: "number"),
            archive.path(of: number),
            archive.records[number].flags.intersection([.isRoot, .isHeldByParent]).rawValue,
            archive.references(of: number).map { id($0) ?? "none" },
            archive.unreadKeys(of: number), archive.records[number].unreadReferenceCount,
            children, contents.selected.flatMap(id), contents.presented.flatMap(id),
            contents.elements.compactMap(id),
        ]
        return "\(facts)"
    }

    @Test func `are the reachable ones, unchanged, at their places`() throws {
        try forEachLife { life, archive, seed in
            let living = life.living

            let result = try save(recordSet(of: archive, without: life.ended))

            let image = try ArchiveReader(source: result.image)
            let places = Set(living.flatMap { life.rows(upFrom: $0) })
            #expect(Set(image.ids) == Set(places.map { archive.ids[$0] }), "seed \(seed)")
            #expect(image.ids.count == places.count, "seed \(seed)")
            for number in places {
                let copy = try #require(image.number(of: archive.ids[number]))
                #expect(image.path(of: copy) == archive.path(of: number), "seed \(seed)")
                #expect(image.records[copy].isBare == !living.contains(number), "seed \(seed)")
                guard living.contains(number) else { continue }
                let saved = try facts(of: number, in: archive, without: life.ended)
                #expect(try facts(of: copy, in: image) == saved, "seed \(seed)")
            }
        }
    }

    @Test func `end once the save is durable, if no object keeps them`() throws {
        try forEachLife { life, archive, seed in
            let set = try recordSet(of: archive, without: life.ended)
            let rows = try #require(set.source).rows
            let retained = set.retained

            let result = try save(set)
            #expect(set.retained == retained, "seed \(seed)")
            set.apply(result.changes, isNewest: true)

            let living = Set(life.living.map { rows[$0] })
            #expect(set.retained == living.subtracting([0]), "seed \(seed)")
        }
    }

    @Test func `are the same in the next save, and in that of the next launch`() throws {
        try forEachLife { life, archive, seed in
            let set = try recordSet(of: archive, without: life.ended)
            let first = try save(set)
            set.apply(first.changes, isNewest: true)

            let second = try save(set)
            let image = try ArchiveReader(source: first.image)
            let next = try ArchiveReader(source: save(recordSet(of: image)).image)

            #expect(second.image.hasState(of: first.image), "seed \(seed)")
            #expect(next.records.count == image.records.count, "seed \(seed)")
            for number in next.records.indices {
                let copied = try #require(image.number(of: next.ids[number]))
                #expect(
                    try facts(of: number, in: next) == facts(of: copied, in: image),
                    "seed \(seed)"
                )
            }
        }
    }
}

extension SavedRecord {
    fileprivate var contained: [Int] { contents.targets.map { Int($0) } }
}

extension SeededGenerator {
    /// True with probability 1 in `count`.
    fileprivate mutating func draws(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
