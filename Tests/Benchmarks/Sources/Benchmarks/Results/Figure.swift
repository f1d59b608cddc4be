internal import CThreadUse
import Foundation

/// One figure of the session, printable as a machine-readable line, to compare two builds.
struct Figure {
    let name: String
    let value: Double
    let allocations: Double

    private init(name: String, median: Median) {
        self.name = name
        value = median.leastNanoseconds
        allocations = median.allocations
    }

    /// The peak memory of the process so far, in KiB. Sizes are measured in ascending order, so the
    /// largest so far determines it.
    private init(peakMemoryOf title: String) {
        name = "peak memory, KiB: \(title)"
        value = Double(peak_memory_kib())
        allocations = 0
    }

    /// The name, the least nanoseconds and the allocations, separated by tabs.
    var line: String { "\(name)\t" + String(format: "%.2f\t%.3f", value, allocations) }

    static func list(_ results: Results) -> [Figure] {
        guard let row = results[.session] else { return [] }
        let figures = [
            Figure(name: "capture: \(results.title)", median: row.encoding),
            Figure(name: "restore: \(results.title)", median: row.decoding),
        ]
        return results.shape == .bushy
            ? figures + [Figure(peakMemoryOf: results.title)] : figures
    }

    static func list(_ arrivals: Arrivals) -> [Figure] {
        [
            Figure(name: "arrival alone: \(arrivals.count) waiting", median: arrivals.oneByOne),
            Figure(name: "arrival together: \(arrivals.count) waiting", median: arrivals.together),
        ]
    }

    static func list(_ state: RetainedState) -> [Figure] {
        [
            Figure(name: "capture: \(state.title)", median: state.capture),
            Figure(name: "restore: \(state.title)", median: state.restore),
            Figure(name: "invalidate: \(state.title)", median: state.invalidation),
        ]
    }

    static func list(_ changes: ObjectChanges) -> [Figure] {
        changes.all.map { Figure(name: "\($0.name): \(changes.title)", median: $0.median) }
    }

    static func list(_ pages: ElementPages) -> [Figure] {
        [
            Figure(name: "capture: \(pages.title)", median: pages.capture),
            Figure(name: "restore: \(pages.title)", median: pages.restore),
        ]
    }
}
