import Foundation

/// Some seeds, which are played life by life on both engines at the same time.
struct Batch {
    static let lifeCount = 5
    private static let trap = "has trapped, or does not end"
    let seeds: ClosedRange<UInt64>
    let engines: [Engine]
    /// Where what is saved is put.
    let directory: String

    func play(_ findings: Findings) throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        // What has parted once is not compared any more.
        var parted: Set<UInt64> = []
        for life in 1...Self.lifeCount {
            let lines = try play(life)
            let trapped = zip(seeds, zip(lines[0], lines[1])).filter { _, pair in
                pair.0 == pair.1 && pair.0.hasSuffix(Self.trap)
            }
            findings.noteTraps(trapped.map(\.0), life)
            let differing = zip(seeds, zip(lines[0], lines[1])).filter { seed, pair in
                pair.0 != pair.1 && !parted.contains(seed)
            }.map(\.0)
            guard !differing.isEmpty else { continue }
            parted.formUnion(try explain(differing, life, findings))
        }
        findings.noteBatch(seeds.count)
    }

    /// Returns those that go on differently from now on.
    private func explain(
        _ differing: [UInt64],
        _ life: Int,
        _ findings: Findings
    ) throws -> [UInt64] {
        let words = try run(life, telling: differing).map { lines in
            Dictionary(grouping: lines) { line in
                UInt64(line.prefix { $0 != "\t" })!
            }
        }
        return differing.filter { seed in
            let lines = words.map { all in
                (all[seed] ?? []).map { String($0.drop { $0 != "\t" }.dropFirst()) }
            }
            return findings.judge(Difference(seed, life, base: lines[0], here: lines[1]))
        }
    }

    /// The line of each seed, of each engine. An engine that traps in a seed, or does not end,
    /// goes on after it: what was saved before that is lost, unless the other one has saved it.
    private func play(_ life: Int) throws -> [[String]] {
        var lines: [[String]] = engines.map { _ in [] }
        while lines.contains(where: { $0.count < seeds.count }) {
            let processes = try engines.indices.map { number -> Process? in
                let first = seeds.lowerBound + UInt64(lines[number].count)
                guard first <= seeds.upperBound else { return nil }
                return try start(number, life, from: first)
            }
            for case let process? in processes { process.waitUntilExit() }
            for number in engines.indices where processes[number] != nil {
                lines[number] += try printed(by: engines[number])
                guard lines[number].count < seeds.count else { continue }
                lines[number].append(
                    "\(seeds.lowerBound + UInt64(lines[number].count)) \(Self.trap)"
                )
            }
        }
        return lines
    }

    /// What each engine prints of some seeds in words.
    private func run(_ life: Int, telling told: [UInt64]) throws -> [[String]] {
        var lines: [[String]] = engines.map { _ in [] }
        // Each by itself, since an engine may trap in one of them.
        for seed in told {
            let processes = try engines.indices.map { number in
                try start(number, life, from: seed, telling: seed)
            }
            for (number, process) in processes.enumerated() {
                process.waitUntilExit()
                lines[number] += try printed(by: engines[number])
                if process.terminationStatus != 0 {
                    lines[number].append("\(seed)\tcalls\tIt has trapped, or does not end")
                }
            }
        }
        return lines
    }

    private func start(
        _ number: Int,
        _ life: Int,
        from first: UInt64,
        telling told: UInt64? = nil
    ) throws -> Process {
        let (engine, other) = (engines[number], engines[1 - number])
        let arguments = [
            "\(first)", "\(seeds.upperBound)", "\(life)", saved(by: engine, life - 1),
            saved(by: other, life - 1), saved(by: engine, life),
        ]
        return try engine.start(
            arguments + (told.map { ["\($0)"] } ?? []),
            printingTo: printing(of: engine)
        )
    }

    private func printed(by engine: Engine) throws -> [String] {
        try String(contentsOfFile: printing(of: engine), encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    private func saved(by engine: Engine, _ life: Int) -> String {
        "\(directory)/\(engine.name)-\(life)"
    }

    private func printing(of engine: Engine) -> String {
        "\(directory)/\(engine.name)-printed"
    }
}
