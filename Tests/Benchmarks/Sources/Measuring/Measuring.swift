/// The elapsed time of `body`, in nanoseconds.
package func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    let (seconds, attoseconds) = (clock.now - start).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

extension [Double] {
    package var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
