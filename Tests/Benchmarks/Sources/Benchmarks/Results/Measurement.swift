internal import CThreadUse

/// What one run of one direction took.
struct Sample {
    /// How long the measuring thread ran. Other programs on the machine hardly count, which elapsed
    /// time does not say of runs of some milliseconds.
    var processorNanoseconds: UInt64
    /// With waiting.
    var elapsed: Duration
    /// Calls of malloc and its like by the measuring thread.
    var allocations: UInt64

    static func + (first: Sample, second: Sample) -> Sample {
        Sample(
            processorNanoseconds: first.processorNanoseconds + second.processorNanoseconds,
            elapsed: first.elapsed + second.elapsed,
            allocations: first.allocations + second.allocations
        )
    }
}

/// Measures from its creation on.
struct Stopwatch {
    private let allocations = thread_allocations()
    private let start = ContinuousClock.now
    private let processorStart = thread_nanoseconds()

    func stop() -> Sample {
        Sample(
            processorNanoseconds: thread_nanoseconds() - processorStart,
            elapsed: ContinuousClock.now - start,
            allocations: thread_allocations() - allocations
        )
    }
}

/// Runs `body` under a stopwatch.
func measure<Result>(_ body: () throws -> Result) rethrows -> (result: Result, sample: Sample) {
    let watch = Stopwatch()
    let result = try body()
    return (result, watch.stop())
}

/// The medians of samples, for each object.
struct Median {
    let nanoseconds: Double
    let allocations: Double
    /// The least instead of the median: what others have disturbed least.
    let leastNanoseconds: Double

    /// - Parameter samples: One at least.
    init(_ samples: [Sample], count: Int, isElapsed: Bool) {
        func median(_ number: (Sample) -> Double) -> Double {
            samples.map(number).sorted()[samples.count / 2] / Double(count)
        }
        func time(_ sample: Sample) -> Double {
            isElapsed ? sample.elapsed / .nanoseconds(1) : Double(sample.processorNanoseconds)
        }
        nanoseconds = median(time)
        leastNanoseconds = samples.map(time).min()! / Double(count)
        allocations = median { Double($0.allocations) }
    }
}
