internal import CThreadUse

/// The cost of one encoding or decoding run.
struct Sample {
    /// The processor time of the measuring thread. Other programs hardly affect it, whereas they
    /// disturb the elapsed time of a run of a few milliseconds.
    var processorNanoseconds: UInt64
    /// The elapsed time, including waits.
    var elapsed: Duration
    /// The measuring thread's calls of malloc, calloc and realloc.
    var allocations: UInt64

    static func + (first: Sample, second: Sample) -> Sample {
        Sample(
            processorNanoseconds: first.processorNanoseconds + second.processorNanoseconds,
            elapsed: first.elapsed + second.elapsed,
            allocations: first.allocations + second.allocations
        )
    }
}

/// Measures from its creation to ``stop()``.
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

func measure<Result>(_ body: () throws -> Result) rethrows -> (result: Result, sample: Sample) {
    let watch = Stopwatch()
    let result = try body()
    return (result, watch.stop())
}

/// The medians of samples, per object.
struct Median {
    let nanoseconds: Double
    let allocations: Double
    /// The minimum instead of the median: the sample least disturbed by other programs.
    let leastNanoseconds: Double

    /// - Parameter samples: At least one.
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
