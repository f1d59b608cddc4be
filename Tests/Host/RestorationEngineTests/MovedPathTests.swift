import RestorationCore
import TestSupport
import Testing

@testable import RestorationEngine

private typealias Step = RestorationPath.Component

/// The objects of a program in a former version and in the present one.
private struct Versions {
    struct Tree {
        /// The parent and the name of each object.
        var objects: [(parent: Int?, name: Step)] = []

        func steps(to object: Int) -> [Step] {
            (objects[object].parent.map { steps(to: $0) } ?? []) + [objects[object].name]
        }

        func isBelow(_ object: Int?, _ ancestor: Int) -> Bool {
            object == ancestor || object.map { isBelow(objects[$0].parent, ancestor) } ?? false
        }

        var paths: Set<[Step]> { Set(objects.indices.map { steps(to: $0) }) }

        mutating func add(_ random: inout SeededGenerator) {
            let parent = objects.indices.randomElement(using: &random)
            let isTop = Int.random(in: 0..<3, using: &random) == 0
            objects.append((isTop ? nil : parent, .random(&random)))
        }

        /// Renames an object and usually gives it another parent.
        mutating func move(_ random: inout SeededGenerator) {
            let object = objects.indices.randomElement(using: &random)!
            let parent = objects.indices.randomElement(using: &random)!
            objects[object].name = .random(&random)
            if !isBelow(parent, object) { objects[object].parent = parent }
        }
    }

    private(set) var former = Tree()
    private(set) var present = Tree()
    /// The former paths that the present version declares.
    private(set) var aliases: [PathAlias] = []

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...7, using: &random) {
            var next = former
            next.add(&random)
            if next.paths.count == next.objects.count { former = next }
        }
        present = former
        for _ in 0..<8 {
            var next = present
            if Bool.random(using: &random) { next.add(&random) }
            next.move(&random)
            guard let aliases = aliases(for: next) else { continue }
            (present, self.aliases) = (next, aliases.shuffled(using: &random))
        }
    }

    /// The aliases of all objects that did not simply move along with their former parent. `nil` if
    /// aliases cannot express the change, because a present path is in the archive or a former path
    /// is in use.
    private func aliases(for next: Tree) -> [PathAlias]? {
        guard next.paths.count == next.objects.count else { return nil }
        var aliases: [PathAlias] = []
        for (object, (parent, name)) in former.objects.enumerated() {
            let (was, now) = (former.steps(to: object), next.steps(to: object))
            guard now != (parent.map { next.steps(to: $0) } ?? []) + [name] else { continue }
            guard !former.paths.contains(now), !next.paths.contains(was),
                let alias = PathAlias(RestorationPath(was)!, for: RestorationPath(now)!)
            else { return nil }
            aliases.append(alias)
        }
        return aliases
    }
}

/// Archives of random trees in several scopes, parts of which have moved.
@Suite struct `Records at former paths` {
    private typealias Archived = (archive: ArchiveReader, records: [SavedRecord])

    /// An archive with a copy of the tree in each scope.
    private func save(
        _ tree: Versions.Tree,
        scopes: [RestorationIdentifier?],
        _ random: inout SeededGenerator
    ) throws -> Archived {
        var records = [SavedRecord()]
        for scope in scopes {
            let first = records.count
            for (parent, name) in tree.objects {
                let step = Step(name.identifier, discriminator: parent == nil ? scope : nil)
                var record = SavedRecord(parent: parent.map { first + $0 }, step: step)
                if Int.random(in: 0..<8, using: &random) == 0 { record.flags = .isBare }
                records.append(record)
            }
        }
        return (try .holding(records), records)
    }

    private func randomScopes(_ random: inout SeededGenerator) -> [RestorationIdentifier?] {
        let all = [nil, "1", "2"].map { $0.flatMap { RestorationIdentifier($0) } }
        return Array(all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }

    private func inScope(_ scope: RestorationIdentifier?, _ steps: [Step]) -> [Step] {
        [Step(steps[0].identifier, discriminator: scope)] + steps.dropFirst()
    }

    /// The steps to a record; `nil` if its ancestors form a cycle.
    private func steps(to row: Int, in set: RecordSet) -> [Step]? {
        var next = row
        for count in 1...set.rows.count {
            next = set.rows[next].place.parent
            if next < 0 { return set.path(of: row, last: count) }
        }
        return nil
    }

    @Test func `are where the present version of the program has their objects`() throws {
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let versions = Versions(&random)
            let scopes = randomScopes(&random)
            let (archive, _) = try save(versions.former, scopes: scopes, &random)

            let set = RecordSet()
            set.load(archive, moving: versions.aliases)

            for (number, row) in try #require(set.source).rows.enumerated().dropFirst() {
                let count = versions.former.objects.count
                let steps = versions.present.steps(to: (number - 1) % count)
                let path = inScope(scopes[(number - 1) / count], steps)
                #expect(self.steps(to: row, in: set) == path, "seed \(seed)")
            }
        }
    }

    /// Uses random aliases, which may reuse former paths or be superfluous.
    @Test func `exist once each and without cycles, for any aliases`() throws {
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let tree = Versions(&random).former
            let (archive, records) = try save(tree, scopes: randomScopes(&random), &random)
            let aliases = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
                PathAlias(randomPath(&random), for: randomPath(&random))
            }
            let former = Set(aliases.map(\.formerPath.components))

            let set = RecordSet()
            let applied = set.load(archive, moving: aliases)

            let rows = try #require(set.source).rows
            let all = (1..<set.rows.count).map { steps(to: $0, in: set) }
            #expect(!all.contains(nil), "seed \(seed)")
            #expect(Set(all).count == all.count, "seed \(seed)")
            #expect(Set(applied.map(\.path)).count == applied.count, "seed \(seed)")
            for (number, row) in rows.enumerated().dropFirst() {
                #expect(set.rows[row].id == archive.ids[number], "seed \(seed)")
                #expect(set.rows[row].number == number, "seed \(seed)")
                let saved = SavedRecord.steps(to: number, in: records)
                let isMeant = (1...saved.count).map { Array(saved.prefix($0)) }.contains {
                    former.contains($0) || former.contains(inScope(nil, $0))
                }
                // A record without an alias keeps its path.
                if !isMeant { #expect(all[row - 1] == saved, "seed \(seed)") }
            }
            for row in (1..<set.rows.count) where !rows.contains(row) {
                #expect(set.rows[row].flags.contains(.isBare), "seed \(seed)")
            }
        }
    }

    private func randomPath(_ random: inout SeededGenerator) -> RestorationPath {
        let count = Int.random(in: 1...4, using: &random)
        let steps = (0..<count).map { _ in Step.random(&random) }
        let scope = Int.random(in: 0..<4, using: &random) == 0 ? RestorationIdentifier("1") : nil
        return RestorationPath(inScope(scope, steps))!
    }
}
