import Foundation

/// The three ways of one tree, measured in turn.
struct Comparison {
    struct Size {
        let count: Int
        let rounds: Int
        let archiverRounds: Int
    }

    private let size: Size
    private let plan: TreePlan

    init(_ size: Size) {
        self.size = size
        plan = TreePlan(count: size.count, shape: .bushy)
    }

    func run() throws -> Results {
        var results = Results(count: size.count)
        let session = try SessionCodec(plan)
        let json = plan.build(of: JSONNode.self)
        let archived = plan.build(of: KeyedArchiverNode.self)
        for round in 0..<size.rounds {
            let times = try session.round()
            results.add(.capture, times.capture)
            results.add(.preserve, times.preservation)
            results.add(.restore, times.restoration)

            let (data, encoding) = try measure { try JSONEncoder().encode(json) }
            results.add(.jsonEncode, encoding)
            let (copy, decoding) = try measure {
                try JSONDecoder().decode(JSONNode.self, from: data)
            }
            results.add(.jsonDecode, decoding)
            plan.check(copy, by: "JSON")

            if round < size.archiverRounds { try measureArchiver(archived, &results) }
        }
        return results
    }

    private func measureArchiver(_ tree: KeyedArchiverNode, _ results: inout Results) throws {
        let (data, encoding) = try measure {
            try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: false)
        }
        results.add(.archiverEncode, encoding)
        let (copy, decoding) = try measure { () -> KeyedArchiverNode? in
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
            unarchiver.requiresSecureCoding = false
            return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
                as? KeyedArchiverNode
        }
        results.add(.archiverDecode, decoding)
        plan.check(copy!, by: "NSKeyedArchiver")
    }
}

/// What was measured of one tree.
struct Results {
    enum Line: Hashable {
        case capture, preserve, restore, jsonEncode, jsonDecode, archiverEncode, archiverDecode
    }

    /// What the session's capture and restore must reach at 10,000 objects.
    enum Threshold {
        static let encodeOverArchiver = 200.0
        static let decodeOverArchiver = 50.0
        static let encodeOverJSON = 10.0
        static let decodeOverJSON = 5.0
    }

    private let count: Int
    private var samples: [Line: [Sample]] = [:]

    init(count: Int) { self.count = count }

    mutating func add(_ line: Line, _ sample: Sample) { samples[line, default: []].append(sample) }

    private func nanoseconds(_ line: Line) -> Double {
        Measurements.perObject(samples[line] ?? [], count)?.nanoseconds ?? .nan
    }

    private func allocations(_ line: Line) -> Double {
        Measurements.perObject(samples[line] ?? [], count)?.allocations ?? .nan
    }

    var table: String {
        let head = "\(count) objects".padding(toLength: 26, withPad: " ", startingAt: 0)
        let rows = [
            head + "       ns  allocations  ÷ archiver   ÷ JSON",
            row("session: capture", .capture, .archiverEncode, .jsonEncode),
            row("session: preserve, durable", .preserve, .archiverEncode, .jsonEncode),
            row("JSONEncoder", .jsonEncode, .archiverEncode, nil),
            row("NSKeyedArchiver", .archiverEncode, nil, nil),
            row("session: restore", .restore, .archiverDecode, .jsonDecode),
            row("JSONDecoder", .jsonDecode, .archiverDecode, nil),
            row("NSKeyedUnarchiver", .archiverDecode, nil, nil),
        ]
        return rows.joined(separator: "\n") + "\n"
    }

    private func row(_ name: String, _ line: Line, _ archiver: Line?, _ json: Line?) -> String {
        func times(_ other: Line?) -> String {
            guard let other else { return "" }
            return String(format: "%.1f×", nanoseconds(other) / nanoseconds(line))
        }
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name.padding(toLength: 26, withPad: " ", startingAt: 0)
            + right(String(format: "%.0f", nanoseconds(line)), 9)
            + right(String(format: "%.1f", allocations(line)), 13)
            + right(times(archiver), 12) + right(times(json), 9)
    }

    var missedThresholds: [String] {
        let ratios =
            [
                (
                    "capture ÷ NSKeyedArchiver", .archiverEncode, .capture,
                    Threshold.encodeOverArchiver
                ),
                ("capture ÷ JSONEncoder", .jsonEncode, .capture, Threshold.encodeOverJSON),
                (
                    "restore ÷ NSKeyedUnarchiver", .archiverDecode, .restore,
                    Threshold.decodeOverArchiver
                ),
                ("restore ÷ JSONDecoder", .jsonDecode, .restore, Threshold.decodeOverJSON),
            ] as [(String, Line, Line, Double)]
        return ratios.compactMap { name, other, own, wanted in
            let ratio = nanoseconds(other) / nanoseconds(own)
            guard !(ratio >= wanted) else { return nil }
            return "\(name) at \(count) objects is \(String(format: "%.1f", ratio)), not \(wanted)"
        }
    }
}
