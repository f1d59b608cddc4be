/// How one life of a seed differs on two engines.
struct Difference {
    let seed: UInt64
    let life: Int
    /// `-`, what only the base has, and `+`, what is only here, each after the name of its section.
    let lines: [String]
    /// Every line that one of the two has, after the name of its section.
    let context: [String]

    init(_ seed: UInt64, _ life: Int, base: [String], here: [String]) {
        self.seed = seed
        self.life = life
        context = (base + here).map { $0.split(separator: "\t").joined(separator: " ") }
        lines = here.difference(from: base).map { change in
            switch change {
            case .remove(let offset, let line, _): (offset, 0, Self.line(line, "-"))
            case .insert(let offset, let line, _): (offset, 1, Self.line(line, "+"))
            }
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        .map(\.2)
    }

    /// The line that tells of the same text on the other engine.
    static func mirrored(_ line: String) -> String {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        return "\(parts[0]) \(parts[1] == "-" ? "+" : "-") \(parts[2])"
    }

    private static func line(_ text: String, _ sign: String) -> String {
        let section = text.prefix { $0 != "\t" }
        return "\(section) \(sign) \(text.drop { $0 != "\t" }.dropFirst())"
    }
}
