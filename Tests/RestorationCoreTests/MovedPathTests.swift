import TestSupport
import Testing

@testable import RestorationCore

@Suite struct `Paths of an archive that are elsewhere now` {
    /// Random trees and aliases, against a list of paths of which the beginnings are replaced.
    @Test func `are those in which former paths are replaced, with all below them`() throws {
        for seed in 0..<400 {
            var random = SeededGenerator(seed: UInt64(seed))
            let some = (0..<Int.random(in: 1...12, using: &random)).map { _ in path(&random) }
            let all = Set(some.flatMap { ancestors(of: $0) + [$0] }).sorted(by: isBefore)
            let aliases = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                PathAlias(path(&random), for: path(&random))
            }
            let archive = try archive(all)

            let moved = try archive.moving(aliases)

            for (number, path) in all.enumerated() {
                let alias = moved.movedPaths.filter { leads($0.formerPath, to: path) }
                    .max { $0.formerPath.components.count < $1.formerPath.components.count }
                let rest = path.components.dropFirst(alias?.formerPath.components.count ?? 0)
                let expected = (alias?.path.components ?? []) + rest
                let found = moved.path(of: moved.records[number + 1].path)
                #expect(found.components == expected, "seed \(seed)")
            }
            #expect(Set(moved.paths).count == moved.paths.count, "seed \(seed)")
            for number in moved.records.indices.dropFirst() {
                let node = moved.records[number].path
                #expect(moved.node(at: moved.path(of: node)) == node, "seed \(seed)")
            }
            for (node, step) in moved.paths.enumerated() {
                #expect(step.parent == ArchiveRecord.none || step.parent < UInt32(node))
            }
            for alias in aliases where !moved.movedPaths.contains(alias) {
                let isAbsent = !all.contains(alias.formerPath)
                let isTaken = moved.node(at: alias.path) != nil || all.contains(alias.path)
                let hasMoved = moved.movedPaths.contains { $0.formerPath == alias.formerPath }
                #expect(isAbsent || isTaken || hasMoved, "seed \(seed)")
            }
        }
    }

    @Test func `are the archive's own where it has none of the former paths`() throws {
        let archive = try archive([RestorationPath(parsing: "A")])
        let alias = try #require(
            PathAlias(RestorationPath(parsing: "B"), for: RestorationPath(parsing: "C"))
        )

        #expect(try archive.moving([alias]) === archive)
    }

    private func path(_ random: inout SeededGenerator) -> RestorationPath {
        let names = ["A", "B", "e\u{301}", "\u{e9}"].map { RestorationIdentifier($0)! }
        let components = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            RestorationPath.Component(
                names.randomElement(using: &random)!,
                discriminator: Bool.random(using: &random) ? nil : names[0]
            )
        }
        return RestorationPath(components)!
    }

    private func archive(_ paths: [RestorationPath]) throws -> ArchiveReader {
        let writer = ArchiveWriter()
        writer.append(ArchiveRecord())
        for path in paths {
            var record = ArchiveRecord()
            record.path = writer.number(of: path)
            writer.append(record)
        }
        return try ArchiveReader(source: writer.finish(.unknown))
    }

    private func isBefore(_ one: RestorationPath, _ other: RestorationPath) -> Bool {
        (one.components.count, one.description) < (other.components.count, other.description)
    }

    private func ancestors(of path: RestorationPath) -> [RestorationPath] {
        (1..<path.components.count).compactMap {
            RestorationPath(Array(path.components.prefix($0)))
        }
    }

    private func leads(_ path: RestorationPath, to other: RestorationPath) -> Bool {
        other.components.starts(with: path.components)
    }
}
