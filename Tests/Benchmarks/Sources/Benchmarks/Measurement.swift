internal import CAllocationCount

/// What one run of one direction took.
struct Sample {
    var duration: Duration
    /// Calls of malloc and its like.
    var allocations: UInt64
}

/// Takes the time and counts allocations from its creation on.
struct Stopwatch {
    private let allocations = allocation_count()
    private let start = ContinuousClock.now

    func stop() -> Sample {
        let now = ContinuousClock.now
        return Sample(duration: now - start, allocations: allocation_count() - allocations)
    }
}

/// Runs `body` under a stopwatch.
func measure<Result>(_ body: () throws -> Result) rethrows -> (result: Result, sample: Sample) {
    let watch = Stopwatch()
    let result = try body()
    return (result, watch.stop())
}

/// All runs of one line of a table.
struct Measurements {
    private(set) var encodings: [Sample] = []
    private(set) var decodings: [Sample] = []
    var sizeInBytes: Int?

    mutating func add(encoding: Sample?, decoding: Sample?) {
        if let encoding { encodings.append(encoding) }
        if let decoding { decodings.append(decoding) }
    }

    /// The median, per object.
    static func perObject(_ samples: [Sample], _ count: Int) -> (
        nanoseconds: Double, allocations: Double
    )? {
        guard !samples.isEmpty else { return nil }
        let times = samples.map { $0.duration / .nanoseconds(1) }.sorted()
        let allocations = samples.map(\.allocations).sorted()
        return (
            times[times.count / 2] / Double(count),
            Double(allocations[allocations.count / 2]) / Double(count)
        )
    }
}
