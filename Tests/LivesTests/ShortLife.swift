/// The shortest life found by leaving out steps that still violates a property.
struct ShortLife {
    private let seed: UInt64
    private let property: Property
    private var omitted: Set<Step> = []
    private var violation: Violation?
    private var log: [String] = []

    init(seed: UInt64, _ property: Property) {
        self.seed = seed
        self.property = property
        var steps = attempt([]) ?? []
        var size = max(steps.count / 2, 1)
        while !steps.isEmpty {
            var index = 0
            while index < steps.count {
                let chunk = steps[index..<min(index + size, steps.count)]
                if let rest = attempt(omitted.union(chunk)) {
                    omitted.formUnion(chunk)
                    // The shorter life may have played other steps instead.
                    steps = rest
                } else {
                    index += size
                }
            }
            guard size > 1 else { break }
            size /= 2
        }
    }

    /// Plays the life without some steps. Returns the played steps, if the life still violates the
    /// property.
    private mutating func attempt(_ omitted: Set<Step>) -> [Step]? {
        let script = Script(seed: seed, omitting: omitted)
        let life = Life(script, counting: Counters())
        guard let violation = life.play(), violation.property == property else { return nil }
        self.violation = violation
        log = life.log
        return script.played
    }

    var description: String {
        let failures = [Event.failedSave, .lateFailure]
        let needsFailure = log.contains { line in failures.contains { line.hasPrefix("\($0)") } }
        let isOfFailure = needsFailure && property != .idleness
        let property = isOfFailure ? Property.failure : property
        return "Life \(seed), property \(property.rawValue) (\(property)):"
            + " \(violation?.text ?? "")\n"
            + log.map { "    \($0)" }.joined(separator: "\n")
    }
}
